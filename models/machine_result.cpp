// What a run leaves behind: closing the accounts, and names for its records.
#include "models/deadlock.hpp"
#include "models/machine.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

Duration spent(const Thread& thread, ThreadState state) noexcept {
    return thread.spent[static_cast<std::size_t>(state)];
}

}  // namespace

// The process ends with the run: whoever is in the middle of something has done only part of it.
void Machine::close_books(Instant end) {
    for (Thread& thread : threads_) {
        if (thread.state == ThreadState::exited) {
            continue;
        }
        if (thread.state == ThreadState::created) {  // its `start` was booked as a whole
            Duration& start = thread.spent[static_cast<std::size_t>(ThreadState::sleeping)];
            start = std::min(start, end - thread.since);
        }
        const bool waiting =
            thread.state == ThreadState::sleeping || thread.state == ThreadState::io;
        if (waiting) {
            const Duration missing = std::max(
                Duration::zero(), thread.wait_length - (end - thread.since));
            thread.solo = wrapped_sum(thread.solo, -missing);
            thread.solo_waiting = wrapped_sum(thread.solo_waiting, -missing);
            if (thread.why == Why::c_call) {
                thread.solo_native = wrapped_sum(thread.solo_native, -missing);
            }
        } else if (is_own_work(thread.segment)) {
            const bool runs = thread.state == ThreadState::running;
            const Duration done = runs ? end - thread.segment_start : Duration{};
            thread.solo = wrapped_sum(thread.solo, done - thread.remaining);
        }
        enter(thread, thread.state);
    }
    objects_.close_books(end);
}

Result Machine::result() {
    Result done;
    done.kind = end_kind_;
    done.end = queue_.now();
    done.events = handled_;
    done.skipped_periods = fast_forward_.skipped_periods();
    done.skipped_time = fast_forward_.skipped_time();
    done.largest_alive = largest_alive_;
    done.lock = lock_;
    done.threads.reserve(threads_.size());
    for (const Thread& thread : threads_) {
        ThreadResult& one = done.threads.emplace_back();
        one.name = thread_name(thread.id);
        if (thread.state == ThreadState::exited) {
            one.end = thread.exited_at;
        }
        one.cpu = spent(thread, ThreadState::running);
        one.lock_wait = spent(thread, ThreadState::ready);
        one.longest_lock_wait = thread.longest_lock_wait;
        one.io = spent(thread, ThreadState::io);
        one.sleep = spent(thread, ThreadState::sleeping);
        one.blocked = spent(thread, ThreadState::blocked);
        one.solo = thread.solo;
        one.solo_waiting = thread.solo_waiting;
        one.native = thread.solo_native;
        one.preempted = thread.preempted;
        one.released = thread.released;
        done.lock.held += policy_->traits().has_lock ? one.cpu : Duration::zero();
    }
    done.lock.free = (done.end - start_of_time) - done.lock.held;
    done.spans = spans_.results(scenario_.spans);
    done.uses = objects_.uses();
    done.pools = executors_.results();
    if (end_kind_ == EndKind::deadlock) {
        done.deadlock = explain_deadlock(*this);
    }
    for (const auto& [id, error] : errors_) {
        done.threads[id].error = error;
    }
    return done;
}

std::string Machine::thread_name(std::uint32_t id) const {
    if (id == main_thread) {
        return "main";
    }
    if (id >= threads_.size()) {
        return {};
    }
    const Thread& thread = threads_[id];
    if (thread.pool != no_object) {
        return scenario_.pools[thread.pool].name + "-worker-" + std::to_string(thread.number);
    }
    const std::string& name = scenario_.threads[thread.made_from].name;
    return thread.number == 0 ? name : name + "-" + std::to_string(thread.number);
}

std::string Machine::detail(const Record& record) const {
    const auto kind = static_cast<RecordKind>(record.kind);
    if (kind == RecordKind::mark) {
        return program_.texts[record.object];
    }
    if (kind == RecordKind::span_begin || kind == RecordKind::span_end) {
        return scenario_.spans[record.object];
    }
    if (kind != RecordKind::suspended) {
        return {};
    }
    switch (static_cast<Why>(record.detail)) {
        case Why::sleep:
            return "sleep";
        case Why::io:
            return "io";
        case Why::c_call:
            return "c_call";
        case Why::join:
            return "join";
        case Why::mutex:
            return "mutex:" + scenario_.mutexes[record.object];
        case Why::condition:
            return "cv:" + scenario_.conditions[record.object];
        case Why::queue:
            return "queue:" + scenario_.queues[record.object].name;
        case Why::await:
            return "await";
        case Why::task:
            return "queue:" + scenario_.pools[record.object].name;
        case Why::preempted:
            return "preempted";
        case Why::pass:
            return "pass";
        case Why::exit:
            return "exit";
        case Why::none:
            break;
    }
    return {};
}

std::span<const CauseText> Machine::cause_texts() const { return policy_->cause_texts(); }

}  // namespace gvlsim
