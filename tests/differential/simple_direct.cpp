// The lock from 3.3 on, written down once more from the specification.
#include "tests/differential/simple.hpp"

#include <algorithm>

namespace simple {

namespace {

using namespace std::chrono_literals;

// 3.3 and later.
class Direct final : public Lock {
public:
    Direct(Simulator& simulator, bool resets) : Lock(simulator), resets_(resets) {
        queued_at_creation = waker_queues = true;
    }
    void want(Thread& thread) override {
        if (owner_ == nullptr) {
            owner_ = &thread;
            run(thread);
            return;
        }
        if (awake_ && queue_.empty()) {
            somebody_waits();
        }
        queue_.push_back(&thread);
    }
    void release(Thread&) override {
        awake_ = listed_ = false;
        owner_ = nullptr;
        if (!queue_.empty()) {
            hand_over();
        }
    }
    bool noticed(Thread& thread) override {
        if (++thread.ticks < 10) {
            return false;
        }
        if (resets_) {
            thread.ticks = 0;
        }
        if (queue_.empty()) {
            return false;
        }
        sim_.lose_lock(thread);
        awake_ = listed_ = false;
        hand_over();
        sim_.row(thread, "READY");
        queue_.push_back(&thread);
        return true;
    }

private:
    void hand_over() {
        Thread& next = *queue_.front();
        queue_.pop_front();
        owner_ = &next;
        sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up, [this, &next] {
            if (!queue_.empty()) {
                somebody_waits();
            }
            run(next);
        });
    }
    void run(Thread& thread) {
        awake_ = true;
        if (last_ != &thread) {
            last_ = &thread;
            thread.ticks = 0;
        }
        sim_.resume(thread);
    }
    void somebody_waits() {
        listed_ = true;
        if (!armed_) {
            arm();
        }
    }
    void arm() {
        armed_ = true;
        sim_.at(sim_.now() + 10ms, Simulator::timer, [this] {
            if (!listed_) {
                armed_ = false;
                return;
            }
            arm();
            sim_.tick(*owner_);
        });
    }
    const bool resets_;
    std::deque<Thread*> queue_;
    Thread* owner_ = nullptr;
    Thread* last_ = nullptr;
    bool awake_ = false;   // the owner runs
    bool listed_ = false;  // and somebody waits
    bool armed_ = false;
};

}  // namespace

std::unique_ptr<Lock> make_direct_lock(bool resets, Simulator& simulator) {
    return std::make_unique<Direct>(simulator, resets);
}

}  // namespace simple
