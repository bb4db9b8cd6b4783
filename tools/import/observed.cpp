#include "tools/import/observed.hpp"

#include <algorithm>

namespace gvlsim {

void Observed::take(std::span<const Record> records) {
    for (const Record& record : records) {
        const auto what = static_cast<RecordKind>(record.kind);
        if (what > RecordKind::exited) { continue; }
        account(record.time);
        if (record.subject >= states_.size()) {
            states_.resize(std::size_t{record.subject} + 1);
            threads.resize(states_.size());
        }
        State& state = states_[record.subject];
        ObservedThread& thread = threads[record.subject];
        if (what == RecordKind::ready) {
            if (state.phase == State::Phase::ready) { continue; }  // after a preemption
            if (state.waits) { thread.waiting += record.time - state.since; }
            state.phase = State::Phase::ready;
            state.since = record.time;
            ++ready_;
        } else if (what == RecordKind::resumed) {
            close_wait(thread, state, record.time);
        } else if (what == RecordKind::suspended) {
            suspended(record, state);
        }
    }
}

void Observed::close_wait(ObservedThread& thread, State& state, Instant now) {
    if (state.phase == State::Phase::ready) {
        --ready_;
        const Duration stall = now - state.since;
        thread.lock_wait += stall;
        if (stall > Duration::zero()) { stalls.push_back(stall); }
    }
    state.phase = State::Phase::running;
    state.since = now;
    state.contended_at = contended_;
    const auto id = static_cast<std::uint32_t>(&state - states_.data());
    if (owners.empty() || owners.back() != id) { owners.push_back(id); }
}

void Observed::suspended(const Record& record, State& state) {
    if (state.phase != State::Phase::running) { return; }
    const Why why = static_cast<Why>(record.detail);
    ObservedThread& thread = threads[record.subject];
    const Duration slice = record.time - state.since;
    thread.cpu += slice;
    slices.push_back(slice);
    state.burst.length += slice;
    state.burst.contended += contended_ - state.contended_at;
    state.since = record.time;
    if (why == Why::preempted || why == Why::pass) {
        preemptions += why == Why::preempted ? 1 : 0;
        state.phase = State::Phase::ready;
        ++ready_;
        return;
    }
    bursts.push_back(state.burst);
    state.burst = {};
    state.phase = State::Phase::away;
    state.waits = why != Why::exit;
    if (why == Why::exit) { thread.end = record.time; }
}

void Observed::account(Instant now) {
    if (ready_ > 0) { contended_ += now - accounted_; }
    accounted_ = now;
}

void Observed::end(const Result& result) {
    run_end = result.end;
    kind = result.kind;
    spans = result.spans;
    account(run_end);
    for (std::uint32_t id = 0; id < states_.size(); ++id) {
        State& state = states_[id];
        ObservedThread& thread = threads[id];
        thread.name = names_->thread_name(id);
        if (state.phase == State::Phase::running) { thread.cpu += run_end - state.since; }
        if (state.phase == State::Phase::ready) { thread.lock_wait += run_end - state.since; }
    }
    names_ = nullptr;
}

Duration Observed::lock_wait() const noexcept {
    Duration sum{};
    for (const ObservedThread& thread : threads) { sum += thread.lock_wait; }
    return sum;
}

Duration Observed::cpu() const noexcept {
    Duration sum{};
    for (const ObservedThread& thread : threads) { sum += thread.cpu; }
    return sum;
}

Duration Observed::waiting() const noexcept {
    Duration sum{};
    for (const ObservedThread& thread : threads) { sum += thread.waiting; }
    return sum;
}

Observed observe(const Scenario& scenario) {
    Observed observed;
    RunOptions options;
    options.sink = &observed;
    options.max_events = most_observed_events;
    static_cast<void>(simulate(scenario, options));
    return observed;
}

}  // namespace gvlsim
