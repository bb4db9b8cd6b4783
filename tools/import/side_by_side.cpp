#include "tools/import/side_by_side.hpp"

#include "models/report/figures.hpp"
#include "models/report/format.hpp"
#include "tools/import/envelope.hpp"
#include "tools/import/run_measures.hpp"
#include "tools/import/seen_figures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

constexpr Duration near_by = 500us;     // closer than a machine's own unrest
constexpr std::size_t most_threads = 12;  // shown one by one
constexpr double phase_spread = 0.02;   // as `compare` marks replications

double seconds(Duration length) { return static_cast<double>(length.count()) / 1e9; }

std::optional<Range> range_of(std::vector<double> values) {
    if (values.empty()) { return std::nullopt; }
    std::sort(values.begin(), values.end());
    const std::size_t size = values.size();
    return Range{(values[(size - 1) / 2] + values[size / 2]) / 2, values.front(), values.back()};
}

struct Simulated {
    RunMeasures measures;
    Result result;
    Summary summary;
};

// One side by side in the making.
class Builder {
public:
    Builder(const SideBySideRequest& request, const Series& series)
        : request_{request}, series_{series} {}

    SideBySide build() {
        made_.ruby = series_.ruby;
        made_.model = series_.model;
        made_.source = series_.source;
        made_.scenario = request_.title;
        made_.runs = series_.runs.size();
        made_.absent = series_.not_recorded;
        made_.notes = series_.notes;
        made_.tolerance = request_.tolerance;
        simulate_all();
        replay_all();
        tell_stolen();
        run_figures();
        thread_figures();
        other_figures();
        distributions();
        orders();
        for (FigureRow& row : made_.figures) { judge(row); }
        for (DistributionRow& row : made_.distributions) { judge(row); }
        return std::move(made_);
    }

private:
    using OfSeen = std::function<std::optional<double>(const SeenRun&, const RunMeasures*)>;

    void simulate_all() {
        Scenario scenario = request_.scenario;
        adapt(scenario, series_);
        for (std::uint64_t run = 0; run <= request_.disturbed; ++run) {
            const Scenario one = disturbed(scenario, run);
            MeasuredRun measured = measure(one);
            Simulated simulated{std::move(measured.measures), std::move(measured.result), {}};
            simulated.summary =
                summarize(simulated.result, unlocked_end(one, simulated.result, {}));
            if (!ended_as_written(simulated.result.kind) && run == 0) {
                made_.notes.emplace_back("the simulated run does not come to its end");
            }
            simulated_.push_back(std::move(simulated));
        }
        made_.disturbed = simulated_.size();
    }

    void replay_all() {
        for (std::size_t run = 0; run < series_.runs.size(); ++run) {
            const std::optional<RecordedRun> recorded = recorded_run(series_, run);
            recorded_.push_back(recorded ? std::optional{measure(*recorded)} : std::nullopt);
        }
    }

    void add_figure(const std::string& key, const OfSeen& of_seen) {
        const bool known = std::any_of(made_.figures.begin(), made_.figures.end(),
                                       [&](const FigureRow& row) { return row.what == key; });
        if (known) { return; }
        FigureRow row;
        row.what = key;
        std::vector<double> measured;
        for (std::size_t run = 0; run < series_.runs.size(); ++run) {
            const RunMeasures* measures = recorded_[run] ? &*recorded_[run] : nullptr;
            const auto value = of_seen(series_.runs[run], measures);
            if (value) { measured.push_back(*value); }
        }
        row.measured = range_of(std::move(measured));
        if (!row.measured) { return; }
        std::vector<double> simulated;
        for (const Simulated& one : simulated_) {
            const auto value = figure(one.result, one.summary, key);
            if (value) { simulated.push_back(*value); }
        }
        row.written = figure(simulated_.front().result, simulated_.front().summary, key);
        row.simulated = range_of(std::move(simulated));
        made_.figures.push_back(std::move(row));
    }

    // How far the machine disturbed the runs.
    void tell_stolen() {
        Duration most{};
        for (const SeenRun& seen : series_.runs) {
            Duration sum{};
            for (const SeenThread& thread : seen.threads) { sum += thread.stolen; }
            most = std::max(most, sum);
            if (seen.ending != "completed" && seen.ending != "stopped") {
                made_.notes.push_back("a recorded run ended otherwise: " + seen.ending);
            }
        }
        if (most > Duration::zero()) {
            made_.notes.push_back("other work on the machine took up to " + milliseconds(most) +
                                  " ms of a run from threads that had the lock");
        }
    }

