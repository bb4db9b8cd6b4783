// A second simulator, written to be obviously right and not to be fast: events are functions in a
// sorted map, threads are lists of operations, everything is looked up anew. It shares no code
// with models/ and knows only what the differential test needs: threads of a fixed program each,
// started and joined by main, one mutex, one condition variable, one queue.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace simple {

using Time = std::chrono::nanoseconds;

enum class Op { cpu, sleep, lock, unlock, wait, signal, push, pop };

struct Setting {
    std::string model;  // "cruby-2.5"
    Time cpu{};
    Time sleep{};
    Time hand_over{};  // the cost `switch`
    std::optional<Time> until;
};

// One row of the timeline: `what` is "READY", "SUSPENDED sleep", …
struct Row {
    Time time{};
    std::size_t thread = 0;  // 0 is main
    const char* what = "";
    friend bool operator==(const Row& a, const Row& b) {
        return a.time == b.time && a.thread == b.thread && std::string{a.what} == b.what;
    }
};

struct Outcome {
    std::vector<Row> rows;
    std::string end;  // "completed", "deadlock" or "until"
    Time time{};
};

struct Thread {
    enum class State { unborn, ready, running, sleeping, blocked, done };
    std::size_t id = 0;
    std::vector<Op> program;
    std::size_t next = 0;  // of the program
    State state = State::unborn;
    bool woken = false;         // blocked, but somebody has ended that
    bool half_done = false;     // it has begun the operation at `next` and waited in it
    bool resumes_work = false;  // was preempted in the middle of `cpu`
    bool asks_mutex = false;
    std::string why;       // it left the lock last
    Time work_left{};
    Time work_began{};
    int work_number = 0;   // an end of work with another number is of the past
    bool tick_pending = false;
    int ticks = 0;         // noticed since another thread ran, in units of 10 ms
};

class Lock;

class Simulator {
public:
    explicit Simulator(const Setting& setting, std::vector<std::vector<Op>> programs);
    ~Simulator();
    Outcome run();

    // --- for locks
    enum Rank { completion, wake_up, timer };
    [[nodiscard]] Time now() const { return now_; }
    [[nodiscard]] Time hand_over() const { return setting_.hand_over; }
    void at(Time when, Rank rank, std::function<void()> action);
    void resume(Thread& thread);           // it has the lock and runs
    void lose_lock(Thread& thread);        // preempted
    void row(const Thread& thread, const char* what);
    void tick(Thread& thread);             // sets the TIMER bit
    [[nodiscard]] Thread& thread(std::size_t id) { return threads_[id]; }

private:
    friend class Lock;
    void go_on(Thread& thread);
    bool step(Thread& thread);  // false: it waits, computes or is gone
    bool main_step(Thread& thread);
    void start(Thread& thread);
    void work(Thread& thread);
    void notice_tick(Thread& thread);
    void ready(Thread& thread);
    void leave(Thread& thread, const char* what, Thread::State state);
    void wake(Thread& thread);
    bool take_mutex(Thread& thread);
    bool give_mutex(Thread& thread);
    void mutex_waiter_looks(Thread& thread);
    bool wait_for_signal(Thread& thread);
    void end(Thread& thread);
    [[nodiscard]] bool nobody_can_act() const;

    Setting setting_;
    std::vector<Thread> threads_;
    std::map<std::tuple<Time, int, int>, std::function<void()>> events_;
    int events_made_ = 0;
    std::unique_ptr<Lock> lock_;
    Time now_{};
    Outcome outcome_;

    std::size_t owner_ = 0;  // of the mutex; 0: nobody, main takes none
    std::deque<std::size_t> mutex_waiters_;
    std::deque<std::size_t> signal_waiters_;
    std::deque<std::size_t> poppers_;
    int items_ = 0;
    std::map<std::size_t, std::vector<std::size_t>> joiners_;
};

// The lock of the interpreter.
class Lock {
public:
    explicit Lock(Simulator& simulator) : sim_(simulator) {}
    virtual ~Lock() = default;
    virtual void want(Thread& thread) = 0;
    virtual void release(Thread& thread) = 0;
    virtual void release_at_end(Thread& thread) { release(thread); }
    // It noticed a tick while it ran; whether it lost the lock.
    virtual bool noticed(Thread&) { return false; }

    bool queued_at_creation = false;      // 3.3 and later, and `instant`
    bool waker_queues = false;            // the same
    bool mutex_before_lock = false;       // up to 2.4

protected:
    Simulator& sim_;
};

// Null for a model that is not known here.
std::unique_ptr<Lock> make_lock(const std::string& model, Simulator& simulator);
std::unique_ptr<Lock> make_direct_lock(bool resets, Simulator& simulator);
std::unique_ptr<Lock> make_python_lock(const std::string& model, Simulator& simulator);

}  // namespace simple
