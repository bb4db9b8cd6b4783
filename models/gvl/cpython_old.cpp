// CPython's GIL up to 3.1 (Python/ceval.c, PyEval_EvalFrameEx: _Py_Ticker; Python/thread_pthread.h)
// as a deterministic model of what several cores do.
//
// * The lock is free or taken; letting go signals one waiter, which takes it when it is awake and
//   finds it free. A thread that finds the lock free takes it at once.
// * Every check interval (100 byte codes, sys.setcheckinterval) the owner lets go and takes the
//   lock again at once. The waiter it signals is nearly always too late: the convoy effect. One
//   check in `checks_per_switch` is modelled as lost to the first waiter; the others change
//   nothing but wake somebody in vain, and are not simulated one by one.
// * Checks lie on a grid that begins when the owner got the lock.
#include "models/gvl/cpython_old.hpp"

#include "models/gvl/thread_queue.hpp"
#include "models/machine.hpp"
#include "models/state_writer.hpp"

namespace gvlsim {

namespace {

// 100 byte codes at about a microsecond each (Python/ceval.c: _Py_CheckInterval = 100).
constexpr Duration check_period = std::chrono::microseconds{100};
// A waiter wins one check in a hundred: it takes 5-50 us to wake, the gap lasts 0.1-0.5 us.
constexpr std::int64_t checks_per_switch = 100;

constexpr CauseText texts[] = {
    {Cause::checks_counted,
     "{t.owner} lets the lock go at every check, each 100 us, and takes it again before a waiter "
     "is awake; the hundredth check since {i.clock}, due at {i.tick}, is the one "
     "that loses it.",
     ""},
};

class Policy final : public LockPolicy {
public:
    explicit Policy(Machine& machine) : LockPolicy(machine, PolicyTraits{}), waiters_(machine) {}

    void want(Thread& thread) override {
        if (owner_ == no_thread) {
            if (!waiters_.empty()) {
                machine_.recorder().cause(machine_.now(), Cause::barged, thread.id);
            }
            take(thread);
            return;
        }
        const bool first = waiters_.empty();
        waiters_.push_back(thread);
        if (first) {
            machine_.recorder().cause(machine_.now(), Cause::checks_counted, thread.id);
            count_checks();
        }
    }

    void release(Thread&) override {
        owner_ = no_thread;
        ++stamp_;
        if (!waiters_.empty() && !machine_.thread(waiters_.front()).signalled) {
            Thread& first = machine_.thread(waiters_.front());
            first.signalled = true;
            machine_.recorder().cause(machine_.now(), Cause::signalled, first.id);
            machine_.schedule_wake(EventKind::lock_wake, machine_.costs().hand_over.draw(),
                                   first.id);
        }
    }

    [[nodiscard]] bool pass(Thread& thread) override { return give_way(thread, Why::pass); }

    [[nodiscard]] bool check(Thread& thread) override {
        thread.tick_pending = false;
        return give_way(thread, Why::preempted);
    }

    [[nodiscard]] std::span<const CauseText> cause_texts() const override { return texts; }

    void handle(const Event& event) override {
        Thread& thread = machine_.thread(event.subject);
        if (event.kind() == static_cast<std::uint8_t>(EventKind::tick)) {
            lost_check(thread);
            return;
        }
        thread.signalled = false;
        if (owner_ == no_thread) {
            waiters_.remove(thread);
            take(thread);
        }
    }

    [[nodiscard]] bool is_stale(const Event& event) const override {
        return event.kind() == static_cast<std::uint8_t>(EventKind::tick) &&
               event.stamp != stamp_;
    }

    void write_state(StateWriter& writer) const override {
        writer.add(owner_);
        writer.add(since_);
        waiters_.for_each([&](ThreadId id) {
            writer.add((std::uint64_t{id} << 1) | (machine_.thread(id).signalled ? 1U : 0U));
        });
    }

    void shift(Duration by) override { since_ = later(since_, by); }

private:
    void take(Thread& thread) {
        owner_ = thread.id;
        since_ = machine_.now();
        if (!waiters_.empty()) {
            machine_.recorder().cause(machine_.now(), Cause::checks_counted, waiters_.front());
            count_checks();
        }
        machine_.resumed(thread);
    }

    // Somebody waits from now on: the owner loses the check number checks_per_switch from here.
    void count_checks() {
        const std::int64_t passed = (machine_.now() - since_) / check_period;
        machine_.schedule(EventKind::tick,
                          later(since_, (passed + checks_per_switch) * check_period), owner_,
                          ++stamp_);
    }

    void lost_check(Thread& owner) {
        machine_.count_tick();
        const bool can_act = is_preemptible(owner.segment) && !waiters_.empty();
        machine_.recorder().add(
            machine_.now(), RecordKind::tick, owner.id,
            static_cast<std::uint8_t>(can_act ? TickOutcome::preempts : TickOutcome::pending));
        if (can_act) {
            static_cast<void>(check(owner));
        } else {
            owner.tick_pending = true;
        }
    }

    bool give_way(Thread& thread, Why why) {
        if (waiters_.empty()) {
            return false;
        }
        machine_.lose_lock(thread, why);
        release(thread);
        machine_.queue_again(thread);
        waiters_.push_back(thread);
        return true;
    }

    ThreadQueue<Machine> waiters_;
    ThreadId owner_ = no_thread;
    Instant since_ = start_of_time;  // the owner's grid of checks begins here
    std::uint32_t stamp_ = 0;
};

}  // namespace

std::unique_ptr<LockPolicy> make_cpython_old(Machine& machine, Duration) {
    return std::make_unique<Policy>(machine);
}

}  // namespace gvlsim