    void run_figures() {
        add_figure("end_s", [](const SeenRun& seen, const RunMeasures*) -> std::optional<double> {
            if (seen.end) { return seconds(*seen.end); }
            return seen_figure(seen, "end_s");
        });
        // Without a lock the program takes what the simulation says: that is no matter of rules.
        const std::optional<Duration> unlocked = simulated_.front().summary.unlocked_end;
        add_figure("waste_s",
                   [&](const SeenRun& seen, const RunMeasures*) -> std::optional<double> {
                       const auto own = seen_figure(seen, "waste_s");
                       if (own || !seen.end || !unlocked) { return own; }
                       return seconds(*seen.end - *unlocked);
                   });
        add_figure("lock.preemptions",
                   [](const SeenRun& seen, const RunMeasures* run) -> std::optional<double> {
                       if (run == nullptr) { return seen_figure(seen, "lock.preemptions"); }
                       return static_cast<double>(run->observed.preemptions);
                   });
        if (made_.figures.empty() || made_.figures.front().what != "end_s") { return; }
        const std::optional<Range>& ends = made_.figures.front().simulated;
        made_.phase_sensitive =
            ends && ends->highest - ends->lowest > phase_spread * ends->median;
    }

    void thread_figures() {
        for (const ThreadResult& thread : simulated_.front().result.threads) {
            const std::string prefix = "thread." + thread.name + ".";
            add_figure(prefix + "cpu_s", [&](const SeenRun& seen, const RunMeasures* run) {
                return seen_cpu(seen, run, thread.name);
            });
            add_figure(prefix + "lock_wait_s", [&](const SeenRun& seen, const RunMeasures* run) {
                return seen_lock_wait(seen, run, thread.name);
            });
            add_figure(prefix + "preempted", [&](const SeenRun& seen, const RunMeasures* run) {
                return seen_preemptions(seen, run, thread.name);
            });
        }
    }

    void other_figures() {
        for (const SeenRun& seen : series_.runs) {
            for (const Measured& one : seen.figures) {
                add_figure(one.key, [&](const SeenRun& run, const RunMeasures*) {
                    return seen_figure(run, one.key);
                });
            }
        }
        FigureRow row;
        row.what = "interrupted jobs";
        std::vector<double> measured, simulated;
        for (const SeenRun& seen : series_.runs) {
            if (!seen.jobs.empty()) {
                measured.push_back(static_cast<double>(interrupted(seen.jobs)));
            }
        }
        row.measured = range_of(std::move(measured));
        if (!row.measured) { return; }
        for (const Simulated& one : simulated_) {
            simulated.push_back(static_cast<double>(interrupted(one.measures.jobs)));
        }
        row.written = simulated.front();
        row.simulated = range_of(std::move(simulated));
        made_.figures.push_back(std::move(row));
    }

    using OfRun = std::function<std::vector<Duration>(const RunMeasures&)>;

    // `measured` by run; nothing is added where it has no values.
    void add_distribution(const std::string& what, Sample measured, const OfRun& of_run) {
        if (measured.values.empty()) { return; }
        DistributionRow row;
        row.what = what;
        row.measured = std::move(measured);
        for (const Simulated& one : simulated_) {
            const std::vector<Duration> values = of_run(one.measures);
            row.simulated.values.insert(row.simulated.values.end(), values.begin(), values.end());
        }
        std::sort(row.measured.values.begin(), row.measured.values.end());
        std::sort(row.simulated.values.begin(), row.simulated.values.end());
        row.near = near_by;
        if (!row.simulated.values.empty()) {
            row.distance =
                largest_distance(row.measured.values, row.simulated.values, Duration::zero());
            row.distance_near =
                largest_distance(row.measured.values, row.simulated.values, near_by);
        }
        made_.distributions.push_back(std::move(row));
    }

    // Of all threads together, and of each that is in the recording: with priorities, or beside a
    // thread that computes, they are quite different.
    void stalls() {
        Sample all;
        std::map<std::string, Sample> by_thread;
        for (const std::optional<RunMeasures>& run : recorded_) {
            if (!run) { continue; }
            append(all, all_stalls(*run));
            for (const ThreadMeasures& thread : run->threads) {
                append(by_thread[thread.name], thread.stalls);
            }
        }
        add_distribution("stalls", std::move(all), all_stalls);
        if (by_thread.size() > most_threads) { return; }
        for (auto& [thread, sample] : by_thread) {
            const std::string& name = thread;
            add_distribution("stalls of " + name, std::move(sample), [&](const RunMeasures& run) {
                const ThreadMeasures* found = run.find(name);
                return found == nullptr ? std::vector<Duration>{} : found->stalls;
            });
        }
    }

    static std::vector<Duration> all_stalls(const RunMeasures& run) {
        Sample all;
        for (const ThreadMeasures& thread : run.threads) { append(all, thread.stalls); }
        return std::move(all.values);
    }

