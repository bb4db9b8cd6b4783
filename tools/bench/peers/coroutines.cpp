// The lock workload with bare C++20 coroutines: a frame per thread, handles in the heap.
#include "tools/bench/peers/workload.hpp"

#include <algorithm>
#include <coroutine>
#include <deque>
#include <queue>
#include <vector>

namespace {

using Handle = std::coroutine_handle<>;

class Simulation {
public:
    std::int64_t now = 0;

    void schedule(std::int64_t time, Handle handle) {
        events_.push({time, sequence_++, handle});
    }
    void run() {
        while (!events_.empty()) {
            const Event event = events_.top();
            events_.pop();
            now = event.time;
            event.handle.resume();
        }
    }

private:
    struct Event {
        std::int64_t time;
        std::uint64_t sequence;
        Handle handle;
        bool operator<(const Event& other) const {
            return time != other.time ? time > other.time : sequence > other.sequence;
        }
    };
    std::priority_queue<Event> events_;
    std::uint64_t sequence_ = 0;
};

struct Sleep {
    Simulation& simulation;
    std::int64_t length;
    bool await_ready() const { return false; }
    void await_suspend(Handle handle) const {
        simulation.schedule(simulation.now + length, handle);
    }
    void await_resume() const {}
};

class Lock {
public:
    bool await_ready() {
        if (taken_) return false;
        taken_ = true;
        return true;
    }
    void await_suspend(Handle handle) { waiters_.push_back(handle); }
    void await_resume() const {}
    void release() {
        if (waiters_.empty()) {
            taken_ = false;
            return;
        }
        const Handle next = waiters_.front();
        waiters_.pop_front();
        next.resume();
    }

private:
    bool taken_ = false;
    std::deque<Handle> waiters_;
};

struct Process {
    struct promise_type {
        Process get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::abort(); }
    };
};

struct Sums {
    std::int64_t end = 0;
    std::int64_t waits = 0;
};

Process thread(Simulation& simulation, Lock& lock, Sums& sums, const workload::Arguments& arguments,
               std::uint32_t number) {
    workload::Stream stream(number);
    for (std::int64_t round = 0; round < arguments.rounds_each(); ++round) {
        const std::int64_t asked_at = simulation.now;
        co_await lock;
        sums.waits += simulation.now - asked_at;
        co_await Sleep{simulation, stream.exponential(arguments.hold_ns)};
        lock.release();
        co_await Sleep{simulation, stream.exponential(arguments.wait_ns)};
    }
    sums.end = std::max(sums.end, simulation.now);
}

}  // namespace

int main(int count, char** words) {
    const workload::Arguments arguments(count, words);
    Simulation simulation;
    Lock lock;
    Sums sums;
    for (int t = 0; t < arguments.threads; ++t) {
        thread(simulation, lock, sums, arguments, static_cast<std::uint32_t>(t));
    }
    simulation.run();
    workload::report(sums.end, sums.waits);
}
