#include "models/pools/executors.hpp"

#include "models/machine.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

// ruby_thread_pool_executor.rb, ns_initialize: (idletime / 2.0).to_i, a number of seconds.
Duration between_looks(const PoolSettings& settings) {
    return std::chrono::duration_cast<std::chrono::seconds>(settings.idle / 2);
}

}  // namespace

Executors::Executors(Machine& machine, const Scenario& scenario, Address worker)
    : machine_(machine),
      settings_(scenario.pools),
      worker_(worker),
      pools_(scenario.pools.size()) {
    for (std::size_t i = 0; i < pools_.size(); ++i) {
        pools_[i].tasks = StreamKey{scenario.seed}.text("task/").text(settings_[i].name).text("/");
        pools_[i].next_look = later(start_of_time, between_looks(settings_[i]));
    }
}

Placement Executors::place(Thread& submitter, std::uint32_t index, Address body,
                           std::uint32_t name) {
    const PoolSettings& settings = settings_[index];
    Pool& pool = pools_[index];
    if (pool.size >= settings.min && !pool.ready.empty()) {
        Thread& worker = pool.ready.pop_newest(machine_.threads());
        assign(worker, next_task(submitter, index, body, name));
        machine_.wake(worker);
        accepted(index);
        return Placement::accepted;
    }
    if (pool.size < settings.max) {
        pool.largest = std::max(pool.largest, ++pool.size);
        return Placement::create;
    }
    if (settings.queue == 0 ||
        pool.queue.size() < static_cast<std::size_t>(settings.queue)) {
        Task task = next_task(submitter, index, body, name);
        task.queued_at = machine_.now();
        pool.queue.push(task);
        ++pool.queued;
        if (pool.queue.size() > machine_.options().max_waiting_tasks) {
            machine_.finish(EndKind::tasks);
        }
        accepted(index);
        return Placement::accepted;
    }
    switch (settings.fallback) {
        case PoolSettings::Fallback::abort:
            ++pool.submitted;
            return Placement::rejected;
        case PoolSettings::Fallback::discard:
            static_cast<void>(next_task(submitter, index, body, name));
            return Placement::dropped;
        case PoolSettings::Fallback::caller_runs:
            break;
    }
    return Placement::caller;
}

bool Executors::give_to_new_worker(Thread& submitter, std::uint32_t index, Address body,
                                   std::uint32_t name) {
    const Task task = next_task(submitter, index, body, name);
    const ThreadId id = machine_.create_worker(index, ++pools_[index].created, submitter.id);
    if (id == no_thread) {
        return false;
    }
    assign(machine_.thread(id), task);
    accepted(index);
    return true;
}

void Executors::run_inline(Thread& submitter, std::uint32_t index, Address body,
                           std::uint32_t name, Address return_to) {
    assign(submitter, next_task(submitter, index, body, name));
    enter(submitter, return_to);
}

bool Executors::start_next(Thread& worker) {
    Pool& pool = pools_[worker.pool];
    if (worker.frame == no_frame) {
        const bool woken_to_stop = worker.in_progress;
        if (woken_to_stop || pool.queue.empty()) {
            return false;
        }
        const Task task = pool.queue.pop();
        pool.longest_queue_wait =
            std::max(pool.longest_queue_wait, machine_.now() - task.queued_at);
        assign(worker, task);
    }
    worker.in_progress = false;
    enter(worker, worker_);
    return true;
}

void Executors::become_idle(Thread& worker) {
    pools_[worker.pool].ready.push(machine_.threads(), worker);
    worker.timed_wait = false;
    machine_.leave(worker, Why::task, worker.pool);
}

void Executors::stop(Thread& worker) {
    --pools_[worker.pool].size;
    machine_.exit(worker);
}

void Executors::end_task(Thread& thread, bool failed) {
    const FrameId id = thread.frame;
    Frame& frame = frames_[id];
    // A worker has no mutexes but its task's. Those of a submitter may be older than the task.
    if (failed && frame.outer == no_frame && thread.pool != no_object) {
        machine_.objects().release_all(thread);
    }
    futures_.abandon(thread);
    while (thread.loops.size() > frame.loops) {
        thread.loops.pop();
    }
    thread.frame = frame.outer;
    thread.futures = frame.futures;
    thread.pc = frame.return_to;
    thread.cursor = frame.cursor;
    thread.cursor_end = frame.cursor_end;
    thread.made_together = frame.made_together;
    thread.in_progress = frame.in_progress;
    thread.random = frame.random;
    const FutureId future = frame.task.future;
    frame.outer = free_;
    free_ = id;
    if (future == no_future) {
        return;
    }
    const ThreadId waiter = futures_.task_done(future);
    if (waiter != no_thread) {
        machine_.wake(machine_.thread(waiter));
    }
}

