#include "models/fast_forward.hpp"

#include "models/machine.hpp"
#include "models/state_writer.hpp"

#include <algorithm>
#include <limits>

namespace gvlsim {

namespace {

// Comparing states costs as much as there are threads; beyond this it is not worth it.
constexpr std::size_t most_threads = 10'000;
// A snapshot's `keep_at_` never waits longer than this many events before it doubles.
constexpr std::uint64_t first_look = 64;

[[nodiscard]] bool draws(const Instruction& instruction) {
    return !instruction.amount.is_fixed() || !instruction.timeout.is_fixed();
}

[[nodiscard]] bool is_deterministic(const Scenario& scenario, const Program& program) {
    const Costs& costs = scenario.runtime.costs;
    const bool fixed_costs =
        is_fixed(costs.hand_over) && is_fixed(costs.resume) && is_fixed(costs.timer_wake) &&
        is_fixed(costs.tick_overshoot) && is_fixed(costs.sleep_overshoot.length) &&
        is_fixed(costs.create) && is_fixed(costs.spawn) && is_fixed(costs.submit) &&
        is_fixed(costs.check) && costs.cpu_noise.none();
    return fixed_costs && program.weights.empty() && scenario.pools.empty() &&
           scenario.spans.empty() &&
           std::none_of(program.code.begin(), program.code.end(), draws);
}

}  // namespace

FastForward::FastForward(Machine& machine, bool wanted)
    : machine_(machine),
      on_(wanted && is_deterministic(machine.scenario(), machine.program())),
      keep_at_(first_look) {}

void FastForward::look(const Event& event) {
    if (machine_.ended_) {
        return;
    }
    if (event.subject == anchor_ && returned()) {
        const std::int64_t periods = periods_that_fit();
        if (periods > 0) {
            jump(periods);
            keep(event);
            return;
        }
    }
    if (seen_ >= keep_at_) {
        keep_at_ *= 2;
        keep(event);
    }
}

void FastForward::keep(const Event& event) {
    if (machine_.threads_.size() > most_threads) {
        anchor_ = no_thread;
        return;
    }
    for (Thread& thread : machine_.threads_) {
        thread.loops.watch();
    }
    anchor_ = event.subject < machine_.threads_.size() ? event.subject : main_thread;
    kept_.now = machine_.now();
    kept_.threads = machine_.threads_;
    kept_.events = live_events();
    kept_.rest = rest_of_state();
    kept_.uses = machine_.objects_.books();
    kept_.lock = machine_.lock_;
    kept_.handled = machine_.handled_;
    kept_.last_owner = machine_.last_owner_;
    kept_.scheduled = machine_.queue_.scheduled();
}

bool FastForward::returned() {
    const std::vector<Thread>& threads = machine_.threads_;
    if (machine_.now() == kept_.now || threads.size() != kept_.threads.size() ||
        machine_.last_owner_ != kept_.last_owner ||
        !same_thread(kept_.threads[anchor_], threads[anchor_])) {
        return false;
    }
    for (std::size_t i = 0; i < threads.size(); ++i) {
        if (!same_thread(kept_.threads[i], threads[i])) {
            return false;
        }
    }
    return rest_of_state() == kept_.rest && same_events();
}

bool FastForward::same_thread(const Thread& a, const Thread& b) const {
    const auto flags = [](const Thread& t) {
        return std::array{t.started,     t.owes_resume, t.tick_pending, t.signalled,
                          t.in_progress, t.paid,        t.timed_wait,   t.timed_out,
                          t.waits_for_mutex, t.in_wait_list, t.woken, t.stuck};
    };
    const auto numbers = [](const Thread& t) {
        return std::array{t.pc,          t.rt_us,  t.wait_object, t.held_mutex,
                          t.cursor,      t.cursor_end, t.joiners,
                          static_cast<std::uint32_t>(t.priority)};
    };
    if (a.state != b.state || a.segment != b.segment || a.why != b.why ||
        numbers(a) != numbers(b) || flags(a) != flags(b)) {
        return false;
    }
    const Instant now = machine_.now();
    const bool same_work =
        work_left(a, kept_.now) == work_left(b, now) || counts_down(a, b, now);
    const bool same_deadline = a.wait_deadline == b.wait_deadline ||
                               a.wait_deadline - kept_.now == b.wait_deadline - now;
    return same_work && same_deadline && same_loops(a, b);
}

// What is left of the segment a thread is in, running or preempted.
Duration FastForward::work_left(const Thread& thread, Instant now) const {
    if (thread.segment == Segment::none) {
        return Duration::zero();
    }
    return thread.remaining -
           (thread.state == ThreadState::running ? now - thread.segment_start : Duration::zero());
}

// The same cpu segment all the time, worked on: nothing else was begun.
bool FastForward::counts_down(const Thread& before, const Thread& after, Instant now) const {
    return after.segment == Segment::work && before.solo == after.solo &&
           work_left(after, now) < work_left(before, kept_.now);
}

// A loop that was never left since may have fewer rounds to go; one that was begun anew must
// stand exactly where it stood.
bool FastForward::same_loops(const Thread& before, const Thread& after) const {
    if (before.loops.size() != after.loops.size()) {
        return false;
    }
    for (std::size_t depth = 0; depth < after.loops.size(); ++depth) {
        const bool never_left = depth < after.loops.lowest();
        if (!never_left && before.loops.at(depth) != after.loops.at(depth)) {
            return false;
        }
    }
    return true;
}

bool FastForward::was_there_before(const Event& event) const {
    return ((event.order << 2) >> 8) < kept_.scheduled;
}

// Events that lay in the queue all the time have not happened and are compared with nothing; all
// others must have a counterpart. Ends of segments are part of the threads' states.
bool FastForward::same_events() const {
    const std::vector<Event> events = live_events();
    std::vector<std::uint64_t> still_there;
    for (const Event& event : events) {
        if (was_there_before(event)) {
            still_there.push_back(event.order);
        }
    }
    std::sort(still_there.begin(), still_there.end());
    const auto counts = [&](const Event& event) {
        return event.kind() != static_cast<std::uint8_t>(EventKind::segment_end) &&
               !std::binary_search(still_there.begin(), still_there.end(), event.order);
    };
    const auto next = [&](auto from, auto end) { return std::find_if(from, end, counts); };
    auto before = next(kept_.events.begin(), kept_.events.end());
    auto after = next(events.begin(), events.end());
    while (before != kept_.events.end() && after != events.end()) {
        if (before->kind() != after->kind() || before->subject != after->subject ||
            before->rank() != after->rank() ||
            before->time - kept_.now != after->time - machine_.now()) {
            return false;
        }
        before = next(before + 1, kept_.events.end());
        after = next(after + 1, events.end());
    }
    return before == kept_.events.end() && after == events.end();
}

std::vector<Event> FastForward::live_events() const {
    std::vector<Event> events;
    machine_.queue_.for_each([&](const Event& event) {
        if (!machine_.is_stale(event)) {
            events.push_back(event);
        }
    });
    std::sort(events.begin(), events.end());
    return events;
}

std::vector<std::uint64_t> FastForward::rest_of_state() const {
    StateWriter writer{machine_.now()};
    machine_.policy_->write_state(writer);
    machine_.objects_.write_state(writer);
    for (const Thread& thread : machine_.threads_) {
        for (ThreadId id = thread.joiners; id != no_thread; id = machine_.threads_[id].wait_next) {
            writer.add(id);
        }
    }
    return writer.values();
}

// How often the period can be repeated before something that counts down ends in it.
std::int64_t FastForward::periods_that_fit() const {
    const std::int64_t period = (machine_.now() - kept_.now).count();
    const auto left_until = [&](Instant instant) {
        return (instant - machine_.now()).count() / period;
    };
    std::int64_t most = left_until(machine_.horizon_);
    const std::uint64_t events = machine_.handled_ - kept_.handled;
    most = std::min(most, static_cast<std::int64_t>(std::min<std::uint64_t>(
                              (machine_.options_.max_events - machine_.handled_) / events,
                              std::numeric_limits<std::int64_t>::max())));
    for (std::size_t i = 0; i < kept_.threads.size(); ++i) {
        bound_by_thread(kept_.threads[i], machine_.threads_[i], most);
        // One timeout over several waits: it has no event while the thread is awake in between.
        const Thread& after = machine_.threads_[i];
        const bool keeps_deadline = kept_.threads[i].wait_deadline == after.wait_deadline;
        if (after.in_progress && keeps_deadline && after.wait_deadline > machine_.now()) {
            most = std::min(most, left_until(after.wait_deadline - Duration{1}));
        }
    }
    for (const Event& event : live_events()) {
        const bool own_bound =
            event.kind() == static_cast<std::uint8_t>(EventKind::segment_end) &&
            counts_down(kept_.threads[event.subject], machine_.threads_[event.subject],
                        machine_.now());
        if (was_there_before(event) && !own_bound) {
            most = std::min(most, ((event.time - machine_.now()).count() - 1) / period);
        }
    }
    return most;
}

void FastForward::bound_by_thread(const Thread& before, const Thread& after,
                                  std::int64_t& most) const {
    if (counts_down(before, after, machine_.now())) {
        const std::int64_t left = work_left(after, machine_.now()).count();
        const std::int64_t done = work_left(before, kept_.now).count() - left;
        most = std::min(most, (left - 1) / done);
    }
    for (std::size_t depth = 0; depth < after.loops.size(); ++depth) {
        const std::int64_t left = after.loops.at(depth);
        const std::int64_t done = before.loops.at(depth) - left;
        if (done > 0) {
            most = std::min(most, (left - 1) / done);
        }
    }
}

void FastForward::jump(std::int64_t periods) {
    const Duration by{(machine_.now() - kept_.now).count() * periods};
    const auto times = static_cast<std::uint64_t>(periods);
    machine_.drop_stale_events();  // their times may lie in what is skipped
    move_events(periods, by);
    for (std::size_t i = 0; i < kept_.threads.size(); ++i) {
        move_thread(kept_.threads[i], machine_.threads_[i], periods, by);
    }
    LockResult& lock = machine_.lock_;
    lock.handovers += times * (lock.handovers - kept_.lock.handovers);
    lock.preemptions += times * (lock.preemptions - kept_.lock.preemptions);
    lock.ticks += times * (lock.ticks - kept_.lock.ticks);
    machine_.handled_ += times * (machine_.handled_ - kept_.handled);
    machine_.objects_.repeat_uses(kept_.uses, times, by);
    machine_.policy_->shift(by);
    skipped_periods_ += times;
    skipped_time_ += by;
}

// Called while the threads are still where they were.
void FastForward::move_events(std::int64_t periods, Duration by) {
    const Instant now = machine_.now();
    machine_.queue_.shift(by, [&](const Event& event) {
        if (event.kind() == static_cast<std::uint8_t>(EventKind::segment_end)) {
            const Thread& before = kept_.threads[event.subject];
            const Thread& after = machine_.threads_[event.subject];
            if (counts_down(before, after, now)) {
                const Duration left = work_left(after, now);
                const Duration done = work_left(before, kept_.now) - left;
                return later(later(now, by), left - done * periods);
            }
        }
        return was_there_before(event) ? event.time : later(event.time, by);
    });
}

void FastForward::move_thread(const Thread& before, Thread& after, std::int64_t periods,
                              Duration by) {
    const auto times = static_cast<std::uint64_t>(periods);
    // The queue's clock has moved on already.
    const Instant now = machine_.now() - by;
    if (counts_down(before, after, now)) {
        const Duration left = work_left(after, now);
        const Duration done = work_left(before, kept_.now) - left;
        after.remaining = left - done * periods;
        after.segment_start = now;
    }
    for (std::size_t depth = 0; depth < after.loops.size(); ++depth) {
        after.loops.at(depth) -= periods * (before.loops.at(depth) - after.loops.at(depth));
    }
    const auto total = [](const Thread& t, std::size_t state, Instant at) {
        const bool open = static_cast<std::size_t>(t.state) == state;
        return t.spent[state] + (open ? at - t.since : Duration::zero());
    };
    const bool stayed = after.since == before.since;
    for (std::size_t state = 0; state < thread_states; ++state) {
        const bool open = static_cast<std::size_t>(after.state) == state;
        const Duration more = total(after, state, now) - total(before, state, kept_.now);
        after.spent[state] += more * periods - (open && stayed ? by : Duration::zero());
    }
    after.solo += (after.solo - before.solo) * periods;
    after.solo_waiting += (after.solo_waiting - before.solo_waiting) * periods;
    after.solo_native += (after.solo_native - before.solo_native) * periods;
    after.preempted += times * (after.preempted - before.preempted);
    after.released += times * (after.released - before.released);
    for (Instant Thread::*field :
         {&Thread::since, &Thread::segment_start, &Thread::wait_deadline}) {
        if (after.*field != before.*field) {
            after.*field = later(after.*field, by);
        }
    }
}

}  // namespace gvlsim
