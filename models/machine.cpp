#include "models/machine.hpp"

#include "models/gvl/model.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

// A thread that goes on doing things while the clock stands still is a mistake in the scenario.
constexpr std::uint64_t zero_time_limit = 1'000'000;
// Threads that all start at one instant are none: each may do this much besides.
constexpr std::uint64_t zero_time_per_thread = 16;
// Cancelled events are dropped when there are this many and they are most of the queue.
constexpr std::size_t stale_worth_dropping = 1024;

bool too_many_at_once(std::uint64_t operations, std::size_t threads) noexcept {
    return operations > zero_time_limit &&
           operations > zero_time_limit + zero_time_per_thread * threads;
}

// `none` has no lock and so none of its costs.
Costs applicable_costs(Costs costs, bool has_lock) {
    if (!has_lock) {
        costs.hand_over = Duration::zero();
        costs.timer_wake = Duration::zero();
        costs.tick_overshoot = Duration::zero();
    }
    return costs;
}

}  // namespace

Machine::Machine(const Scenario& scenario, const RunOptions& options)
    : scenario_(scenario),
      options_(options),
      program_(Compiler{scenario}.finish()),
      costs_(applicable_costs(scenario.runtime.costs, scenario.runtime.model != "none"),
             scenario.seed),
      ranks_(scenario.runtime.ties == Ties::wake_first ? ranks_wake_first : ranks_completion_first),
      queue_(ranks_.wake),
      recorder_(options),
      made_(scenario.threads.size()),
      objects_(*this, scenario),
      spans_(scenario.spans.size()),
      executors_(*this, scenario, program_.worker_entry),
      fast_forward_(*this, options.fast_forward && options.sink == nullptr) {
    const Model* model = find_model(scenario.runtime.model);
    policy_ = model->make(*this, scenario.runtime.quantum.value_or(model->default_quantum));
}

Machine::~Machine() = default;

// Whether a later change cancelled it. Threads stamp the events of their own.
bool Machine::is_stale(const Event& event) const {
    const auto kind = static_cast<EventKind>(event.kind());
    if (kind == EventKind::segment_end) {
        return threads_[event.subject].segment_stamp != event.stamp;
    }
    if (kind == EventKind::arrival || kind == EventKind::timeout) {
        return threads_[event.subject].wait_stamp != event.stamp;
    }
    if (kind == EventKind::check) {
        return threads_[event.subject].check_stamp != event.stamp;
    }
    return kind != EventKind::mutex_wake && policy_->is_stale(event);
}

Result Machine::run() {
    start();
    while (!ended_) {
        if (stuck_ > alive_ || queue_.empty()) {  // main is not among the alive
            finish(EndKind::deadlock);
            break;
        }
        const Event& next = queue_.next();
        if (is_stale(next)) {
            queue_.drop(next);
            stale_ -= stale_ > 0 ? 1 : 0;
        } else if (may_handle(next.time)) {
            ++handled_;
            const Event event = next;
            queue_.pop(event);
            handle(event);
            fast_forward_.after(event);
        }
    }
    close_books(queue_.now());
    Result done = result();
    recorder_.flush();
    if (options_.sink != nullptr) {
        options_.sink->end(done);
    }
    return done;
}

// False, and the run is over, where the next event lies past one of the run's limits.
bool Machine::may_handle(Instant next) {
    if (next > horizon_ || next == end_of_time) {
        queue_.advance_to(std::min(next, horizon_));
        finish(next > horizon_ ? horizon_kind_ : EndKind::time_limit);
    } else if (handled_ == options_.max_events) {
        finish(EndKind::max_events);
    } else if (next != queue_.now()) {
        operations_here_ = 0;
    } else if (too_many_at_once(++operations_here_, threads_.size())) {
        // Two threads can preempt each other without end at one instant (1.9, low priorities).
        finish(EndKind::zero_time);
    }
    return !ended_;
}

void Machine::start() {
    if (options_.sink != nullptr) {
        options_.sink->begin(*this);
    }
    if (options_.until) {
        horizon_ = start_of_time + *options_.until;
        horizon_kind_ = EndKind::until;
    }
    // `stop` comes first where both are due: it is what the scenario asks for.
    if (scenario_.stop.at && start_of_time + *scenario_.stop.at <= horizon_) {
        horizon_ = start_of_time + *scenario_.stop.at;
        horizon_kind_ = EndKind::stopped;
    }
    std::size_t expected = 1;
    for (const ThreadTemplate& made : scenario_.threads) {
        expected += static_cast<std::size_t>(made.count.value_or(1));
    }
    threads_.reserve(std::min(expected, options_.max_threads + 1));
    Thread& main = threads_.emplace_back();
    main.id = main_thread;
    main.pc = program_.main_entry;
    main.random = named_stream("thread/", "main", 0);
    main.noise = named_stream("noise/", "main", 0);
    main.started = true;
    policy_->want(main);
}

// The one switch over event kinds. Stale events do not come here.
void Machine::handle(const Event& event) {
    switch (static_cast<EventKind>(event.kind())) {
        case EventKind::segment_end:
            segment_ended(threads_[event.subject]);
            return;
        case EventKind::arrival:
            make_ready(threads_[event.subject]);
            return;
        case EventKind::timeout:
            threads_[event.subject].timed_out = true;
            make_ready(threads_[event.subject]);
            return;
        case EventKind::check:
            if (Thread& t = threads_[event.subject]; t.tick_pending &&
                t.state == ThreadState::running && is_preemptible(t.segment)) {
                static_cast<void>(policy_->check(t));
            }
            return;
        case EventKind::mutex_wake:
            objects_.mutex_wake(event);
            return;
        case EventKind::lock_wake:
        case EventKind::yielder_wake:
        case EventKind::other_yielder:
        case EventKind::timer_wake:
        case EventKind::tick:
        case EventKind::deadline:
            policy_->handle(event);
            return;
    }
}