    void distributions() {
        stalls();
        std::map<std::string, std::pair<Sample, SeenLateness>> lateness;
        std::map<std::string, Sample> slices, spans;
        for (const SeenRun& seen : series_.runs) {
            for (const SeenLateness& late : seen.lateness) {
                auto& [sample, about] = lateness[late.thread];
                append(sample, late.late);
                about = late;
            }
            for (const auto& [name, values] : seen.slices) { append(slices[name], values); }
            for (const auto& [name, values] : seen.spans) { append(spans[name], values); }
        }
        for (auto& [thread, entry] : lateness) {
            const SeenLateness& about = entry.second;
            add_distribution("lateness of " + thread, std::move(entry.first),
                             [&](const RunMeasures& run) { return lateness_of(run, about); });
        }
        for (auto& [thread, sample] : slices) {
            const std::string& name = thread;
            add_distribution("turns of " + thread, std::move(sample),
                             [&](const RunMeasures& run) { return inner_turns(run, name); });
        }
        for (auto& [span, sample] : spans) {
            const std::string& name = span;
            add_distribution("span " + name, std::move(sample), [&](const RunMeasures& run) {
                const auto found = run.spans.find(name);
                return found == run.spans.end() ? std::vector<Duration>{} : found->second;
            });
        }
    }

    static void append(Sample& sample, const std::vector<Duration>& values) {
        sample.values.insert(sample.values.end(), values.begin(), values.end());
    }

    // The first and the last turn are cut by the beginning and end of the run.
    static std::vector<Duration> inner_turns(const RunMeasures& run, const std::string& name) {
        const ThreadMeasures* thread = run.find(name);
        if (thread == nullptr || thread->turns.size() < 3) { return {}; }
        return {thread->turns.begin() + 1, thread->turns.end() - 1};
    }

    // Only of the threads that `other` has too: a recording may leave some out, main for example.
    static std::vector<Turn> turns_of(const RunMeasures& run, const RunMeasures& other) {
        std::vector<Turn> turns;
        for (const Acquisition& one : run.acquisitions) {
            const std::string& name = run.threads[one.thread].name;
            const ThreadMeasures* partner = other.find(name);
            const bool known = partner != nullptr && !partner->turns.empty();
            const bool again = !turns.empty() && turns.back().thread == name;
            if (known && !again) { turns.push_back({name, one.time}); }
        }
        return turns;
    }

    static std::vector<Turn> turns_of(const std::vector<SeenJob>& jobs) {
        std::vector<Turn> turns;
        for (const SeenJob& job : jobs) { turns.push_back({job.thread, job.start}); }
        return turns;
    }

    void orders() {
        const RunMeasures& simulated = simulated_.front().measures;
        if (const std::optional<RunMeasures>& recorded = recorded_.front()) {
            made_.orders.push_back(compare_order("turns with the lock",
                                                 turns_of(*recorded, simulated),
                                                 turns_of(simulated, *recorded)));
        }
        if (!series_.runs.front().jobs.empty()) {
            made_.orders.push_back(compare_order(
                "jobs begun", turns_of(series_.runs.front().jobs), turns_of(simulated.jobs)));
        }
    }

    void judge(FigureRow& row) const {
        if (!made_.tolerance || row.what != "end_s") { return; }
        const double slack = *made_.tolerance * row.measured->median;
        row.ok = row.simulated && row.measured->highest >= row.simulated->lowest - slack &&
                 row.measured->lowest <= row.simulated->highest + slack;
    }

    void judge(DistributionRow& row) const {
        if (!made_.tolerance || row.what == "stalls") { return; }
        const auto median = [](const Sample& sample) { return sample.quantile(0.5); };
        const Duration measured = median(row.measured);
        const double slack = std::max(*made_.tolerance * seconds(measured), seconds(near_by));
        // Where nothing was simulated it all took no time: stalls of length 0 are none.
        const Duration simulated =
            row.simulated.values.empty() ? Duration::zero() : median(row.simulated);
        row.ok = std::abs(seconds(simulated - measured)) <= slack;
    }

    const SideBySideRequest& request_;
    const Series& series_;
    SideBySide made_;
    std::vector<Simulated> simulated_;
    std::vector<std::optional<RunMeasures>> recorded_;  // by run
};

}  // namespace

std::optional<double> FigureRow::error() const noexcept {
    if (!written || !measured || measured->median == 0) { return std::nullopt; }
    return *written / measured->median - 1;
}

bool SideBySide::holds() const noexcept {
    const auto fine = [](const auto& row) { return row.ok.value_or(true); };
    return std::all_of(figures.begin(), figures.end(), fine) &&
           std::all_of(distributions.begin(), distributions.end(), fine);
}

SideBySide side_by_side(const SideBySideRequest& request, const Series& series) {
    return Builder{request, series}.build();
}

}  // namespace gvlsim
