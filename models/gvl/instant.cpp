// The bound that tuning can reach: no quantum, and a thread that comes back from IO, a sleep or a
// released C call takes the lock from its owner at once. The owner goes to the front of the
// queue; all others wait first in first out. Native code that keeps the lock cannot be
// interrupted: who comes back meanwhile takes the lock at its end, in order of arrival.
#include "models/gvl/instant.hpp"

#include "models/gvl/thread_queue.hpp"
#include "models/machine.hpp"
#include "models/state_writer.hpp"

#include <vector>

namespace gvlsim {

namespace {

constexpr CauseText texts[] = {
    {Cause::claim,
     "{t.waiter} came back from a wait and so took the lock from {t.owner} as soon as that could "
     "be interrupted, at {i.given}.",
     ""},
};

class Policy final : public LockPolicy {
public:
    explicit Policy(Machine& machine) : LockPolicy(machine, traits()), ready_(machine) {}

    void want(Thread& thread) override {
        if (owner_ == no_thread) {
            owner_ = thread.id;
            awake_ = true;
            machine_.resumed(thread);
        } else if (!comes_back(thread)) {
            ready_.push_back(thread);
        } else if (Thread& owner = machine_.thread(owner_);
                   awake_ && !is_preemptible(owner.segment)) {
            impatient_.push_back(thread.id);
            owner.tick_pending = true;  // so that it looks at its interrupts at the end
        } else {
            take_from_owner(thread);
        }
    }

    void release(Thread&) override {
        awake_ = false;
        if (ready_.empty()) {
            owner_ = no_thread;
        } else {
            hand_over(ready_.pop_front());
        }
    }

    [[nodiscard]] bool pass(Thread& thread) override {
        if (ready_.empty()) {
            return false;
        }
        machine_.lose_lock(thread, Why::pass);
        hand_over(ready_.pop_front());
        machine_.queue_again(thread);
        ready_.push_back(thread);
        return true;
    }

    [[nodiscard]] bool check(Thread& thread) override {
        thread.tick_pending = false;
        for (const ThreadId id : impatient_) {
            take_from_owner(machine_.thread(id));
        }
        const bool lost = !impatient_.empty();
        impatient_.clear();
        return lost;
    }

    [[nodiscard]] std::span<const CauseText> cause_texts() const override { return texts; }

    void handle(const Event&) override {
        awake_ = true;
        machine_.resumed(machine_.thread(owner_));
    }

    // Somebody was faster than the thread that the lock was handed to.
    [[nodiscard]] bool is_stale(const Event& event) const override {
        return event.stamp != hand_over_stamp_;
    }

    void write_state(StateWriter& writer) const override {
        writer.add((std::uint64_t{owner_} << 1) | (awake_ ? 1U : 0U));
        ready_.for_each([&](ThreadId id) { writer.add(id); });
        for (const ThreadId id : impatient_) {
            writer.add(id);
        }
    }

private:
    static PolicyTraits traits() {
        PolicyTraits traits;
        traits.queued_at_creation = true;
        traits.waker_queues = true;
        return traits;
    }

    static bool comes_back(const Thread& thread) {
        return thread.why == Why::io || thread.why == Why::sleep || thread.why == Why::c_call;
    }

    void take_from_owner(Thread& thread) {
        Thread& owner = machine_.thread(owner_);
        machine_.recorder().cause(machine_.now(), Cause::claim, thread.id, owner.id);
        if (awake_) {
            machine_.lose_lock(owner, Why::preempted);
            machine_.queue_again(owner);
        }
        ready_.push_front(owner);
        hand_over(thread);
    }

    void hand_over(Thread& thread) {
        machine_.recorder().cause(machine_.now(), Cause::handed_over, thread.id, owner_);
        owner_ = thread.id;
        awake_ = false;
        machine_.schedule_wake(EventKind::lock_wake, machine_.costs().hand_over.draw(), owner_,
                               ++hand_over_stamp_);
    }

    ThreadQueue<Machine> ready_;
    std::vector<ThreadId> impatient_;  // came back while native code kept the lock
    ThreadId owner_ = no_thread;
    bool awake_ = false;
    std::uint32_t hand_over_stamp_ = 0;
};

}  // namespace

std::unique_ptr<LockPolicy> make_instant(Machine& machine, Duration) {
    return std::make_unique<Policy>(machine);
}

}  // namespace gvlsim
