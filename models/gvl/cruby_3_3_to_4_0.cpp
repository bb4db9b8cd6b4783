// CRuby 3.3, 3.4 and 4.0 on POSIX (thread_pthread.c, thread_pthread_mn.c and thread.c at the tags
// v3_3_8, v3_4_9, v4.0.5), threads with a native thread each.
//
// * The lock has an owner and a first-in-first-out queue. Whoever lets go hands it over: the head
//   of the queue owns it from that instant, even while its native thread is still waking up
//   (cost `switch`). Nobody can overtake (thread_sched_to_ready_common, thread_sched_wakeup_next).
// * A thread that wants a free lock owns it and runs at once.
// * The timeslice list holds the owner while it really runs and somebody waits. The list going
//   from empty to not empty wakes the timer thread if it sleeps; it then waits 10 ms at a time.
// * A tick marks the thread in the list, whenever it got the lock, and charges it 10 ms; then the
//   timer thread goes on ticking if the list is not empty, else it sleeps. So it needs one tick
//   with an empty list to fall asleep, and a thread may meet a tick soon after it starts.
// * With the limit reached the thread gives way: the head of the queue is the owner, the thread
//   goes to the tail, in one step (thread_sched_yield).
// * running_time_us starts again at 0 when a thread resumes and another one ran in between; from
//   4.0 on also after every limit reached (thread.c, rb_thread_schedule_limits, d845da05e8).
#include "models/gvl/cruby_3_3_to_4_0.hpp"

#include "models/gvl/cruby.hpp"
#include "models/gvl/thread_queue.hpp"
#include "models/machine.hpp"
#include "models/state_writer.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

// thread_pthread.c, TIME_QUANTUM_USEC / timer_thread_set_timeout: 10 ms per poll, 3.3.0 and later.
constexpr Duration tick_period = std::chrono::milliseconds{10};
constexpr std::uint32_t charge_us = 10'000;

constexpr CauseText texts[] = {
    {Cause::ticks_begin,
     "The timer slept until {i.clock}, when a thread ran and {t.waiter} waited; from then on it "
     "ticked every 10 ms, and its tick at {i.tick} used up {t.owner}'s quantum.",
     "The timer was ticking every 10 ms since {i.clock}, when a thread ran and {t.by} waited, and "
     "its tick at {i.tick} used up {t.owner}'s quantum."},
};

std::uint32_t wrapped_us(Duration quantum) {
    // thread.c, 3.4: thread_default_quantum_ms * 1000 in 32 bits.
    return static_cast<std::uint32_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(quantum).count());
}

class Policy final : public CRubyPolicy {
public:
    Policy(Machine& machine, ModernRuby version, Duration quantum)
        : CRubyPolicy(machine, traits_of(version), charge_us, wrapped_us(quantum)),
          resets_after_yield_(version == ModernRuby::v4_0),
          ready_(machine) {}

    void want(Thread& thread) override {
        if (owner_ == no_thread) {
            owner_ = thread.id;
            run(thread);
            return;
        }
        if (awake_ && ready_.empty()) {
            enter_timeslice_list(thread.id);
        }
        ready_.push_back(thread);
    }

    [[nodiscard]] std::span<const CauseText> cause_texts() const override { return texts; }

    void release(Thread&) override {
        listed_ = false;
        awake_ = false;
        if (ready_.empty()) {
            owner_ = no_thread;
        } else {
            hand_over();
        }
    }

    [[nodiscard]] bool pass(Thread& thread) override { return yield(thread, Why::pass); }

    void handle(const Event& event) override {
        switch (static_cast<EventKind>(event.kind())) {
            case EventKind::lock_wake:
                owner_wakes(machine_.thread(event.subject));
                break;
            case EventKind::timer_wake:
                timer_ = Timer::asleep;
                if (listed_) {
                    arm();
                }
                break;
            case EventKind::tick:
                tick();
                break;
            default:
                break;
        }
    }

