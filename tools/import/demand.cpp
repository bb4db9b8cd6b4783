#include "tools/import/demand.hpp"

#include <algorithm>
#include <cmath>

namespace gvlsim {

namespace {

constexpr std::uint32_t nobody = UINT32_MAX;
using Kind = DemandStep::Kind;

class Builder {
public:
    Builder(const RecordedRun& run, const Guesses& guesses)
        : run_{run}, guesses_{guesses}, threads_(run.threads.size()) {
        demand_.threads.resize(run.threads.size());
        for (std::size_t id = 0; id < run.threads.size(); ++id) {
            demand_.threads[id].name = run.threads[id].name;
        }
        for (const GuessedWait& wait : guesses.waits) {
            if (wait.kind == GuessedWait::Kind::wake) { wakes_.push_back(wait); }
        }
        std::stable_sort(
            wakes_.begin(), wakes_.end(),
            [](const GuessedWait& a, const GuessedWait& b) { return a.when < b.when; });
    }

    Demand build() {
        find_unused();
        for (std::uint32_t id = 1; id < threads_.size(); ++id) {
            if (run_.threads[id].alive_at_start && demand_.threads[id].used) {
                step(0, Kind::spawn, id);
                threads_[id].parent = 0;
            }
        }
        for (std::size_t index = 0; index < run_.records.size(); ++index) {
            const Record& record = run_.records[index];
            collect_until(record.time);
            look_at(index, record);
        }
        collect_until(run_.end);
        finish();
        return std::move(demand_);
    }

private:
    struct State {
        bool running = false;
        bool wanted = false;  // it has been READY or RESUMED
        bool over = false;
        Instant since = start_of_time;     // cpu up to here stands in the steps or in `pending`
        Duration pending{};                // cpu of earlier slices
        std::optional<std::size_t> wait;   // index of the SUSPENDED of a wait
        std::uint32_t parent = nobody;
        std::uint32_t joined_by = nobody;
        std::optional<std::size_t> spawned_at;  // index of the step in its parent's program
        Instant born = start_of_time;
        Instant released = start_of_time;
        std::vector<std::uint32_t> dead_children;  // not joined so far
    };

    void find_unused() {
        for (DemandThread& thread : demand_.threads) { thread.used = false; }
        for (const Record& record : run_.records) {
            const auto kind = static_cast<RecordKind>(record.kind);
            if (kind == RecordKind::ready || kind == RecordKind::resumed) {
                demand_.threads[record.subject].used = true;
            }
        }
        demand_.threads[0].used = true;
        for (const DemandThread& thread : demand_.threads) { demand_.left_out += !thread.used; }
    }

    // gcs and wake-ups that the running threads did before `now`.
    void collect_until(Instant now) {
        for (; gc_ < run_.gcs.size() && run_.gcs[gc_].end <= now; ++gc_) {
            const GcPeriod& gc = run_.gcs[gc_];
            wake_until(gc.begin);
            State& state = threads_[gc.thread];
            if (!state.running || gc.begin < state.since) { continue; }
            flush(gc.thread, gc.begin);
            step(gc.thread, Kind::gc, nobody, gc.end - gc.begin);
            state.since = gc.end;
        }
        wake_until(now);
    }

    void wake_until(Instant now) {
        for (; wake_ < wakes_.size() && wakes_[wake_].when <= now; ++wake_) {
            const GuessedWait& wake = wakes_[wake_];
            const std::uint32_t sleeper = run_.records[wake.suspended].subject;
            flush(wake.by, std::min(wake.when, now));
            step(wake.by, Kind::push, sleeper);
        }
    }

    void look_at(std::size_t index, const Record& record) {
        const std::uint32_t id = record.subject;
        State& state = threads_[id];
        switch (static_cast<RecordKind>(record.kind)) {
            case RecordKind::started:
                if (!run_.threads[id].alive_at_start) { born(id, record.time); }
                break;
            case RecordKind::ready:
                ready(id, record.time);
                break;
            case RecordKind::resumed:
                state.running = true;
                state.wanted = true;
                state.since = record.time;
                break;
            case RecordKind::suspended:
                suspended(index, record);
                break;
            default:
                break;
        }
    }

    void born(std::uint32_t id, Instant now) {
        State& state = threads_[id];
        if (!demand_.threads[id].used) { return; }
        state.parent = run_.threads[id].creator;
        const State& parent = threads_[state.parent];
        state.born = parent.running ? now : parent.released;
        flush(state.parent, now);
        state.spawned_at = demand_.threads[state.parent].steps.size();
        step(state.parent, Kind::spawn, id);
    }

