// The thread pools of one run: concurrent-ruby's ThreadPoolExecutor as its code has it, not its
// guide. Rules read in lib/concurrent-ruby/concurrent/executor/ruby_thread_pool_executor.rb and
// ruby_executor_service.rb, 1.1.10 to 1.3.5, in our words:
//
// * A task goes to the worker that became idle last if the pool has `min` threads or more and one
//   is idle; else to a new thread if the pool is below `max`, before anything is queued; else into
//   the queue if that has room; else the fallback decides.
// * `abort` raises in the submitter; `discard` drops the task, and its future never comes;
//   `caller_runs` runs the task in the submitter without the pool's lock (before 1.1.10 with it,
//   so that workers could not take tasks meanwhile).
// * A worker that is done takes the oldest queued task, or becomes idle: it waits in Queue#pop.
// * A task that raises ends there, in a worker as with caller_runs, and its thread goes on.
// * Pruning: an accepted task is followed by a look at the idle workers if more than half of
//   `idle` (whole seconds, rounded down) has passed since the last look: those idle for longer
//   than `idle` are told to stop, the longest idle first, as long as more than `min` threads are
//   left. Nobody looks while nothing is submitted. A worker counts as a thread of the pool until
//   it has woken up to stop. (From 1.3.6 on workers time out by themselves.)
#pragma once

#include "models/pools/futures.hpp"
#include "models/pools/ready_workers.hpp"
#include "models/pools/task.hpp"
#include "models/pools/task_queue.hpp"
#include "models/report/result.hpp"
#include "models/scenario/scenario.hpp"
#include "sim/random.hpp"

#include <cstdint>
#include <vector>

namespace gvlsim {

class Machine;

struct Pool {
    std::int64_t size = 0;      // workers; also those about to be created
    std::uint32_t created = 0;  // numbers the names
    std::int64_t largest = 0;
    std::uint64_t submitted = 0;  // numbers the tasks
    std::uint64_t accepted = 0;
    std::uint64_t queued = 0;
    Duration longest_queue_wait{};
    Instant next_look = start_of_time;  // at the idle workers
    ReadyWorkers ready;
    TaskQueue queue;
    StreamKey tasks{0};  // "task/<pool>/"
};

// What became of a task that was submitted.
enum class Placement : std::uint8_t {
    accepted,  // a worker has it, or it is queued
    create,    // a thread is to be created for it, see give_to_new_worker
    caller,    // the submitter is to run it, see run_inline
    dropped,
    rejected,  // an error in the submitter
};

class Executors {
public:
    // `worker`: where the program of every worker begins.
    Executors(Machine& machine, const Scenario& scenario, Address worker);

    // --- for the submitter
    // `name`: of its future, or no_object.
    [[nodiscard]] Placement place(Thread& submitter, std::uint32_t pool, Address body,
                                  std::uint32_t name);
    // False at the limit of threads. References to threads are invalid afterwards.
    [[nodiscard]] bool give_to_new_worker(Thread& submitter, std::uint32_t pool, Address body,
                                          std::uint32_t name);
    // The thread goes on at the task's body, afterwards at `return_to`, as it was now.
    void run_inline(Thread& submitter, std::uint32_t pool, Address body, std::uint32_t name,
                    Address return_to);

    // --- for workers
    // Starts the next task of a worker; false: it is to wait, or to stop.
    [[nodiscard]] bool start_next(Thread& worker);
    void become_idle(Thread& worker);
    void stop(Thread& worker);
    // The task on top of the thread is over, at its end or by an error.
    void end_task(Thread& thread, bool failed);

    [[nodiscard]] Futures& futures() noexcept { return futures_; }
    [[nodiscard]] std::vector<PoolResult> results() const;
    // By future group: the threads that run its tasks, or thread_count() + pool where they are
    // queued, each at most once in a row.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> owed_by() const;

private:
    [[nodiscard]] Task next_task(Thread& submitter, std::uint32_t pool, Address body,
                                 std::uint32_t name);
    void assign(Thread& worker, const Task& task);
    void enter(Thread& thread, Address return_to);
    void accepted(std::uint32_t pool);
    void prune(std::uint32_t pool);

    Machine& machine_;
    const std::vector<PoolSettings>& settings_;
    Address worker_;
    std::vector<Pool> pools_;
    std::vector<Frame> frames_;
    FrameId free_ = no_frame;
    Futures futures_;
};

}  // namespace gvlsim
