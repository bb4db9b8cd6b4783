// How threads come, wait and go.
#include "models/machine.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

ThreadState state_of(Why why) noexcept {
    switch (why) {
        case Why::sleep:
            return ThreadState::sleeping;
        case Why::io:
        case Why::c_call:
            return ThreadState::io;
        case Why::join:
        case Why::mutex:
        case Why::condition:
        case Why::queue:
        case Why::await:
        case Why::task:
            return ThreadState::blocked;
        case Why::none:
        case Why::preempted:
        case Why::pass:
        case Why::exit:
            break;
    }
    return ThreadState::ready;
}

}  // namespace

ThreadId Machine::create_thread(std::uint32_t made_from, ThreadId creator,
                                std::uint32_t made_together, bool numbered) {
    const ThreadTemplate& entry = scenario_.threads[made_from];
    const ThreadId id = add_thread(creator, program_.entries[made_from]);
    if (id == no_thread) {
        return no_thread;
    }
    Thread& made = threads_[id];
    made.made_from = made_from;
    made.made_together = made_together;
    made_[made_from].push_back(id);
    const auto number = static_cast<std::uint32_t>(made_[made_from].size());
    made.number = numbered || number > 1 ? number : 0;
    made.priority = static_cast<std::int8_t>(entry.priority.value_or(made.priority));
    made.random = named_stream("thread/", entry.name, made.number);
    made.noise = named_stream("noise/", entry.name, made.number);
    begin_life(made, entry.start);
    return id;
}

ThreadId Machine::create_worker(std::uint32_t pool, std::uint32_t number, ThreadId creator) {
    const ThreadId id = add_thread(creator, program_.worker_entry);
    if (id == no_thread) {
        return no_thread;
    }
    Thread& made = threads_[id];
    made.pool = pool;
    made.number = number;
    made.noise = named_stream("noise/", scenario_.pools[pool].name + "-worker", number);
    begin_life(made, Duration::zero());
    return id;
}

ThreadId Machine::add_thread(ThreadId creator, Address start) {
    if (threads_.size() > options_.max_threads) {
        finish(EndKind::threads);
        return no_thread;
    }
    const auto id = static_cast<ThreadId>(threads_.size());
    Thread& made = threads_.emplace_back();
    made.id = id;
    made.pc = start;
    made.priority = threads_[creator].priority;
    made.since = now();
    ++alive_;
    largest_alive_ = std::max(largest_alive_, alive_);
    return id;
}

// The thread becomes ready as the runtime says, `delay` later than others.
void Machine::begin_life(Thread& made, Duration delay) {
    if (!policy_->traits().queued_at_creation) {
        // Counted as sleep whatever happens meanwhile; the native thread's start is nobody's time.
        made.spent[static_cast<std::size_t>(ThreadState::sleeping)] = delay;
        arrive_at(made, later(later(now(), costs_.spawn.draw()), delay));
        return;
    }
    made.started = true;
    recorder_.add(now(), RecordKind::started, made.id);
    if (delay > Duration::zero()) {
        made.state = ThreadState::sleeping;
        arrive_at(made, later(now(), delay));
    } else {
        make_ready(made);
    }
}

RandomStream Machine::named_stream(const char* prefix, const std::string& name,
                                   std::uint32_t number) const {
    const StreamKey bare = StreamKey{scenario_.seed}.text(prefix).text(name);
    return RandomStream{number == 0 ? bare : bare.text("-").number(number)};
}

const std::vector<ThreadId>& Machine::made(std::uint32_t made_from) const noexcept {
    return made_[made_from];
}

void Machine::make_ready(Thread& thread) {
    ++thread.wait_stamp;
    thread.woken = false;
    set_stuck(thread, false);
    if (!thread.started) {
        thread.started = true;
        recorder_.add(now(), RecordKind::started, thread.id);
    }
    enter(thread, ThreadState::ready);
    recorder_.add(now(), RecordKind::ready, thread.id);
    policy_->want(thread);
}

void Machine::set_stuck(Thread& thread, bool stuck) noexcept {
    stuck_ += std::size_t{stuck} - std::size_t{thread.stuck};  // may wrap on the way
    thread.stuck = stuck;
}

