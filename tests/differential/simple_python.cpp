// CPython's locks, written down once more from the specification.
#include "tests/differential/simple.hpp"

#include <algorithm>

namespace simple {

namespace {

using namespace std::chrono_literals;

// Up to 3.1: the owner loses every hundredth check, 100 us apart, to the first waiter.
class OldPython final : public Lock {
public:
    using Lock::Lock;
    void want(Thread& thread) override {
        if (owner_ == nullptr) {
            take(thread);
            return;
        }
        queue_.push_back(&thread);
        if (queue_.size() == 1) {
            count_checks();
        }
    }
    void release(Thread&) override {
        owner_ = nullptr;
        ++count_;
        if (queue_.empty() || signalled_ == queue_.front()) {
            return;
        }
        signalled_ = queue_.front();
        sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up, [this, first = signalled_] {
            signalled_ = nullptr;
            if (owner_ == nullptr) {
                queue_.erase(std::find(queue_.begin(), queue_.end(), first));
                take(*first);
            }
        });
    }

private:
    void take(Thread& thread) {
        owner_ = &thread;
        since_ = sim_.now();
        if (!queue_.empty()) {
            count_checks();
        }
        sim_.resume(thread);
    }
    void count_checks() {
        const auto passed = (sim_.now() - since_) / 100us;
        const int number = ++count_;
        sim_.at(since_ + (passed + 100) * 100us, Simulator::timer, [this, number] {
            if (number != count_ || queue_.empty()) {
                return;
            }
            Thread& thread = *owner_;
            sim_.lose_lock(thread);
            release(thread);
            sim_.row(thread, "READY");
            queue_.push_back(&thread);
        });
    }
    std::deque<Thread*> queue_;
    Thread* signalled_ = nullptr;
    Thread* owner_ = nullptr;
    Time since_{};
    int count_ = 0;
};

// From 3.2 on: a waiter that saw no switch in a whole interval of 5 ms makes the owner drop the
// lock, and the owner waits for a switch before it wants it again.
class NewPython final : public Lock {
public:
    using Lock::Lock;
    void want(Thread& thread) override {
        if (!locked_) {
            take(thread);
            return;
        }
        queue_.push_back(&thread);
        open_window(thread);
    }
    void release(Thread&) override {
        locked_ = false;
        if (queue_.empty() || signalled_[queue_.front()]) {
            return;
        }
        Thread& first = *queue_.front();
        signalled_[&first] = true;
        sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up, [this, &first] {
            signalled_[&first] = false;
            if (locked_) {
                open_window(first);
            } else {
                unqueue(first);
                take(first);
            }
        });
    }

private:
    void open_window(Thread& thread) {
        const int window = ++window_[&thread];
        const int before = switches_;
        sim_.at(sim_.now() + 5ms, Simulator::timer, [this, &thread, window, before] {
            if (window_[&thread] != window || signalled_[&thread]) {
                return;
            }
            if (!locked_) {
                unqueue(thread);
                take(thread);
                return;
            }
            open_window(thread);
            if (before == switches_) {
                drop(*last_holder_);
            }
        });
    }
    void drop(Thread& owner) {
        sim_.lose_lock(owner);
        dropped_.push_back(&owner);
        release(owner);
    }
    void take(Thread& thread) {
        locked_ = true;
        ++window_[&thread];
        if (last_holder_ != &thread) {
            last_holder_ = &thread;
            ++switches_;
            for (Thread* dropped : dropped_) {
                want_again(*dropped);
            }
            dropped_.clear();
        }
        sim_.resume(thread);
    }
    void want_again(Thread& thread) {
        const auto action = [this, &thread] {
            sim_.row(thread, "READY");
            want(thread);
        };
        if (sim_.hand_over() == Time::zero()) {
            action();
        } else {
            sim_.at(sim_.now() + sim_.hand_over(), Simulator::wake_up, action);
        }
    }
    void unqueue(Thread& thread) {
        queue_.erase(std::find(queue_.begin(), queue_.end(), &thread));
    }
    std::deque<Thread*> queue_;
    std::vector<Thread*> dropped_;
    std::map<Thread*, bool> signalled_;
    std::map<Thread*, int> window_;
    Thread* last_holder_ = nullptr;
    bool locked_ = false;
    int switches_ = 0;
};

}  // namespace

std::unique_ptr<Lock> make_python_lock(const std::string& model, Simulator& simulator) {
    if (model == "cpython-2.7" || model == "cpython-3.0" || model == "cpython-3.1") {
        return std::make_unique<OldPython>(simulator);
    }
    return model.starts_with("cpython-3.") ? std::make_unique<NewPython>(simulator) : nullptr;
}

}  // namespace simple
