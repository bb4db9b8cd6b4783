// CPython's GIL from 3.2 on (Python/ceval_gil.h, take_gil and drop_gil; Python/ceval_gil.c from
// 3.12 on), with the waiters served first in first out.
//
// * The lock is free or taken. Every waiter waits in windows of one switch interval. If a whole
//   window passes in which the lock was taken all the time and never changed hands, the waiter
//   requests that the owner drop it. Each wake-up and each timeout starts the next window.
// * The owner sees the request at its next check, drops the lock, signals one waiter, and waits
//   until another thread has taken the lock before it wants it again (forced switch).
// * Letting go signals one waiter; a thread that finds the lock free meanwhile takes it.
// * No timer thread, no priorities, no accounting.
#include "models/gvl/cpython_new.hpp"

#include "models/gvl/thread_queue.hpp"
#include "models/machine.hpp"
#include "models/state_writer.hpp"

#include <vector>

namespace gvlsim {

namespace {

constexpr CauseText texts[] = {
    {Cause::drop_requested,
     "For a whole switch interval {t.waiter} saw the lock change hands to nobody, so at {i.clock} "
     "it requested it; {t.owner} dropped it at {i.given}.",
     "For a whole switch interval {t.by} saw the lock change hands to nobody, so at {i.clock} it "
     "requested it; {t.owner} dropped it at {i.given}."},
};

class Policy final : public LockPolicy {
public:
    Policy(Machine& machine, Duration interval)
        : LockPolicy(machine, PolicyTraits{}), interval_(interval), waiters_(machine) {}

    void want(Thread& thread) override {
        if (!taken_) {
            if (!waiters_.empty()) {
                machine_.recorder().cause(machine_.now(), Cause::barged, thread.id);
            }
            take(thread);
        } else {
            waiters_.push_back(thread);
            open_window(thread);
        }
    }

    void release(Thread&) override {
        taken_ = false;
        signal_first();
    }

    // Python has no Thread.pass; this is what a drop on request does.
    [[nodiscard]] bool pass(Thread& thread) override {
        return !waiters_.empty() && give_way(thread, Why::pass);
    }

    [[nodiscard]] bool check(Thread& thread) override {
        thread.tick_pending = false;
        return !waiters_.empty() && give_way(thread, Why::preempted);
    }

    [[nodiscard]] std::span<const CauseText> cause_texts() const override { return texts; }

    void handle(const Event& event) override {
        Thread& thread = machine_.thread(event.subject);
        switch (static_cast<EventKind>(event.kind())) {
            case EventKind::lock_wake:
                thread.signalled = false;
                if (taken_) {
                    machine_.recorder().cause(machine_.now(), Cause::signalled_in_vain, thread.id,
                                              last_holder_);
                    open_window(thread);
                } else {
                    waiters_.remove(thread);
                    take(thread);
                }
                break;
            case EventKind::deadline:
                window_over(thread);
                break;
            case EventKind::yielder_wake:
                machine_.queue_again(thread);
                want(thread);
                break;
            default:
                break;
        }
    }

    [[nodiscard]] bool is_stale(const Event& event) const override {
        return event.kind() == static_cast<std::uint8_t>(EventKind::deadline) &&
               machine_.thread(event.subject).check_stamp != event.stamp;
    }

    void write_state(StateWriter& writer) const override {
        writer.add((std::uint64_t{last_holder_} << 1) | (taken_ ? 1U : 0U));
        waiters_.for_each([&](ThreadId id) {
            const Thread& thread = machine_.thread(id);
            // Whether the lock changed hands since the window opened is all that counts.
            writer.add((std::uint64_t{id} << 2) | (thread.signalled ? 1U : 0U) |
                       (thread.rt_us == switches_ ? 2U : 0U));
        });
        for (const ThreadId yielder : yielders_) {
            writer.add(yielder);
        }
    }

private:
    // rt_us keeps the number of switches at the start of the thread's window.
    void open_window(Thread& thread) {
        thread.rt_us = switches_;
        machine_.schedule(EventKind::deadline,
                          later(later(machine_.now(), interval_),
                                machine_.costs().tick_overshoot.draw()),
                          thread.id, ++thread.check_stamp);
    }

    void window_over(Thread& thread) {
        if (thread.signalled) {
            return;  // on its way already
        }
        if (!taken_) {
            waiters_.remove(thread);
            take(thread);
            return;
        }
        machine_.count_tick();
        const bool request = thread.rt_us == switches_;
        open_window(thread);
        if (request) {
            machine_.recorder().cause(machine_.now(), Cause::drop_requested, thread.id);
            request_drop(machine_.thread(last_holder_));
        } else {
            machine_.recorder().add(machine_.now(), RecordKind::tick, no_subject,
                                    static_cast<std::uint8_t>(TickOutcome::nobody));
        }
    }

    void request_drop(Thread& owner) {
        const bool can_act = is_preemptible(owner.segment);
        const Duration delay = can_act ? machine_.costs().check.draw() : Duration::zero();
        const bool at_once = can_act && delay == Duration::zero();
        machine_.recorder().add(
            machine_.now(), RecordKind::tick, owner.id,
            static_cast<std::uint8_t>(at_once ? TickOutcome::preempts : TickOutcome::pending));
        if (at_once) {
            static_cast<void>(check(owner));
            return;
        }
        owner.tick_pending = true;
        if (can_act) {
            machine_.schedule(EventKind::check, later(machine_.now(), delay), owner.id,
                              ++owner.check_stamp);
        }
    }

    bool give_way(Thread& thread, Why why) {
        machine_.lose_lock(thread, why);
        yielders_.push_back(thread.id);
        release(thread);
        return true;
    }

    void signal_first() {
        if (waiters_.empty()) {
            return;
        }
        Thread& first = machine_.thread(waiters_.front());
        if (!first.signalled) {
            first.signalled = true;
            ++first.check_stamp;
            machine_.recorder().cause(machine_.now(), Cause::signalled, first.id, last_holder_);
            machine_.schedule_wake(EventKind::lock_wake, machine_.costs().hand_over.draw(),
                                   first.id);
        }
    }

    void take(Thread& thread) {
        taken_ = true;
        ++thread.check_stamp;
        if (last_holder_ != thread.id) {
            last_holder_ = thread.id;
            ++switches_;
            // Whoever was made to drop the lock may want it again now.
            for (const ThreadId yielder : yielders_) {
                wake_yielder(yielder);
            }
            yielders_.clear();
        }
        machine_.resumed(thread);
    }

    void wake_yielder(ThreadId yielder) {
        const Duration delay = machine_.costs().hand_over.draw();
        if (delay == Duration::zero()) {
            Thread& thread = machine_.thread(yielder);
            machine_.queue_again(thread);
            want(thread);
        } else {
            machine_.schedule_wake(EventKind::yielder_wake, delay, yielder);
        }
    }

    const Duration interval_;
    ThreadQueue<Machine> waiters_;
    std::vector<ThreadId> yielders_;  // dropped on request, the lock has not changed hands yet
    ThreadId last_holder_ = no_thread;
    std::uint32_t switches_ = 0;
    bool taken_ = false;
};

}  // namespace

std::unique_ptr<LockPolicy> make_cpython_new(Machine& machine, Duration interval) {
    return std::make_unique<Policy>(machine, interval);
}

}  // namespace gvlsim