void Machine::leave(Thread& thread, Why why, std::uint32_t object) {
    // A tick noticed on the way into a wait finds the status STOPPED and does nothing. Before a
    // blocking call it has been noticed already, see check_point.
    thread.tick_pending = false;
    ++thread.released;
    ++thread.wait_stamp;
    thread.why = why;
    thread.wait_object = object;
    thread.timed_out = false;
    thread.owes_resume = true;
    set_stuck(thread, true);
    objects_.left_lock(thread);
    recorder_.add(now(), RecordKind::suspended, thread.id, static_cast<std::uint8_t>(why), object);
    enter(thread, state_of(why));
    policy_->release(thread);
}

void Machine::arrive_at(Thread& thread, Instant when) {
    set_stuck(thread, false);
    if (when == now()) {
        schedule_wake(EventKind::arrival, Duration::zero(), thread.id, thread.wait_stamp);
    } else {
        queue_.schedule(when, ranks_.wake, static_cast<std::uint8_t>(EventKind::arrival),
                        thread.id, thread.wait_stamp);
    }
}

void Machine::time_out_at(Thread& thread, Instant when) {
    set_stuck(thread, false);
    queue_.schedule(when, ranks_.wake, static_cast<std::uint8_t>(EventKind::timeout), thread.id,
                    thread.wait_stamp);
}

void Machine::wake(Thread& waiter, bool timed) {
    const bool waits =
        waiter.state == ThreadState::blocked || waiter.state == ThreadState::sleeping;
    if (!waits || waiter.woken) {
        return;
    }
    if (policy_->traits().waker_queues && !timed) {
        make_ready(waiter);
        return;
    }
    waiter.woken = true;
    set_stuck(waiter, false);
    ++waiter.wait_stamp;  // its timeout comes too late
    if (timed) {
        note_stale();
    }
    schedule_wake(EventKind::arrival, costs_.hand_over.draw(), waiter.id, waiter.wait_stamp);
}

bool Machine::check_point(Thread& thread) {
    return thread.tick_pending && policy_->check(thread);
}

bool Machine::pass(Thread& thread) { return policy_->pass(thread); }

void Machine::count_waiting(Thread& thread, Duration length) noexcept {
    thread.solo = wrapped_sum(thread.solo, length);
    thread.solo_waiting = wrapped_sum(thread.solo_waiting, length);
    thread.wait_length = length;
}

void Machine::exit(Thread& thread) {
    if (thread.frame != no_frame) {
        task_over_ = true;
        return;
    }
    executors_.futures().abandon(thread);
    wake_joiners(thread);
    objects_.release_all(thread);
    recorder_.add(now(), RecordKind::suspended, thread.id, static_cast<std::uint8_t>(Why::exit));
    enter(thread, ThreadState::exited);
    thread.why = Why::exit;
    thread.exited_at = now();
    policy_->release_at_exit(thread);
    recorder_.add(now(), RecordKind::exited, thread.id);
    if (thread.id == main_thread) {
        finish(EndKind::completed);
        return;
    }
    --alive_;
    if (thread.made_from != no_object && thread.made_from == scenario_.stop.when) {
        const std::vector<ThreadId>& all = made_[thread.made_from];
        if (std::all_of(all.begin(), all.end(), [this](ThreadId id) {
                return threads_[id].state == ThreadState::exited;
            })) {
            finish(EndKind::stopped);
        }
    }
}

// thread.c keeps the joiners in a list, the latest first; they start to wake before the lock is
// released. One with a timeout sits in a native wait and takes longer.
void Machine::wake_joiners(Thread& thread) {
    ThreadId next = thread.joiners;
    thread.joiners = no_thread;
    while (next != no_thread) {
        Thread& joiner = threads_[next];
        next = joiner.wait_next;
        joiner.wait_next = no_thread;
        joiner.in_wait_list = false;
        wake(joiner, joiner.timed_wait);
    }
}

void Machine::fail(Thread& thread, const char* error) {
    if (thread.frame == no_frame) {
        errors_.emplace_back(thread.id, error);
    }
    exit(thread);
}

}  // namespace gvlsim