void Machine::segment_ended(Thread& thread) {
    const Segment ended = thread.segment;
    thread.segment = Segment::none;
    thread.remaining = Duration::zero();
    // Native code looks at its interrupts when it returns.
    if (thread.tick_pending && !is_preemptible(ended) && policy_->check(thread)) {
        return;
    }
    proceed(thread.id);
}

// Executes the thread's program until it waits or computes.
void Machine::proceed(ThreadId id) {
    Progress progress = Progress::next;
    while (progress == Progress::next) {
        if (too_many_at_once(++operations_here_, threads_.size())) {
            finish(EndKind::zero_time);
            return;
        }
        // Looked up anew each time: creating a thread moves them all.
        Thread& thread = threads_[id];
        const Instruction& instruction = program_.code[thread.pc++];
        progress = instruction.run(*this, thread, instruction);
        if (task_over_) {
            task_over_ = false;
            executors_.end_task(threads_[id], true);
            progress = Progress::next;
        }
    }
}

Progress Machine::begin_segment(Thread& thread, Segment kind, Duration length) {
    if (length == Duration::zero()) {
        return Progress::next;
    }
    thread.segment = kind;
    thread.remaining = length;
    thread.segment_start = now();
    queue_.schedule(later(now(), length), ranks_.completion,
                    static_cast<std::uint8_t>(EventKind::segment_end), thread.id,
                    ++thread.segment_stamp);
    return Progress::waits;
}

void Machine::resumed(Thread& thread) {
    enter(thread, ThreadState::running);
    recorder_.add(now(), RecordKind::resumed, thread.id);
    if (thread.id != last_owner_) {
        last_owner_ = thread.id;
        lock_.handovers += policy_->traits().has_lock ? 1 : 0;
    }
    if (thread.tick_pending) {
        // Noticed while the status is STOPPED, a tick does nothing (thread.c,
        // rb_threadptr_execute_interrupts: only a runnable thread is charged); after IO or a
        // yield the thread is runnable again and gives way at once.
        const bool runnable = thread.why == Why::io || thread.why == Why::c_call ||
                              thread.why == Why::preempted || thread.why == Why::pass;
        if (!runnable) {
            thread.tick_pending = false;
        } else if (policy_->check(thread)) {
            return;
        }
    }
    go_on(thread);
}

void Machine::go_on(Thread& thread) {
    if (thread.remaining > Duration::zero()) {
        static_cast<void>(begin_segment(thread, thread.segment, thread.remaining));
        return;
    }
    if (thread.owes_resume) {
        thread.owes_resume = false;
        if (begin_segment(thread, Segment::resume, costs_.resume.draw()) == Progress::waits) {
            return;
        }
    }
    proceed(thread.id);
}

void Machine::lose_lock(Thread& thread, Why why) {
    stop_segment(thread);
    recorder_.add(now(), RecordKind::suspended, thread.id, static_cast<std::uint8_t>(why));
    enter(thread, ThreadState::ready);
    thread.why = why;
    if (why == Why::preempted) {
        ++thread.preempted;
        ++lock_.preemptions;
    } else {
        ++thread.released;
    }
}

void Machine::stop_segment(Thread& thread) {
    if (thread.segment == Segment::none) {
        return;
    }
    thread.remaining -= now() - thread.segment_start;
    ++thread.segment_stamp;
    note_stale();
}

// Cancelled events stay in the queue until they are due, or until most of it are such.
void Machine::note_stale() {
    if (++stale_ > stale_worth_dropping && stale_ > queue_.size() / 2) {
        drop_stale_events();
    }
}

void Machine::drop_stale_events() {
    queue_.purge([this](const Event& event) { return is_stale(event); });
    stale_ = 0;
}

void Machine::queue_again(Thread& thread) {
    recorder_.add(now(), RecordKind::ready, thread.id);
}

void Machine::enter(Thread& thread, ThreadState state) noexcept {
    const Duration spent = now() - thread.since;
    thread.spent[static_cast<std::size_t>(thread.state)] += spent;
    if (thread.state == ThreadState::ready) {
        thread.longest_lock_wait = std::max(thread.longest_lock_wait, spent);
    }
    thread.since = now();
    thread.state = state;
}

void Machine::schedule(EventKind kind, Instant when, std::uint32_t subject, std::uint32_t stamp) {
    queue_.schedule(when, ranks_.timer, static_cast<std::uint8_t>(kind), subject, stamp);
}

void Machine::schedule_wake(EventKind kind, Duration delay, std::uint32_t subject,
                            std::uint32_t stamp) {
    const auto code = static_cast<std::uint8_t>(kind);
    if (delay == Duration::zero()) {
        queue_.schedule_now(code, subject, stamp);
    } else {
        queue_.schedule(later(now(), delay), ranks_.wake, code, subject, stamp);
    }
}

void Machine::finish(EndKind kind) noexcept {
    if (!ended_) {
        ended_ = true;
        end_kind_ = kind;
    }
}

}  // namespace gvlsim