    void write_state(StateWriter& writer) const override {
        writer.add(owner_);
        writer.add(running_ec_);
        writer.add((awake_ ? 1U : 0U) | (listed_ ? 2U : 0U) |
                   (static_cast<unsigned>(timer_) << 2));
        ready_.for_each([&](ThreadId id) { writer.add(id); });
    }

private:
    enum class Timer : unsigned char { asleep, waking, armed };

    static PolicyTraits traits_of(ModernRuby version) {
        PolicyTraits traits;
        traits.queued_at_creation = true;
        traits.create_cost_after_queueing = version == ModernRuby::v3_3;
        traits.waker_queues = true;
        return traits;
    }

    [[nodiscard]] bool somebody_waits() const override { return !ready_.empty(); }

    bool yield(Thread& thread, Why why) override {
        if (resets_after_yield_) {
            thread.rt_us = 0;
        }
        if (ready_.empty()) {
            return false;
        }
        machine_.lose_lock(thread, why);
        listed_ = false;
        awake_ = false;
        hand_over();
        machine_.queue_again(thread);
        ready_.push_back(thread);
        return true;
    }

    void hand_over() {
        const ThreadId from = owner_;
        owner_ = ready_.pop_front().id;
        machine_.recorder().cause(machine_.now(), Cause::handed_over, owner_, from);
        machine_.schedule_wake(EventKind::lock_wake, machine_.costs().hand_over.draw(), owner_);
    }

    void owner_wakes(Thread& thread) {
        if (!ready_.empty()) {
            enter_timeslice_list(ready_.front());
        }
        run(thread);
    }

    void run(Thread& thread) {
        awake_ = true;
        if (running_ec_ != thread.id) {
            running_ec_ = thread.id;
            thread.rt_us = 0;
        }
        machine_.resumed(thread);
    }

    void enter_timeslice_list(ThreadId waiter) {
        listed_ = true;
        if (timer_ != Timer::asleep) {
            return;
        }
        machine_.recorder().cause(machine_.now(), Cause::ticks_begin, waiter);
        const Duration delay = machine_.costs().timer_wake.draw();
        if (delay == Duration::zero()) {
            arm();
        } else {
            timer_ = Timer::waking;
            machine_.schedule(EventKind::timer_wake, later(machine_.now(), delay), no_subject);
        }
    }

    void arm() {
        timer_ = Timer::armed;
        machine_.schedule(
            EventKind::tick,
            later(machine_.now(), tick_period + machine_.costs().tick_overshoot.draw()),
            no_subject);
    }

    void tick() {
        if (!listed_) {
            timer_ = Timer::asleep;
            tick_nobody();
            return;
        }
        // Armed again before the marked thread can react; its successor is in the list at once.
        arm();
        deliver_tick(machine_.thread(owner_));
    }

    const bool resets_after_yield_;
    ThreadQueue<Machine> ready_;
    ThreadId owner_ = no_thread;
    ThreadId running_ec_ = no_thread;  // last thread that went through the switch bookkeeping
    bool awake_ = false;               // the owner has resumed
    bool listed_ = false;              // the owner is in the timeslice list
    Timer timer_ = Timer::asleep;
};

}  // namespace

std::unique_ptr<LockPolicy> make_cruby_3_3_to_4_0(Machine& machine, ModernRuby version,
                                                  Duration quantum) {
    return std::make_unique<Policy>(machine, version, quantum);
}

std::optional<Duration> effective_quantum_3_3_to_4_0(Duration asked) {
    const std::uint32_t limit_us = wrapped_us(asked);
    const std::uint32_t largest = UINT32_MAX / charge_us * charge_us;
    if (limit_us > largest) {
        return std::nullopt;
    }
    const std::uint32_t whole = limit_us / charge_us + (limit_us % charge_us != 0 ? 1 : 0);
    const std::uint32_t ticks = std::max(1U, whole);
    return ticks * tick_period;
}

}  // namespace gvlsim
