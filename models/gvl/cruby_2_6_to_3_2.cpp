// CRuby 2.6 - 3.2 on POSIX (thread_pthread.c and thread.c at the tags v2_6_8, v2_7_4, v3_0_2,
// v3_1_6, v3_2_8; 3.2 renames owner and list, the schedule is the same).
//
// * The lock has an owner and an explicit first-in-first-out list; each waiter sleeps on its own
//   condition variable. Letting go clears the owner and signals the first of the list; it takes
//   the lock when it is awake (cost `switch`) and still finds it free, else it waits on in its
//   place (gvl_acquire_common, gvl_release_common).
// * There is no timer thread for this: one waiter is the timer. It waits until a deadline that is
//   stored once for the whole process. A timer that timed out, and an acquisition that found the
//   lock free, mark the deadline as expired: the next timer sets it to 100 ms from then. A timer
//   that was signalled instead leaves it as it is, so that through an unbroken chain of
//   hand-overs the deadline survives (do_gvl_timer).
// * Whenever the timer wakes and the lock has an owner, it sets the owner's TIMER bit, also when
//   it was signalled and somebody else was faster. Then it is a waiter like others; the next to
//   look for a timer becomes it. Whoever takes the lock while there is no timer signals the last
//   of the list for that.
// * One tick noticed charges 100 ms, the limit at priority 0 (TIME_QUANTUM_USEC).
//   running_time_us starts again when a thread becomes current after another.
#include "models/gvl/cruby_2_6_to_3_2.hpp"

#include "models/gvl/cruby.hpp"
#include "models/gvl/handshake.hpp"
#include "models/gvl/thread_queue.hpp"
#include "models/machine.hpp"
#include "models/state_writer.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

// thread_pthread.c, TIME_QUANTUM_USEC: 100 ms in 2.6 - 3.2, for deadline and charge.
constexpr Duration period = std::chrono::milliseconds{100};
constexpr std::uint32_t charge_us = 100'000;

constexpr CauseText texts[] = {
    {Cause::deadline_fresh,
     "{t.waiter} became the timer with a fresh deadline, 100 ms from {i.clock}; when it was over, "
     "at {i.tick}, {t.owner} had to yield.",
     "{t.by} was the timer, with a fresh deadline 100 ms from {i.clock}; when it was over, at "
     "{i.tick}, {t.owner} had to yield."},
    {Cause::deadline_kept,
     "{t.waiter} became the timer and kept the deadline of an earlier waiter, {i.value}, "
     "which the timer before it did not wait out because it was signalled; when it was over, at "
     "{i.tick}, {t.owner} had to yield.",
     "{t.by} was the timer and had kept the deadline of an earlier waiter, {i.value}, "
     "which the timer before it did not wait out because it was signalled; when it was over, at "
     "{i.tick}, {t.owner} had to yield."},
    {Cause::deadline_past,
     "{t.waiter} became the timer and found the deadline of an earlier waiter, {i.value}, already "
     "past: {t.owner} had to yield at once, at {i.tick}.",
     "{t.by} became the timer at {i.clock} and found the deadline of an earlier waiter, {i.value}, "
     "already past: {t.owner} had to yield at {i.tick}."},
    {Cause::marked_in_vain,
     "{t.waiter}, the timer, had been signalled in vain and marked {t.owner}, who had to yield at "
     "{i.tick}.",
     ""},
};

class Policy final : public CRubyPolicy {
public:
    Policy(Machine& machine, Duration quantum)
        : CRubyPolicy(
              machine, PolicyTraits{}, charge_us,
              static_cast<std::uint32_t>(
                  std::chrono::duration_cast<std::chrono::microseconds>(quantum).count())),
          list_(machine),
          handshake_(machine) {}

    void want(Thread& thread) override {
        if (owner_ == no_thread) {
            if (!list_.empty()) {
                machine_.recorder().cause(machine_.now(), Cause::barged, thread.id);
            }
            expired_ = true;
            take(thread);
        } else {
            list_.push_back(thread);
            wait(thread);
        }
    }

    [[nodiscard]] std::span<const CauseText> cause_texts() const override { return texts; }

    void release(Thread& thread) override {
        owner_ = no_thread;
        if (!list_.empty()) {
            machine_.recorder().cause(machine_.now(), Cause::signalled, list_.front(), thread.id);
            signal(machine_.thread(list_.front()));
        }
    }

    void release_at_exit(Thread& thread) override {
        release(thread);
        current_ = no_thread;
    }

    [[nodiscard]] bool pass(Thread& thread) override { return yield(thread, Why::pass); }

    void handle(const Event& event) override {
        Thread& thread = machine_.thread(event.subject);
        switch (static_cast<EventKind>(event.kind())) {
            case EventKind::lock_wake:
                signalled(thread);
                break;
            case EventKind::yielder_wake:
                handshake_.end([this](Thread& yielder) { want(yielder); });
                break;
            case EventKind::other_yielder:
                machine_.queue_again(thread);
                want(thread);
                break;
            case EventKind::deadline:
                // Void for a timer that was signalled and is on its way.
                if (!thread.signalled) {
                    timed_out(thread);
                }
                break;
            default:
                break;
        }
    }

