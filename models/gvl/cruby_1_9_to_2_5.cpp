// CRuby 1.9.3 and 2.0 - 2.5 on POSIX (thread_pthread.c and thread.c at the tags v1_9_3_551,
// v2_0_0_648, v2_3_8, v2_4_10, v2_5_9).
//
// * The lock is free or taken. A thread that finds it taken counts itself as a waiter and sleeps
//   on one condition variable that all share, first in first out. Letting go frees the lock and
//   signals one waiter; the waiter looks again when it is awake (cost `switch`), and goes to the
//   tail if somebody took the lock meanwhile (gvl_acquire_common, gvl_release_common).
// * A separate timer thread ticks: each tick sets the TIMER bit of the thread that became current
//   last, even if that sleeps or waits. After a tick it polls 100 ms if somebody waits, else it
//   sleeps until it is woken (rb_thread_timer, timer_thread_function, timer_thread_sleep).
// * The first waiter wakes a sleeping timer thread, which ticks at once: that is why the owner
//   loses the lock to the first who asks. While the timer polls, a first waiter only leaves a
//   byte in the pipe that it does not look at; the byte causes one more tick when the poll ends
//   without waiters. In 1.9.3 there is one pipe, always looked at: every first waiter ticks at
//   once and starts the 100 ms anew.
// * One tick noticed charges 100 ms. The limit is 100 ms (250 in 1.9.3), so one tick (three)
//   preempts at priority 0 (rb_thread_schedule_limits, RUBY_THREAD_TIMESLICE of that time:
//   TIME_QUANTUM_USEC). running_time_us starts again when a thread becomes current after another;
//   in 1.9.3 it is the outgoing thread's that does.
#include "models/gvl/cruby_1_9_to_2_5.hpp"

#include "models/gvl/cruby.hpp"
#include "models/gvl/handshake.hpp"
#include "models/gvl/thread_queue.hpp"
#include "models/machine.hpp"
#include "models/state_writer.hpp"

namespace gvlsim {

namespace {

// thread_pthread.c, TIME_QUANTUM_USEC: 100 ms in 1.9.3 - 2.5, for poll and charge.
constexpr Duration poll_period = std::chrono::milliseconds{100};
constexpr std::uint32_t charge_us = 100'000;

// With a higher priority, or in 1.9, it takes several ticks.
constexpr CauseText texts[] = {
    {Cause::ticks_begin,
     "As the first waiter {t.waiter} woke the timer thread, which ticks at once and then every "
     "100 ms; its tick at {i.tick} met {t.owner}, however short that had run, and took the lock.",
     "The timer thread was ticking every 100 ms since {i.clock}, when it was woken for {t.by}; its "
     "tick at {i.tick} met {t.owner}, however short that had run, and took the lock."},
};

class Policy final : public CRubyPolicy {
public:
    Policy(Machine& machine, TimerThreadRuby version, Duration quantum)
        : CRubyPolicy(
              machine, traits_of(version), charge_us,
              static_cast<std::uint32_t>(
                  std::chrono::duration_cast<std::chrono::microseconds>(quantum).count())),
          one_pipe_(version == TimerThreadRuby::v1_9),
          condition_(machine),
          handshake_(machine) {}

    void want(Thread& thread) override {
        if (!taken_) {
            if (waiting_ > 0) {
                machine_.recorder().cause(machine_.now(), Cause::barged, thread.id);
            }
            take(thread);
            return;
        }
        if (++waiting_ == 1) {
            first_waiter(thread.id);
        }
        condition_.push_back(thread);
    }

    [[nodiscard]] std::span<const CauseText> cause_texts() const override { return texts; }

    void release(Thread& thread) override {
        taken_ = false;
        if (!condition_.empty()) {
            const ThreadId first = condition_.pop_front().id;
            machine_.recorder().cause(machine_.now(), Cause::signalled, first, thread.id);
            machine_.schedule_wake(EventKind::lock_wake, machine_.costs().hand_over.draw(), first);
        }
    }

    void release_at_exit(Thread& thread) override {
        release(thread);
        current_ = no_thread;
    }

    [[nodiscard]] bool pass(Thread& thread) override { return yield(thread, Why::pass); }

