// From the states that tools/real/run.rb saw to the records that a simulated run leaves.
#include "tools/import/series.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

Why why_of(SeenState state) {
    switch (state) {
        case SeenState::sleeping:
            return Why::sleep;
        case SeenState::blocked:
            return Why::join;  // or a mutex, a queue: which one is not recorded
        case SeenState::died:
            return Why::exit;
        case SeenState::ready:
            return Why::preempted;
        default:
            return Why::io;
    }
}

// Turns the states of one thread into its records.
class Life {
public:
    Life(RecordedRun& run, std::uint32_t id) : run_{run}, id_{id} {}

    void change(const SeenChange& change) {
        const bool first = phase_ == Phase::unborn;
        if (first && id_ != 0) { add(change.time, RecordKind::started); }
        if (change.state == SeenState::running) {
            runs(change.time, first);
        } else if (change.state == SeenState::ready) {
            wants(change.time, first);
        } else {
            leaves(change.time, change.state);
        }
    }

private:
    enum class Phase : std::uint8_t { unborn, away, ready, running, over };

    void runs(Instant now, bool first) {
        if (phase_ == Phase::running) { return; }
        // It was not seen to want the lock: it wanted it when it got it.
        const bool main_begins = id_ == 0 && first;
        if (phase_ != Phase::ready && !main_begins) { add(now, RecordKind::ready); }
        add(now, RecordKind::resumed);
        phase_ = Phase::running;
    }

    void wants(Instant now, bool first) {
        if (phase_ == Phase::ready) { return; }
        if (phase_ == Phase::running) {
            add(now, RecordKind::suspended, Why::preempted);
            ++run_.preemptions;
        }
        // Main has the lock when a run begins; what passes before it first notices is no wait.
        if (!(first && id_ == 0)) { add(now, RecordKind::ready); }
        phase_ = first && id_ == 0 ? Phase::unborn : Phase::ready;
    }

    void leaves(Instant now, SeenState state) {
        if (phase_ == Phase::running) { add(now, RecordKind::suspended, why_of(state)); }
        phase_ = Phase::away;
        if (state == SeenState::died) {
            add(now, RecordKind::exited);
            phase_ = Phase::over;
        }
    }

    // Threads write their records one after the other; `number` says how to put those of one
    // instant in order: who lets go comes before who takes, and each thread's stay as they are.
    void add(Instant now, RecordKind kind, Why why = Why::none) {
        const bool leaves = kind == RecordKind::suspended || kind == RecordKind::exited;
        const std::uint32_t rank = leaves ? 0 : kind == RecordKind::resumed ? 2 : 1;
        rank_ = now == last_ ? std::max(rank_, rank) : rank;
        last_ = now;
        run_.records.push_back({now, id_, 0, static_cast<std::uint8_t>(kind),
                                static_cast<std::uint8_t>(why), 0, rank_});
    }

    RecordedRun& run_;
    std::uint32_t id_;
    std::uint32_t rank_ = 0;
    Instant last_ = Instant::min();
    Phase phase_ = Phase::unborn;
};

// Main is thread 0 in every run; the others follow in the order of the file.
std::vector<const SeenThread*> main_first(const SeenRun& seen) {
    std::vector<const SeenThread*> threads;
    for (const SeenThread& thread : seen.threads) { threads.push_back(&thread); }
    std::stable_partition(threads.begin(), threads.end(), [](const SeenThread* thread) {
        return thread->name == "main";
    });
    return threads;
}

}  // namespace

std::optional<RecordedRun> recorded_run(const Series& series, std::size_t index) {
    if (series.traced) { return series.traced; }
    const SeenRun& seen = series.runs.at(index);
    const bool any = std::any_of(seen.threads.begin(), seen.threads.end(),
                                 [](const SeenThread& thread) { return !thread.changes.empty(); });
    if (!any) { return std::nullopt; }
    RecordedRun run;
    run.model = series.model;
    run.quantum_ms = series.quantum_ms;
    const std::vector<const SeenThread*> threads = main_first(seen);
    if (threads.front()->name != "main") { run.threads.push_back({.name = "main"}); }
    for (const SeenThread* thread : threads) {
        const auto id = static_cast<std::uint32_t>(run.threads.size());
        run.threads.push_back({.name = thread->name});
        Life life{run, id};
        for (const SeenChange& change : thread->changes) {
            life.change(change);
            run.end = std::max(run.end, change.time);
        }
    }
    if (seen.end) { run.end = start_of_time + *seen.end; }
    std::stable_sort(run.records.begin(), run.records.end(), [](const Record& a, const Record& b) {
        return a.time != b.time ? a.time < b.time : a.number < b.number;
    });
    for (Record& record : run.records) { record.number = 0; }
    return run;
}

}  // namespace gvlsim