    void ready(std::uint32_t id, Instant now) {
        State& state = threads_[id];
        if (!state.wanted) { return first_ready(id, now); }
        if (!state.wait) { return; }
        const std::size_t begin = *state.wait;
        state.wait.reset();
        const Duration length = now - run_.records[begin].time;
        const GuessedWait* const guessed = guess_about(begin);
        if (guessed == nullptr) { return step(id, Kind::io, nobody, length); }
        if (guessed->kind == GuessedWait::Kind::wake) { return step(id, Kind::pop, id); }
        step(id, Kind::join, guessed->by);
        threads_[guessed->by].joined_by = id;
        for (const std::uint32_t child : state.dead_children) {
            if (child != guessed->by) { step(id, Kind::join, child); }
        }
        state.dead_children.clear();
    }

    // Where its creator has gone on without anything between, the thread is created when it first
    // wants the lock: Thread.new of 3.3 and later takes until then.
    void first_ready(std::uint32_t id, Instant now) {
        State& state = threads_[id];
        state.wanted = true;
        DemandThread& thread = demand_.threads[id];
        if (!state.spawned_at) {
            if (id == 0) {
                if (now > start_of_time) { step(0, Kind::io, nobody, now - start_of_time); }
            } else {
                thread.start = now - start_of_time;
            }
            return;
        }
        std::vector<DemandStep>& steps = demand_.threads[state.parent].steps;
        State& parent = threads_[state.parent];
        if (parent.running && steps.size() == *state.spawned_at + 1) {
            steps.pop_back();
            flush(state.parent, now);
            step(state.parent, Kind::spawn, id);
        } else {
            thread.start = now - state.born;
        }
    }

    void suspended(std::size_t index, const Record& record) {
        const std::uint32_t id = record.subject;
        State& state = threads_[id];
        if (!state.running) { return; }
        const Why why = static_cast<Why>(record.detail);
        if (why == Why::preempted) {
            state.pending += record.time - state.since;
            state.since = record.time;
        } else {
            flush(id, record.time);
        }
        state.running = false;
        state.over = why == Why::exit;
        state.released = record.time;
        if (why == Why::io || why == Why::sleep) { state.wait = index; }
        if (why == Why::exit && state.parent != nobody && state.joined_by != state.parent) {
            threads_[state.parent].dead_children.push_back(id);
        }
    }

    // Threads that still live: the recording does not know what they would have done.
    void finish() {
        for (std::uint32_t id = 0; id < threads_.size(); ++id) {
            State& state = threads_[id];
            flush(id, run_.end);
            if (id != 0) {
                if (state.wanted && !state.over) { step(id, Kind::sleep_forever, nobody); }
                continue;
            }
            if (!state.wait && state.wanted) { continue; }
            const Instant begin = state.wait ? run_.records[*state.wait].time : start_of_time;
            demand_.main_waits_at_end = true;
            step(id, Kind::io, nobody, run_.end - begin);
        }
    }

    void flush(std::uint32_t id, Instant now) {
        State& state = threads_[id];
        Duration cpu = state.pending;
        state.pending = Duration::zero();
        if (state.running) {
            cpu += now - state.since;
            state.since = now;
        }
        if (cpu <= Duration::zero()) { return; }
        std::vector<DemandStep>& steps = demand_.threads[id].steps;
        if (!steps.empty() && steps.back().kind == Kind::cpu) {
            steps.back().length += cpu;
        } else {
            step(id, Kind::cpu, nobody, cpu);
        }
    }

    void step(std::uint32_t id, Kind kind, std::uint32_t object, Duration length = {}) {
        demand_.threads[id].steps.push_back({length, object, kind});
    }

    [[nodiscard]] const GuessedWait* guess_about(std::size_t suspended) const {
        const auto found = std::lower_bound(
            guesses_.waits.begin(), guesses_.waits.end(), suspended,
            [](const GuessedWait& wait, std::size_t index) { return wait.suspended < index; });
        return found != guesses_.waits.end() && found->suspended == suspended ? &*found : nullptr;
    }

    const RecordedRun& run_;
    const Guesses& guesses_;
    Demand demand_;
    std::vector<State> threads_;
    std::vector<GuessedWait> wakes_;  // in order of time
    std::size_t gc_ = 0;
    std::size_t wake_ = 0;
};

}  // namespace

std::uint64_t Demand::count(DemandStep::Kind kind) const noexcept {
    std::uint64_t sum = 0;
    for (const DemandThread& thread : threads) {
        sum += static_cast<std::uint64_t>(
            std::count_if(thread.steps.begin(), thread.steps.end(),
                          [&](const DemandStep& step) { return step.kind == kind; }));
    }
    return sum;
}

Demand demand_of(const RecordedRun& run, const Guesses& guesses) {
    return Builder{run, guesses}.build();
}

void stretch(Demand& demand, double cpu, double waits) {
    const auto by = [](Duration length, double factor) {
        const double longer = static_cast<double>(length.count()) * factor;
        constexpr double most = 9e18;
        return Duration{static_cast<std::int64_t>(std::llround(std::min(longer, most)))};
    };
    for (DemandThread& thread : demand.threads) {
        for (DemandStep& step : thread.steps) {
            step.length = by(step.length, step.kind == Kind::io ? waits : cpu);
        }
    }
}

}  // namespace gvlsim