    void handle(const Event& event) override {
        switch (static_cast<EventKind>(event.kind())) {
            case EventKind::lock_wake:
                signalled(machine_.thread(event.subject));
                break;
            case EventKind::yielder_wake:
                handshake_.end([this](Thread& thread) { want(thread); });
                break;
            case EventKind::other_yielder:
                machine_.queue_again(machine_.thread(event.subject));
                want(machine_.thread(event.subject));
                break;
            case EventKind::tick:
                tick();
                break;
            default:
                break;
        }
    }

    [[nodiscard]] bool is_stale(const Event& event) const override {
        return event.kind() == static_cast<std::uint8_t>(EventKind::tick) &&
               event.stamp != timer_stamp_;
    }

    void write_state(StateWriter& writer) const override {
        writer.add(current_);
        writer.add((std::uint64_t{waiting_} << 4) | (taken_ ? 1U : 0U) | (stale_byte_ ? 2U : 0U) |
                   (static_cast<unsigned>(timer_) << 2));
        condition_.for_each([&](ThreadId id) { writer.add(id); });
        handshake_.write_state(writer);
    }

private:
    enum class Timer : unsigned char { asleep, waking, polling };

    static PolicyTraits traits_of(TimerThreadRuby version) {
        PolicyTraits traits;
        traits.mutex_taken_before_lock = version != TimerThreadRuby::v2_5;
        return traits;
    }

    [[nodiscard]] bool somebody_waits() const override {
        return waiting_ > 0 || handshake_.going_on();
    }

    bool yield(Thread& thread, Why why) override {
        if (!somebody_waits()) {
            return false;
        }
        machine_.lose_lock(thread, why);
        release(thread);
        machine_.recorder().cause(machine_.now(), Cause::waits_for_handshake, thread.id);
        handshake_.begin(thread);
        return true;
    }

    // A waiter that was signalled is awake.
    void signalled(Thread& thread) {
        if (taken_) {
            machine_.recorder().cause(machine_.now(), Cause::signalled_in_vain, thread.id,
                                      current_);
            condition_.push_back(thread);  // still a waiter, so nobody is a first one
            return;
        }
        --waiting_;
        taken_ = true;
        handshake_.taken([this](Thread& yielder) { want(yielder); });
        become_current(thread);
    }

    void take(Thread& thread) {
        taken_ = true;
        become_current(thread);
    }

    void become_current(Thread& thread) {
        if (current_ != thread.id) {
            if (!one_pipe_) {
                thread.rt_us = 0;
            } else if (current_ != no_thread) {
                machine_.thread(current_).rt_us = 0;
            }
            current_ = thread.id;
        }
        machine_.resumed(thread);
    }

    void first_waiter(ThreadId waiter) {
        if (timer_ == Timer::asleep || (one_pipe_ && timer_ == Timer::polling)) {
            machine_.recorder().cause(machine_.now(), Cause::ticks_begin, waiter);
            timer_ = Timer::waking;
            schedule_tick(machine_.costs().timer_wake.draw());
        } else if (!one_pipe_) {
            stale_byte_ = true;
        }
    }

    void tick() {
        if (timer_ == Timer::waking) {
            stale_byte_ = false;  // it emptied both pipes
        }
        // How many wait is read before the marked thread can react.
        if (waiting_ > 0) {
            timer_ = Timer::polling;
            schedule_tick(poll_period + machine_.costs().tick_overshoot.draw());
        } else if (stale_byte_) {
            timer_ = Timer::waking;
            schedule_tick(Duration::zero());
        } else {
            timer_ = Timer::asleep;
        }
        if (current_ == no_thread) {
            tick_nobody();
        } else {
            deliver_tick(machine_.thread(current_));
        }
    }

    void schedule_tick(Duration delay) {
        machine_.schedule(EventKind::tick, later(machine_.now(), delay), no_subject,
                          ++timer_stamp_);
    }

    const bool one_pipe_;
    ThreadQueue<Machine> condition_;  // waiters that nobody has signalled
    Handshake handshake_;
    std::uint32_t waiting_ = 0;       // all waiters, those on their way too
    ThreadId current_ = no_thread;    // vm->running_thread: stays when the lock is let go
    bool taken_ = false;
    bool stale_byte_ = false;         // in the pipe that a polling timer does not look at
    Timer timer_ = Timer::asleep;
    std::uint32_t timer_stamp_ = 0;
};

}  // namespace

std::unique_ptr<LockPolicy> make_cruby_1_9_to_2_5(Machine& machine, TimerThreadRuby version,
                                                  Duration quantum) {
    return std::make_unique<Policy>(machine, version, quantum);
}

}  // namespace gvlsim
