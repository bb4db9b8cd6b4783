#include "tools/import/run_measures.hpp"

#include <algorithm>

namespace gvlsim {

void RunMeasures::begin(const Names& names) {
    names_ = &names;
    observed.begin(names);
}

void RunMeasures::take(std::span<const Record> records) {
    observed.take(records);
    for (const Record& record : records) {
        if (record.subject != no_subject) { one(record); }
    }
}

void RunMeasures::one(const Record& record) {
    const auto kind = static_cast<RecordKind>(record.kind);
    if (kind == RecordKind::tick || kind == RecordKind::cause) { return; }
    if (record.subject >= states_.size()) {
        states_.resize(std::size_t{record.subject} + 1);
        threads.resize(states_.size());
    }
    State& state = states_[record.subject];
    switch (kind) {
        case RecordKind::ready:
            if (!state.ready) { wants(record.time, state, taken_); }
            break;
        case RecordKind::resumed:
            resumed(record, state);
            break;
        case RecordKind::suspended:
            suspended(record, state);
            break;
        case RecordKind::span_begin:
        case RecordKind::span_end:
            span(record, state);
            break;
        default:
            break;
    }
}

void RunMeasures::resumed(const Record& record, State& state) {
    ThreadMeasures& thread = threads[record.subject];
    const Instant ready = state.ready.value_or(record.time);
    const bool contended = state.contended || resumed_ != state.resumed_before;
    if (ready < record.time && contended) { thread.stalls.push_back(record.time - ready); }
    ++resumed_;
    taken_ = true;
    if (state.left) {
        thread.absences.push_back({record.time, record.time - *state.left, ready - *state.left});
    }
    state.ready.reset();
    state.left.reset();
    if (runner_ != record.subject) {
        if (runner_) { threads[*runner_].turns.push_back(turn_); }
        runner_ = record.subject;
        turn_ = Duration::zero();
        acquisitions.push_back({record.subject, record.time});
    }
    state.running = record.time;
}

void RunMeasures::wants(Instant now, State& state, bool contended) {
    state.ready = now;
    state.contended = contended;
    state.resumed_before = resumed_;
}

void RunMeasures::suspended(const Record& record, State& state) {
    ThreadMeasures& thread = threads[record.subject];
    if (state.running) {
        turn_ += record.time - *state.running;
        state.running.reset();
        taken_ = false;
    }
    const Why why = static_cast<Why>(record.detail);
    if (why == Why::preempted || why == Why::pass) {
        thread.preemptions += why == Why::preempted ? 1 : 0;
        wants(record.time, state, false);
        return;
    }
    if (why == Why::exit) {
        thread.end = record.time;
        return;
    }
    state.left = record.time;
    if (state.job && jobs[*state.job].computed == start_of_time) {
        jobs[*state.job].computed = record.time;
    }
}

void RunMeasures::span(const Record& record, State& state) {
    const std::string name = names_->detail(record);
    if (static_cast<RecordKind>(record.kind) == RecordKind::span_begin) {
        state.open_spans.push_back(record.time);
        if (name == "job") {
            state.job = jobs.size();
            jobs.push_back({names_->thread_name(record.subject), record.time, start_of_time,
                            record.time});
        }
        return;
    }
    if (!state.open_spans.empty()) {
        spans[name].push_back(record.time - state.open_spans.back());
        state.open_spans.pop_back();
    }
    if (name == "job" && state.job) {
        jobs[*state.job].done = record.time;
        state.job.reset();
    }
}

void RunMeasures::end(const Result& result) {
    for (std::uint32_t id = 0; id < states_.size(); ++id) {
        threads[id].name = names_->thread_name(id);
        if (states_[id].running) { turn_ += result.end - *states_[id].running; }
    }
    if (runner_) { threads[*runner_].turns.push_back(turn_); }
    observed.end(result);
    names_ = nullptr;
}

const ThreadMeasures* RunMeasures::find(std::string_view name) const noexcept {
    const auto found =
        std::find_if(threads.begin(), threads.end(),
                     [&](const ThreadMeasures& thread) { return thread.name == name; });
    return found == threads.end() ? nullptr : &*found;
}

MeasuredRun measure(const Scenario& scenario) {
    MeasuredRun run;
    RunOptions options;
    options.sink = &run.measures;
    options.max_events = most_observed_events;
    run.result = simulate(scenario, options);
    return run;
}

RunMeasures measure(const RecordedRun& run) {
    RunMeasures measures;
    feed(run, measures);
    return measures;
}

std::vector<Duration> lateness_of(const RunMeasures& run, const SeenLateness& late) {
    std::vector<Duration> values;
    const ThreadMeasures* thread = run.find(late.thread);
    if (thread == nullptr) { return values; }
    const ThreadMeasures* other =
        late.while_alive.empty() ? nullptr : run.find(late.while_alive);
    // Waits of another length are other ones, e.g. for a common start. Timers of macOS are late by
    // a quarter, but not more than 4.7 ms.
    const Duration latest = late.asked + late.asked / 4 + std::chrono::milliseconds{5};
    for (const ThreadMeasures::Absence& absence : thread->absences) {
        if (other != nullptr && other->end && absence.back > *other->end) { continue; }
        if (absence.slept >= late.asked && absence.slept <= latest) {
            values.push_back(absence.length - late.asked);
        }
    }
    return values;
}

std::uint64_t interrupted(const std::vector<SeenJob>& jobs) {
    std::uint64_t number = 0;
    for (const SeenJob& job : jobs) {
        const auto inside = [&](Instant time) { return job.start < time && time < job.computed; };
        number += std::any_of(jobs.begin(), jobs.end(), [&](const SeenJob& other) {
            return other.thread != job.thread &&
                   (inside(other.start) || inside(other.computed) || inside(other.done));
        });
    }
    return number;
}

}  // namespace gvlsim
