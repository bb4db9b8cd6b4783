// The lock of each generation, written down once more from the specifications.
#include "tests/differential/simple.hpp"

#include <algorithm>

namespace simple {

namespace {

using namespace std::chrono_literals;

class None final : public Lock {
public:
    using Lock::Lock;
    void want(Thread& thread) override { sim_.resume(thread); }
    void release(Thread&) override {}
};

// Back from a sleep: takes the lock from its owner at once.
class Instant final : public Lock {
public:
    explicit Instant(Simulator& simulator) : Lock(simulator) {
        queued_at_creation = waker_queues = true;
    }
    void want(Thread& thread) override {
        if (owner_ == nullptr) {
            owner_ = &thread;
            awake_ = true;
            sim_.resume(thread);
        } else if (thread.why != "SUSPENDED sleep") {
            queue_.push_back(&thread);
        } else {
            if (awake_) {
                sim_.lose_lock(*owner_);
                sim_.row(*owner_, "READY");
            }
            queue_.push_front(owner_);
            hand_to(thread);
        }
    }
    void release(Thread&) override {
        owner_ = nullptr;
        if (!queue_.empty()) {
            Thread& first = *queue_.front();
            queue_.pop_front();
            hand_to(first);
        }
    }

private:
    void hand_to(Thread& thread) {
        owner_ = &thread;
        awake_ = false;
        const int number = ++hand_overs_;
        sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up, [this, &thread, number] {
            if (number == hand_overs_) {
                awake_ = true;
                sim_.resume(thread);
            }
        });
    }
    std::deque<Thread*> queue_;
    Thread* owner_ = nullptr;
    bool awake_ = false;
    int hand_overs_ = 0;
};

// The hand-shake of a yield up to 3.2: the yielder queues again when a thread from the queue has
// taken the lock. Another yielder waits for the end of that first, even if nobody is queued.
class Yielding : public Lock {
protected:
    using Lock::Lock;

    [[nodiscard]] bool in_handshake() const { return yielder_ != nullptr; }

    void begin_handshake(Thread& thread) {
        if (yielder_ != nullptr) {
            others_.push_back(&thread);
        } else {
            yielder_ = &thread;
            taken_ = false;
        }
    }
    void queued_thread_took_it() {
        if (yielder_ == nullptr || taken_) {
            return;
        }
        taken_ = true;
        if (sim_.hand_over() == Time::zero()) {
            end_handshake();
        } else {
            sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up,
                    [this] { end_handshake(); });
        }
    }

private:
    void end_handshake() {
        Thread& thread = *yielder_;
        yielder_ = nullptr;
        for (Thread* other : others_) {
            sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up, [this, other] {
                sim_.row(*other, "READY");
                want(*other);
            });
        }
        others_.clear();
        sim_.row(thread, "READY");
        want(thread);
    }
    Thread* yielder_ = nullptr;
    bool taken_ = false;
    std::vector<Thread*> others_;
};

// 1.9 - 2.5.
class TimerThread final : public Yielding {
public:
    TimerThread(Simulator& simulator, bool one_pipe, bool mutex_first)
        : Yielding(simulator), one_pipe_(one_pipe) {
        mutex_before_lock = mutex_first;
    }
    void want(Thread& thread) override {
        if (!acquired_) {
            acquired_ = true;
            make_current(thread);
            return;
        }
        if (++waiting_ == 1) {
            if (timer_ == Timer::sleeps || (one_pipe_ && timer_ == Timer::polls)) {
                timer_ = Timer::wakes;
                tick_in(Time::zero());
            } else if (!one_pipe_) {
                stale_byte_ = true;
            }
        }
        sleepers_.push_back(&thread);
    }
    void release(Thread&) override {
        acquired_ = false;
        if (sleepers_.empty()) {
            return;
        }
        Thread& first = *sleepers_.front();
        sleepers_.pop_front();
        sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up, [this, &first] {
            if (acquired_) {
                sleepers_.push_back(&first);
                return;
            }
            --waiting_;
            acquired_ = true;
            queued_thread_took_it();
            make_current(first);
        });
    }
    void release_at_end(Thread& thread) override {
        release(thread);
        current_ = nullptr;
    }
    bool noticed(Thread& thread) override {
        thread.ticks += 10;
        const bool nobody = waiting_ == 0 && !in_handshake();
        if (thread.ticks < (one_pipe_ ? 25 : 10) || nobody) {
            return false;
        }
        sim_.lose_lock(thread);
        release(thread);
        begin_handshake(thread);
        return true;
    }