Task Executors::next_task(Thread& submitter, std::uint32_t index, Address body,
                          std::uint32_t name) {
    Task task;
    task.body = body;
    task.pool = index;
    task.number = ++pools_[index].submitted;
    task.future = name == no_object ? no_future : futures_.expect(submitter, name);
    return task;
}

// Puts the task on top of what the thread does; it starts with enter.
void Executors::assign(Thread& worker, const Task& task) {
    FrameId id = free_;
    if (id == no_frame) {
        id = static_cast<FrameId>(frames_.size());
        frames_.emplace_back();
    } else {
        free_ = frames_[id].outer;
    }
    Frame& frame = frames_[id];
    frame.task = task;
    frame.outer = worker.frame;
    worker.frame = id;
}

void Executors::enter(Thread& thread, Address return_to) {
    Frame& frame = frames_[thread.frame];
    frame.return_to = return_to;
    frame.cursor = thread.cursor;
    frame.cursor_end = thread.cursor_end;
    frame.made_together = thread.made_together;
    frame.in_progress = thread.in_progress;
    frame.loops = static_cast<std::uint32_t>(thread.loops.size());
    frame.futures = thread.futures;
    frame.random = thread.random;
    thread.pc = frame.task.body;
    thread.in_progress = false;
    thread.made_together = 1;
    thread.futures = no_future;
    thread.random = RandomStream{pools_[frame.task.pool].tasks.number(frame.task.number)};
}

void Executors::accepted(std::uint32_t index) {
    Pool& pool = pools_[index];
    ++pool.accepted;
    if (pool.next_look < machine_.now()) {
        prune(index);
    }
}

void Executors::prune(std::uint32_t index) {
    const PoolSettings& settings = settings_[index];
    Pool& pool = pools_[index];
    std::vector<Thread>& threads = machine_.threads();
    for (std::int64_t left = pool.size; left > settings.min && !pool.ready.empty(); --left) {
        if (machine_.now() - threads[pool.ready.oldest()].since <= settings.idle) {
            break;
        }
        machine_.wake(pool.ready.pop_oldest(threads));
    }
    pool.next_look = later(machine_.now(), between_looks(settings));
}

std::vector<PoolResult> Executors::results() const {
    std::vector<PoolResult> results;
    for (std::size_t i = 0; i < pools_.size(); ++i) {
        const Pool& pool = pools_[i];
        PoolResult& result = results.emplace_back();
        result.name = settings_[i].name;
        result.threads = pool.created;
        result.largest = static_cast<std::uint64_t>(pool.largest);
        result.tasks = pool.accepted;
        result.queued = pool.queued;
        result.longest_queue_wait = pool.longest_queue_wait;
        if (!pool.queue.empty()) {
            result.longest_queue_wait = std::max(
                result.longest_queue_wait, machine_.now() - pool.queue.front().queued_at);
        }
    }
    return results;
}

std::vector<std::vector<std::uint32_t>> Executors::owed_by() const {
    std::vector<std::vector<std::uint32_t>> owners(futures_.slots());
    const auto add = [&](const Task& task, std::uint32_t owner) {
        if (task.future == no_future) {
            return;
        }
        std::vector<std::uint32_t>& list = owners[task.future];
        if (list.empty() || list.back() != owner) {
            list.push_back(owner);
        }
    };
    const std::vector<Thread>& threads = machine_.threads();
    for (const Thread& thread : threads) {
        for (FrameId id = thread.frame; id != no_frame; id = frames_[id].outer) {
            add(frames_[id].task, thread.id);
        }
    }
    for (std::uint32_t i = 0; i < pools_.size(); ++i) {
        const auto node = static_cast<std::uint32_t>(threads.size()) + i;
        pools_[i].queue.for_each([&](const Task& task) { add(task, node); });
    }
    return owners;
}

}  // namespace gvlsim
