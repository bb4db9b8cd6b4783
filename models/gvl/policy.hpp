// A lock policy: who gets the GVL when, in one generation of a runtime. One file in models/gvl and
// one line in registry.cpp each; the machine calls it at every change and it answers by calling
// back Machine::resumed, ::lose_lock and ::queue_again.
#pragma once

#include "models/explain/cause.hpp"
#include "models/thread.hpp"
#include "sim/event.hpp"

#include <cstdint>
#include <span>

namespace gvlsim {

class Machine;
class StateWriter;

// What differs between runtimes outside the lock itself.
struct PolicyTraits {
    // 3.3 and later: Thread.new queues the new thread itself; before, the new native thread
    // queues when it has started, after the cost `spawn`.
    bool queued_at_creation = false;
    // 3.3: the cost `create` is spent after the new thread is queued; else before.
    bool create_cost_after_queueing = false;
    // 3.3 and later: whoever wakes an untimed waiter queues it at once; before, the waiter
    // queues itself when it is awake, the cost `switch` later.
    bool waker_queues = false;
    // Whether there is a lock at all (`none` has no hand-overs, held or free time).
    bool has_lock = true;
    // Up to 2.4 the waiter of a mutex takes it before it has the GVL.
    bool mutex_taken_before_lock = false;
};

class LockPolicy {
public:
    LockPolicy(Machine& machine, PolicyTraits traits) : machine_(machine), traits_(traits) {}
    virtual ~LockPolicy() = default;
    LockPolicy(const LockPolicy&) = delete;
    LockPolicy& operator=(const LockPolicy&) = delete;

    [[nodiscard]] const PolicyTraits& traits() const noexcept { return traits_; }

    // `thread` is READY: it wants the lock. Ends in Machine::resumed, now or by an event.
    virtual void want(Thread& thread) = 0;
    // `thread` had the lock and has stopped running, for a wait.
    virtual void release(Thread& thread) = 0;
    // The same for its end.
    virtual void release_at_exit(Thread& thread) { release(thread); }
    // Thread.pass. True if the lock went away; then it ends in Machine::resumed again.
    virtual bool pass(Thread& thread) = 0;
    // `thread` runs and looks at its interrupts while a tick is pending. True if the lock is gone.
    virtual bool check(Thread& thread) = 0;
    // An event of a kind that belongs to the policies, see EventKind; never a stale one.
    virtual void handle(const Event& event) = 0;
    // An event of such a kind that would do nothing any more.
    [[nodiscard]] virtual bool is_stale(const Event&) const { return false; }
    // Everything that decides the future, times relative to now; for fast-forward.
    virtual void write_state(StateWriter& writer) const = 0;
    // The words for the clocks this policy records, see models/explain/cause.hpp.
    [[nodiscard]] virtual std::span<const CauseText> cause_texts() const { return {}; }
    // Moves stored instants by the length of the skipped time.
    virtual void shift(Duration) {}

protected:
    Machine& machine_;

private:
    PolicyTraits traits_;
};

}  // namespace gvlsim
