#include "tests/differential/simple.hpp"

#include <algorithm>

namespace simple {

Simulator::Simulator(const Setting& setting, std::vector<std::vector<Op>> programs)
    : setting_(setting), threads_(programs.size() + 1) {
    for (std::size_t id = 0; id < threads_.size(); ++id) {
        threads_[id].id = id;
        if (id > 0) {
            threads_[id].program = std::move(programs[id - 1]);
        }
    }
    if (setting_.model == "none") {
        setting_.hand_over = Time::zero();
    }
    lock_ = make_lock(setting_.model, *this);
}

Simulator::~Simulator() = default;

Outcome Simulator::run() {
    lock_->want(threads_[0]);
    while (outcome_.end.empty()) {
        if (nobody_can_act() || events_.empty()) {
            outcome_.end = "deadlock";
            break;
        }
        const auto first = events_.begin();
        const Time time = std::get<0>(first->first);
        if (setting_.until && time > *setting_.until) {
            now_ = *setting_.until;
            outcome_.end = "until";
            break;
        }
        now_ = time;
        const std::function<void()> action = std::move(first->second);
        events_.erase(first);
        action();
    }
    outcome_.time = now_;
    return std::move(outcome_);
}

// Whoever is blocked needs another thread; if all that are left are, that is the end.
bool Simulator::nobody_can_act() const {
    return std::all_of(threads_.begin(), threads_.end(), [](const Thread& thread) {
        return thread.state == Thread::State::done ||
               (thread.state == Thread::State::blocked && !thread.woken);
    });
}

void Simulator::at(Time when, Rank rank, std::function<void()> action) {
    events_[{when, rank, events_made_++}] = std::move(action);
}

void Simulator::row(const Thread& thread, const char* what) {
    outcome_.rows.push_back({now_, thread.id, what});
}

// ---- running

void Simulator::resume(Thread& thread) {
    thread.state = Thread::State::running;
    row(thread, "RESUMED");
    if (thread.tick_pending) {
        // In a sleep or wait the status was STOPPED, so the tick is lost; after a yield it counts.
        thread.tick_pending = false;
        if (thread.why == "preempted" && lock_->noticed(thread)) {
            return;
        }
    }
    go_on(thread);
}

void Simulator::go_on(Thread& thread) {
    if (thread.resumes_work) {
        thread.resumes_work = false;
        work(thread);
        return;
    }
    while (step(thread)) {
    }
}

void Simulator::work(Thread& thread) {
    thread.work_began = now_;
    const int number = ++thread.work_number;
    at(now_ + thread.work_left, completion, [this, &thread, number] {
        if (thread.work_number == number) {
            thread.work_left = Time::zero();
            ++thread.next;
            go_on(thread);
        }
    });
}

void Simulator::lose_lock(Thread& thread) {
    if (thread.work_left > Time::zero()) {
        thread.work_left -= now_ - thread.work_began;
        ++thread.work_number;
        thread.resumes_work = true;
    }
    row(thread, "SUSPENDED preempted");
    thread.why = "preempted";
    thread.state = Thread::State::ready;
}

void Simulator::tick(Thread& thread) {
    if (thread.state == Thread::State::running) {
        static_cast<void>(lock_->noticed(thread));
    } else {
        thread.tick_pending = true;
    }
}

// ---- waiting

void Simulator::ready(Thread& thread) {
    if (thread.state == Thread::State::unborn) {
        row(thread, "STARTED");
    }
    thread.woken = false;
    thread.state = Thread::State::ready;
    row(thread, "READY");
    lock_->want(thread);
}

void Simulator::leave(Thread& thread, const char* what, Thread::State state) {
    thread.tick_pending = false;
    thread.why = what;
    thread.state = state;
    row(thread, what);
    lock_->release(thread);
}

void Simulator::wake(Thread& thread) {
    if (lock_->waker_queues) {
        ready(thread);
        return;
    }
    thread.woken = true;
    at(now_ + setting_.hand_over, wake_up, [this, &thread] { ready(thread); });
}

// ---- threads

void Simulator::start(Thread& thread) {
    if (lock_->queued_at_creation) {
        ready(thread);
    } else {
        at(now_, wake_up, [this, &thread] { ready(thread); });
    }
}

// Creates all threads in order, joins them in order, ends.
bool Simulator::main_step(Thread& main) {
    const std::size_t others = threads_.size() - 1;
    if (main.next < others) {
        ++main.next;
        start(threads_[main.next]);
        return true;
    }
    if (main.next == 2 * others) {
        end(main);
        return false;
    }
    Thread& target = threads_[main.next - others + 1];
    if (target.state == Thread::State::done) {
        ++main.next;
        return true;
    }
    joiners_[target.id].push_back(main.id);
    leave(main, "SUSPENDED join", Thread::State::blocked);
    return false;
}

// Joiners first, then its mutex, then the lock.
void Simulator::end(Thread& thread) {
    std::vector<std::size_t>& joiners = joiners_[thread.id];
    while (!joiners.empty()) {
        const std::size_t latest = joiners.back();
        joiners.pop_back();
        wake(threads_[latest]);
    }
    if (owner_ == thread.id && thread.id != 0) {
        static_cast<void>(give_mutex(thread));
    }
    row(thread, "SUSPENDED exit");
    thread.state = Thread::State::done;
    lock_->release_at_end(thread);
    row(thread, "EXITED");
    if (thread.id == 0) {
        outcome_.end = "completed";
    }
}

bool Simulator::step(Thread& thread) {
    if (thread.id == 0) {
        return main_step(thread);
    }
    if (thread.next == thread.program.size()) {
        end(thread);
        return false;
    }
    switch (thread.program[thread.next]) {
        case Op::cpu:
            thread.work_left = setting_.cpu;
            work(thread);
            return false;
        case Op::sleep:
            ++thread.next;
            leave(thread, "SUSPENDED sleep", Thread::State::sleeping);
            at(now_ + setting_.sleep, wake_up, [this, &thread] { ready(thread); });
            return false;
        case Op::lock:
            if (owner_ == thread.id && !thread.asks_mutex) {
                end(thread);  // ThreadError
                return false;
            }
            if (!take_mutex(thread)) {
                return false;
            }
            ++thread.next;
            return true;
        case Op::unlock:
            ++thread.next;
            if (!give_mutex(thread)) {
                end(thread);  // ThreadError
                return false;
            }
            return true;
        case Op::wait:
            return wait_for_signal(thread);
        case Op::signal:
            ++thread.next;
            if (!signal_waiters_.empty()) {
                Thread& first = threads_[signal_waiters_.front()];
                signal_waiters_.pop_front();
                wake(first);
            }
            return true;
        case Op::push:
            ++thread.next;
            ++items_;
            if (!poppers_.empty()) {
                Thread& first = threads_[poppers_.front()];
                poppers_.pop_front();
                wake(first);
            }
            return true;
        case Op::pop:
            if (items_ > 0) {
                --items_;
                ++thread.next;
                return true;
            }
            poppers_.push_back(thread.id);
            leave(thread, "SUSPENDED queue:q", Thread::State::blocked);
            return false;
    }
    return false;
}

// ---- mutex and condition variable

// Whether it has the mutex now; else it waits at the tail.
bool Simulator::take_mutex(Thread& thread) {
    if (owner_ == 0 || owner_ == thread.id) {  // up to 2.4 it was given it while it waited
        owner_ = thread.id;
        thread.asks_mutex = false;
        return true;
    }
    thread.asks_mutex = true;
    mutex_waiters_.push_back(thread.id);
    leave(thread, "SUSPENDED mutex:m", Thread::State::blocked);
    return false;
}

bool Simulator::give_mutex(Thread& thread) {
    if (owner_ != thread.id) {
        return false;
    }
    owner_ = 0;
    if (mutex_waiters_.empty()) {
        return true;
    }
    Thread& first = threads_[mutex_waiters_.front()];
    mutex_waiters_.pop_front();
    if (lock_->mutex_before_lock) {
        first.woken = true;
        at(now_ + setting_.hand_over, wake_up, [this, &first] { mutex_waiter_looks(first); });
    } else {
        wake(first);
    }
    return true;
}

// Up to 2.4: without the lock of the interpreter.
void Simulator::mutex_waiter_looks(Thread& thread) {
    if (owner_ != 0) {
        thread.woken = false;
        mutex_waiters_.push_back(thread.id);
        return;
    }
    owner_ = thread.id;
    ready(thread);
}

bool Simulator::wait_for_signal(Thread& thread) {
    if (!thread.half_done) {
        if (owner_ != thread.id) {
            end(thread);  // ThreadError
            return false;
        }
        thread.half_done = true;
        signal_waiters_.push_back(thread.id);
        static_cast<void>(give_mutex(thread));
        leave(thread, "SUSPENDED cv:c", Thread::State::blocked);
        return false;
    }
    if (!take_mutex(thread)) {
        return false;
    }
    thread.half_done = false;
    ++thread.next;
    return true;
}

}  // namespace simple