    [[nodiscard]] bool is_stale(const Event& event) const override {
        return event.kind() == static_cast<std::uint8_t>(EventKind::deadline) &&
               event.stamp != deadline_stamp_;
    }

    void write_state(StateWriter& writer) const override {
        writer.add((std::uint64_t{owner_} << 32) | current_);
        writer.add((std::uint64_t{timer_} << 1) | (expired_ ? 1U : 0U));
        // Only an expired deadline that nobody waits for has no part in the future: a timer that
        // is signalled leaves its deadline to the next. One in the past acts the same however
        // long ago it was.
        if (!expired_ || timer_ != no_thread) {
            writer.add(std::max(deadline_, machine_.now()));
        }
        list_.for_each([&](ThreadId id) {
            writer.add((std::uint64_t{id} << 1) | (machine_.thread(id).signalled ? 1U : 0U));
        });
        handshake_.write_state(writer);
    }

    void shift(Duration by) override { deadline_ = later(deadline_, by); }

private:
    [[nodiscard]] bool somebody_waits() const override {
        return !list_.empty() || handshake_.going_on();
    }

    bool yield(Thread& thread, Why why) override {
        if (!somebody_waits()) {
            expired_ = true;  // it takes the free lock again at once
            return false;
        }
        machine_.lose_lock(thread, why);
        release(thread);
        machine_.recorder().cause(machine_.now(), Cause::waits_for_handshake, thread.id);
        handshake_.begin(thread);
        return true;
    }

    // One round of waiting of a thread in the list.
    void wait(Thread& thread) {
        if (timer_ != no_thread) {
            return;
        }
        timer_ = thread.id;
        if (expired_) {
            deadline_ = later(machine_.now(), period);
        }
        machine_.recorder().cause(machine_.now(), deadline_cause(), thread.id,
                                  deadline_ - start_of_time);
        machine_.schedule(EventKind::deadline,
                          later(std::max(machine_.now(), deadline_),
                                machine_.costs().tick_overshoot.draw()),
                          thread.id, ++deadline_stamp_);
    }

    [[nodiscard]] Cause deadline_cause() const {
        if (expired_) {
            return Cause::deadline_fresh;
        }
        return deadline_ > machine_.now() ? Cause::deadline_kept : Cause::deadline_past;
    }

    void signal(Thread& thread) {
        if (!thread.signalled) {
            thread.signalled = true;
            machine_.schedule_wake(EventKind::lock_wake, machine_.costs().hand_over.draw(),
                                   thread.id);
        }
    }

    // A waiter that was signalled is awake: as the next owner, or to become the timer.
    void signalled(Thread& thread) {
        thread.signalled = false;
        const bool was_timer = timer_ == thread.id;
        if (was_timer) {
            ++deadline_stamp_;
            expired_ = false;
            timer_ = no_thread;
        }
        if (owner_ != no_thread) {
            machine_.recorder().cause(machine_.now(), Cause::signalled_in_vain, thread.id, owner_);
            if (was_timer) {
                machine_.recorder().cause(machine_.now(), Cause::marked_in_vain, thread.id, owner_);
            }
        }
        look_again(thread, was_timer);
    }

    void timed_out(Thread& thread) {
        expired_ = true;
        timer_ = no_thread;
        look_again(thread, true);
    }

    // It takes a free lock, even from the middle of the list; else it waits on, before the owner
    // can react to the bit that a timer sets.
    void look_again(Thread& thread, bool was_timer) {
        if (owner_ == no_thread) {
            list_.remove(thread);
            owner_ = thread.id;
            handshake_.taken([this](Thread& yielder) { want(yielder); });
            take(thread);
            return;
        }
        if (was_timer) {
            machine_.recorder().cause(machine_.now(), Cause::marked, thread.id);
        }
        wait(thread);
        if (was_timer) {
            deliver_tick(machine_.thread(owner_));
        }
    }

    void take(Thread& thread) {
        owner_ = thread.id;
        if (timer_ == no_thread && !list_.empty()) {
            signal(machine_.thread(list_.back()));
        }
        if (current_ != thread.id) {
            current_ = thread.id;
            thread.rt_us = 0;
        }
        machine_.resumed(thread);
    }

    ThreadQueue<Machine> list_;
    Handshake handshake_;
    ThreadId owner_ = no_thread;
    ThreadId current_ = no_thread;  // became current last; stays when the lock is let go
    ThreadId timer_ = no_thread;    // the waiter in the timed wait
    Instant deadline_ = start_of_time;
    bool expired_ = true;
    std::uint32_t deadline_stamp_ = 0;
};

}  // namespace

std::unique_ptr<LockPolicy> make_cruby_2_6_to_3_2(Machine& machine, Duration quantum) {
    return std::make_unique<Policy>(machine, quantum);
}

}  // namespace gvlsim
