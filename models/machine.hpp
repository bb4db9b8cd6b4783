// The state of one run, and the one switch over its events. Operations and lock policies work on
// it through the services below; each says who calls it.
#pragma once

#include "models/cost_book.hpp"
#include "models/event_kinds.hpp"
#include "models/fast_forward.hpp"
#include "models/gvl/policy.hpp"
#include "models/objects/objects.hpp"
#include "models/pools/executors.hpp"
#include "models/program.hpp"
#include "models/recorder.hpp"
#include "models/span_book.hpp"
#include "sim/event_queue.hpp"

#include <memory>
#include <vector>

namespace gvlsim {

class Machine final : public Names {
public:
    // `scenario` and `options` must outlive the machine.
    Machine(const Scenario& scenario, const RunOptions& options);
    ~Machine() override;
    [[nodiscard]] Result run();

    // --- for all
    [[nodiscard]] Instant now() const noexcept { return queue_.now(); }
    [[nodiscard]] Thread& thread(ThreadId id) noexcept { return threads_[id]; }
    [[nodiscard]] std::vector<Thread>& threads() noexcept { return threads_; }
    [[nodiscard]] std::size_t thread_count() const noexcept { return threads_.size(); }
    [[nodiscard]] const Scenario& scenario() const noexcept { return scenario_; }
    [[nodiscard]] const RunOptions& options() const noexcept { return options_; }
    [[nodiscard]] const Program& program() const noexcept { return program_; }
    [[nodiscard]] CostBook& costs() noexcept { return costs_; }
    [[nodiscard]] Objects& objects() noexcept { return objects_; }
    [[nodiscard]] Executors& executors() noexcept { return executors_; }
    [[nodiscard]] Recorder& recorder() noexcept { return recorder_; }
    [[nodiscard]] SpanBook& spans() noexcept { return spans_; }
    [[nodiscard]] const LockPolicy& policy() const noexcept { return *policy_; }
    [[nodiscard]] std::size_t alive() const noexcept { return alive_; }
    // Ends the run after the present event.
    void finish(EndKind kind) noexcept;
    // A thread that did something wrong in Ruby's eyes ends with this error; a task ends without
    // a word, and the thread that runs it goes on (see exit).
    void fail(Thread& thread, const char* error);

    // --- for operations
    // The thread runs `length` with the lock, then goes on. Zero: no event; returns `next`.
    [[nodiscard]] Progress begin_segment(Thread& thread, Segment kind, Duration length);
    // SUSPENDED: leaves the lock for a wait that something else will end.
    void leave(Thread& thread, Why why, std::uint32_t object = no_object);
    // Ends the present wait at `when` by itself; a wake-up before then cancels it.
    void arrive_at(Thread& thread, Instant when);
    void time_out_at(Thread& thread, Instant when);
    // Ends the wait of another thread, if it still waits, as its waker. A timed wait is a native
    // one: its thread wakes by itself, even where untimed waiters are queued by the waker.
    void wake(Thread& waiter, bool timed = false);
    // READY: the thread's wait is over and it wants the lock.
    void make_ready(Thread& thread);
    // Whether only another thread can end its wait. A run in which all are stuck is over.
    void set_stuck(Thread& thread, bool stuck) noexcept;
    // A tick that is pending is noticed before a blocking call; true: the lock is gone.
    [[nodiscard]] bool check_point(Thread& thread);
    // A thread of entry `made_from`; it becomes ready as the runtime says. References to threads
    // are invalid afterwards.
    ThreadId create_thread(std::uint32_t made_from, ThreadId creator, std::uint32_t made_together,
                           bool numbered);
    // The same for worker `number` of a pool.
    ThreadId create_worker(std::uint32_t pool, std::uint32_t number, ThreadId creator);
    [[nodiscard]] const std::vector<ThreadId>& made(std::uint32_t made_from) const noexcept;
    // In a task: its end, when the present instruction is over.
    void exit(Thread& thread);
    [[nodiscard]] bool pass(Thread& thread);
    // What the program asked for, for `solo`: with the lock, or waiting.
    void count_work(Thread& t, Duration work) noexcept { t.solo = wrapped_sum(t.solo, work); }
    void count_waiting(Thread& thread, Duration length) noexcept;

    // --- for lock policies
    // The thread has the lock and is awake: RESUMED, and its program goes on.
    void resumed(Thread& thread);
    // A running thread loses the lock; its segment stops. Why: preempted or pass.
    void lose_lock(Thread& thread, Why why);
    // The READY row of a thread that queues again after that.
    void queue_again(Thread& thread);
    void schedule(EventKind kind, Instant when, std::uint32_t subject, std::uint32_t stamp = 0);
    // A wake-up `delay` from now; with zero delay it still comes after those scheduled before.
    void schedule_wake(EventKind kind, Duration delay, std::uint32_t subject,
                       std::uint32_t stamp = 0);
    void count_tick() noexcept { ++lock_.ticks; }

    // --- Names
    [[nodiscard]] std::string thread_name(std::uint32_t id) const override;
    [[nodiscard]] std::string detail(const Record& record) const override;
    [[nodiscard]] std::span<const CauseText> cause_texts() const override;

private:
    friend class FastForward;

    void start();
    [[nodiscard]] bool may_handle(Instant next);
    void handle(const Event& event);
    void segment_ended(Thread& thread);
    void go_on(Thread& thread);
    void proceed(ThreadId id);
    void enter(Thread& thread, ThreadState state) noexcept;
    void stop_segment(Thread& thread);
    void note_stale();
    [[nodiscard]] RandomStream named_stream(const char* prefix, const std::string& name,
                                            std::uint32_t number) const;
    void wake_joiners(Thread& thread);
    [[nodiscard]] ThreadId add_thread(ThreadId creator, Address start);
    void begin_life(Thread& made, Duration delay);
    void drop_stale_events();
    [[nodiscard]] bool is_stale(const Event& event) const;
    void close_books(Instant end);
    [[nodiscard]] Result result();

    const Scenario& scenario_;
    const RunOptions& options_;
    Program program_;
    CostBook costs_;
    Ranks ranks_;
    EventQueue queue_;
    Recorder recorder_;
    std::vector<Thread> threads_;
    std::vector<std::vector<ThreadId>> made_;  // by thread entry, oldest first
    Objects objects_;
    SpanBook spans_;
    Executors executors_;
    std::unique_ptr<LockPolicy> policy_;
    Instant horizon_ = end_of_time;
    EndKind horizon_kind_ = EndKind::time_limit;
    LockResult lock_;
    ThreadId last_owner_ = main_thread;
    std::size_t alive_ = 0;
    std::size_t largest_alive_ = 0;
    std::size_t stale_ = 0;
    std::size_t stuck_ = 0;
    std::uint64_t handled_ = 0;
    std::uint64_t operations_here_ = 0;  // since the clock last moved
    bool task_over_ = false;  // the task of the running thread ends with this instruction
    bool ended_ = false;
    EndKind end_kind_ = EndKind::completed;
    FastForward fast_forward_;
    std::vector<std::pair<ThreadId, const char*>> errors_;
};

}  // namespace gvlsim
