#include "models/explain/explained.hpp"

#include "models/gvl/model.hpp"
#include "models/report/format.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace gvlsim {

namespace {

// One of each generation whose rules differ in what a wait costs.
constexpr std::string_view yardsticks[] = {"cruby-2.5", "cruby-3.2", "cruby-3.4", "instant"};
// Beyond this many waits nobody reads them one by one, and the runs to compare with take memory.
constexpr std::size_t most_compared_waits = 200'000;

bool same_rule(const Model& one, const Model& other) {
    return one.make == other.make && one.default_quantum == other.default_quantum;
}

Scenario under(const Scenario& scenario, const Model& model) {
    Scenario other = scenario;
    other.runtime.model = model.name;
    std::optional<Duration>& quantum = other.runtime.quantum;
    if (quantum && (model.knob == QuantumKnob::none || !quantum_problem(model, *quantum).empty())) {
        quantum.reset();
    }
    return other;
}

std::vector<OtherRule> other_rules(const Scenario& scenario, const RunOptions& limits,
                                   const RunRecord& run) {
    std::vector<OtherRule> all;
    const Model* const own = find_model(scenario.runtime.model);
    for (const std::string_view name : yardsticks) {
        const Model* const model = find_model(name);
        if (model == nullptr || own == nullptr || same_rule(*model, *own)) { continue; }
        RunRecord record;
        RunOptions options = limits;
        options.sink = &record;
        const Scenario other = under(scenario, *model);
        static_cast<void>(simulate(other, options));
        all.emplace_back(std::string{name}, record, run.names);
    }
    return all;
}

std::string end_of_story(const Explained& explained) {
    switch (explained.run.result.kind) {
        case EndKind::completed:
            return "ended";
        case EndKind::stopped:
            return "was stopped as the scenario asks";
        case EndKind::deadlock:
            return "ended in a deadlock";
        default:
            return "was cut by a limit";
    }
}

std::string first_sentence(const Explained& explained) {
    const Result& result = explained.run.result;
    std::string text = fmt::format("The run {} after {}", end_of_story(explained),
                                   in_ms(result.end - start_of_time));
    if (!explained.model.empty()) { text += " on " + explained.model; }
    if (explained.quantum) { text += " with a quantum of " + in_ms(*explained.quantum); }
    if (explained.unlocked_end) {
        text += "; without a lock and its costs the same work takes " +
                in_ms(*explained.unlocked_end);
    }
    return text + ".";
}

std::string second_sentence(const Result& result) {
    if (result.lock.held == Duration::zero()) { return "Nobody needed a lock."; }
    const Duration end = result.end - start_of_time;
    const auto count = static_cast<double>(std::max<std::int64_t>(1, end.count()));
    return fmt::format("The lock was held for {} of that time and went to another thread {}, {} "
                       "against the owner's will.",
                       percent(static_cast<double>(result.lock.held.count()) / count, 1),
                       counted(result.lock.handovers, "time", "times"), result.lock.preemptions);
}

std::string third_sentence(const RunRecord& run, std::uint64_t contended) {
    std::vector<Duration> per_thread(run.names.size());
    const Wait* longest = nullptr;
    for (const Wait& wait : run.waits) {
        per_thread[wait.thread] += wait.length();
        if (longest == nullptr || wait.length() > longest->length()) { longest = &wait; }
    }
    const Duration total = std::accumulate(per_thread.begin(), per_thread.end(), Duration{});
    const auto most = std::max_element(per_thread.begin(), per_thread.end());
    return fmt::format(
        "Threads waited {} for it, in {}; {} waited most, {} in all, and the longest single wait "
        "was {}'s of {} from {} on.",
        in_ms(total), counted(contended, "wait", "waits"),
        run.names[static_cast<std::size_t>(most - per_thread.begin())], in_ms(*most),
        run.names[longest->thread], in_ms(longest->length()),
        in_ms(longest->begin - start_of_time));
}

std::string fourth_sentence(const RunRecord& run) {
    std::uint64_t by_force = 0;
    std::uint64_t by_release = 0;
    std::uint64_t unfinished = 0;
    std::uint64_t in_vain = 0;
    for (const Wait& wait : run.waits) {
        if (!wait.contended()) { continue; }
        in_vain += wait.in_vain;
        if (!wait.finished) {
            ++unfinished;
        } else if (wait.given_for == Why::preempted) {
            ++by_force;
        } else {
            ++by_release;
        }
    }
    std::string text = fmt::format("{} ended because the owner let go by itself, {} because it was "
                                   "preempted", by_release, by_force);
    if (unfinished > 0) { text += fmt::format(", {} not before the run did", unfinished); }
    if (in_vain > 0) {
        text += "; " + counted(in_vain, "time", "times") + " a thread was woken in vain";
    }
    return text + ".";
}

std::string fifth_sentence(const RunRecord& run) {
    const std::vector<Culprit> worst = worst_culprits(run, 1);
    if (worst.empty()) { return "No thread computed while another waited."; }
    const Culprit& first = worst.front();
    const Duration total = std::accumulate(
        run.culprits.begin(), run.culprits.end(), Duration{},
        [](Duration sum, const Culprit& one) { return sum + one.inflicted; });
    std::string text = fmt::format(
        "{} kept others waiting most: {}, {} of all waiting behind an owner",
        run.names[first.thread], in_ms(first.inflicted),
        percent(static_cast<double>(first.inflicted.count()) / static_cast<double>(total.count()),
                1));
    if (first.by_native_code > Duration::zero()) {
        text += fmt::format(", {} of it in native code or garbage collection",
                            in_ms(first.by_native_code));
    }
    return text + ".";
}

}  // namespace

Explained explain(const Scenario& scenario, std::string title, const RunOptions& limits) {
    Explained all;
    all.title = std::move(title);
    all.model = scenario.runtime.model;
    all.asked = scenario.runtime.quantum;
    const Model* const model = find_model(scenario.runtime.model);
    if (model->knob != QuantumKnob::none) {
        all.quantum =
            model->effective_quantum(scenario.runtime.quantum.value_or(model->default_quantum));
    }
    RunOptions options = limits;
    options.sink = &all.run;
    options.causes = true;
    static_cast<void>(simulate(scenario, options));
    all.unlocked_end = unlocked_end(scenario, limits);
    if (all.run.waits.size() <= most_compared_waits) {
        all.others = other_rules(scenario, limits, all.run);
    }
    return all;
}

std::vector<std::string> story(const Explained& explained) {
    const RunRecord& run = explained.run;
    const auto contended = static_cast<std::uint64_t>(std::count_if(
        run.waits.begin(), run.waits.end(), [](const Wait& wait) { return wait.contended(); }));
    std::vector<std::string> all{first_sentence(explained), second_sentence(run.result)};
    if (contended == 0) {
        all.emplace_back("Nobody ever waited for the lock.");
        return all;
    }
    all.push_back(third_sentence(run, contended));
    all.push_back(fourth_sentence(run));
    all.push_back(fifth_sentence(run));
    return all;
}

std::vector<Culprit> worst_culprits(const RunRecord& run, std::size_t count) {
    std::vector<Culprit> worst;
    for (const Culprit& one : run.culprits) {
        if (one.inflicted > Duration::zero()) { worst.push_back(one); }
    }
    std::stable_sort(worst.begin(), worst.end(), [](const Culprit& one, const Culprit& other) {
        return one.inflicted > other.inflicted;
    });
    worst.resize(std::min(worst.size(), count));
    return worst;
}

}  // namespace gvlsim