private:
    enum class Timer { sleeps, wakes, polls };

    void make_current(Thread& thread) {
        if (current_ != &thread) {
            if (!one_pipe_) {
                thread.ticks = 0;
            } else if (current_ != nullptr) {
                current_->ticks = 0;
            }
        }
        current_ = &thread;
        sim_.resume(thread);
    }
    void tick_in(Time delay) {
        const int number = ++ticks_made_;
        sim_.at(sim_.now() + delay, Simulator::timer, [this, number] {
            if (number == ticks_made_) {
                tick();
            }
        });
    }
    void tick() {
        if (timer_ == Timer::wakes) {
            stale_byte_ = false;
        }
        if (waiting_ > 0) {
            timer_ = Timer::polls;
            tick_in(100ms);
        } else if (stale_byte_) {
            timer_ = Timer::wakes;
            tick_in(Time::zero());
        } else {
            timer_ = Timer::sleeps;
        }
        if (current_ != nullptr) {
            sim_.tick(*current_);
        }
    }
    const bool one_pipe_;
    bool acquired_ = false;
    int waiting_ = 0;
    std::deque<Thread*> sleepers_;  // on the condition variable
    Thread* current_ = nullptr;
    Timer timer_ = Timer::sleeps;
    bool stale_byte_ = false;
    int ticks_made_ = 0;
};

// 2.6 - 3.2.
class TimerWaiter final : public Yielding {
public:
    using Yielding::Yielding;
    void want(Thread& thread) override {
        if (owner_ == nullptr) {
            expired_ = true;
            take(thread);
        } else {
            list_.push_back(&thread);
            wait(thread);
        }
    }
    void release(Thread&) override {
        owner_ = nullptr;
        if (!list_.empty()) {
            signal(*list_.front());
        }
    }
    void release_at_end(Thread& thread) override {
        release(thread);
        current_ = nullptr;
    }
    bool noticed(Thread& thread) override {
        thread.ticks += 10;
        if (thread.ticks < 10) {
            return false;
        }
        if (list_.empty() && !in_handshake()) {
            expired_ = true;
            return false;
        }
        sim_.lose_lock(thread);
        release(thread);
        begin_handshake(thread);
        return true;
    }

private:
    void wait(Thread& thread) {
        if (timer_ != nullptr) {
            return;
        }
        timer_ = &thread;
        if (expired_) {
            deadline_ = sim_.now() + 100ms;
        }
        const int number = ++waits_;
        sim_.at(std::max(deadline_, sim_.now()), Simulator::timer, [this, &thread, number] {
            if (number == waits_ && signalled_.count(&thread) == 0) {
                expired_ = true;
                timer_ = nullptr;
                look(thread, true);
            }
        });
    }
    void signal(Thread& thread) {
        if (signalled_[&thread]++ > 0) {
            return;
        }
        sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up, [this, &thread] {
            signalled_.erase(&thread);
            const bool was_timer = timer_ == &thread;
            if (was_timer) {
                ++waits_;
                expired_ = false;
                timer_ = nullptr;
            }
            look(thread, was_timer);
        });
    }
    void look(Thread& thread, bool was_timer) {
        if (owner_ == nullptr) {
            list_.erase(std::find(list_.begin(), list_.end(), &thread));
            owner_ = &thread;
            queued_thread_took_it();
            take(thread);
            return;
        }
        wait(thread);
        if (was_timer) {
            sim_.tick(*owner_);
        }
    }
    void take(Thread& thread) {
        owner_ = &thread;
        if (timer_ == nullptr && !list_.empty()) {
            signal(*list_.back());
        }
        if (current_ != &thread) {
            current_ = &thread;
            thread.ticks = 0;
        }
        sim_.resume(thread);
    }
    Thread* owner_ = nullptr;
    Thread* current_ = nullptr;
    Thread* timer_ = nullptr;
    std::vector<Thread*> list_;
    std::map<Thread*, int> signalled_;  // on their way
    Time deadline_{};
    bool expired_ = true;
    int waits_ = 0;
};

}  // namespace

std::unique_ptr<Lock> make_lock(const std::string& model, Simulator& simulator) {
    if (model == "none") { return std::make_unique<None>(simulator); }
    if (model == "instant") { return std::make_unique<Instant>(simulator); }
    if (!model.starts_with("cruby-")) { return make_python_lock(model, simulator); }
    const std::string version = model.substr(6);
    if (version == "1.9") { return std::make_unique<TimerThread>(simulator, true, true); }
    if (version <= "2.4") { return std::make_unique<TimerThread>(simulator, false, true); }
    if (version == "2.5") { return std::make_unique<TimerThread>(simulator, false, false); }
    if (version <= "3.2") { return std::make_unique<TimerWaiter>(simulator); }
    return make_direct_lock(version >= "4.0", simulator);
}

}  // namespace simple
