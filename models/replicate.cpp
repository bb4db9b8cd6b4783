#include "models/replicate.hpp"

#include "models/report/summary.hpp"
#include "models/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gvlsim {

namespace {

// Replications that lie further apart than this are no measurement of the same thing.
constexpr double wide = 0.02;
// Another order at equal times moves a hand-over or two and with them the end by microseconds;
// what no table shows is no change.
constexpr double notable = 0.0005;

bool asks_for_waste(std::span<const std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), "waste_s") != keys.end();
}

Observation observe(std::span<const std::string_view> keys, const Result& result,
                    const Summary& summary) {
    Observation observation;
    observation.reserve(keys.size());
    for (const std::string_view key : keys) { observation.push_back(figure(result, summary, key)); }
    return observation;
}

std::optional<Spread> spread_of(const std::vector<Observation>& observations, std::size_t index) {
    Spread spread;
    double sum = 0;
    bool first = true;
    for (const Observation& observation : observations) {
        const std::optional<double> value = observation[index];
        if (!value) { return std::nullopt; }
        sum += *value;
        spread.lowest = first ? *value : std::min(spread.lowest, *value);
        spread.highest = first ? *value : std::max(spread.highest, *value);
        first = false;
    }
    if (first) { return std::nullopt; }
    // Equal values have themselves as their mean; the sum of three tenths divided by three does
    // not.
    const bool same = spread.lowest == spread.highest;
    spread.mean = same ? spread.lowest : sum / static_cast<double>(observations.size());
    return spread;
}

void add_other_ties(std::vector<std::optional<Spread>>& figures, const Observation& first,
                    const Observation& other) {
    for (std::size_t index = 0; index < figures.size(); ++index) {
        if (figures[index] && other[index] && *other[index] != *first[index]) {
            figures[index]->other_ties = other[index];
        }
    }
}

PhaseSensitivity phase_of(const std::vector<std::optional<Spread>>& figures, std::size_t watched,
                          const Observation& first) {
    PhaseSensitivity phase;
    for (std::size_t index = 0; index < watched; ++index) {
        if (!figures[index]) { continue; }
        const Spread& spread = *figures[index];
        phase.spread =
            phase.spread || spread.highest - spread.lowest > wide * std::abs(spread.mean);
        phase.ties =
            phase.ties || (spread.other_ties && std::abs(*spread.other_ties - *first[index]) >
                                                    notable * std::abs(*first[index]));
    }
    return phase;
}

// The ends without a lock of all seeds: one visit to the other runtime, so that the scenario is
// not copied for each.
std::vector<std::optional<Duration>> unlocked_ends(Scenario& scenario, std::int64_t replications) {
    Unlocked unlocked{scenario};
    std::vector<std::optional<Duration>> ends;
    const std::uint64_t seed = scenario.seed;
    for (std::int64_t replication = 0; replication < replications; ++replication) {
        ends.push_back(unlocked.end({}));
        ++scenario.seed;
    }
    scenario.seed = seed;
    return ends;
}

}  // namespace

Replicated replicate(Scenario& scenario, std::span<const std::string_view> keys,
                     std::size_t watched, std::int64_t replications) {
    std::vector<std::optional<Duration>> ends(static_cast<std::size_t>(replications));
    if (asks_for_waste(keys)) { ends = unlocked_ends(scenario, replications); }
    Replicated all;
    const std::uint64_t seed = scenario.seed;
    for (const std::optional<Duration>& end : ends) {
        const Result result = simulate(scenario);
        all.observations.push_back(observe(keys, result, summarize(result, end)));
        if (ended_as_written(all.kind)) { all.kind = result.kind; }
        ++scenario.seed;
    }
    scenario.seed = seed;
    const Ties written = scenario.runtime.ties;
    scenario.runtime.ties = written == Ties::wake_first ? Ties::completion_first : Ties::wake_first;
    const Result swapped = simulate(scenario);
    scenario.runtime.ties = written;

    for (std::size_t index = 0; index < keys.size(); ++index) {
        all.figures.push_back(spread_of(all.observations, index));
    }
    if (!all.observations.empty()) {
        const Observation& first = all.observations.front();
        add_other_ties(all.figures, first,
                       observe(keys, swapped, summarize(swapped, ends.front())));
        all.phase = phase_of(all.figures, watched, first);
    }
    return all;
}

ComparedCase compare(const CaseHeader& header, Scenario& scenario, std::string_view value,
                     std::optional<double> tolerance) {
    const std::size_t measured = header.measured.size();
    std::vector<std::string_view> keys;
    for (const Measured& figure : header.measured) { keys.push_back(figure.key); }
    keys.push_back(value);
    keys.insert(keys.end(), std::begin(theory_keys), std::end(theory_keys));
    const std::size_t checks = keys.size();
    for (const Check& check : header.expect) { keys.push_back(check.key); }
    const std::size_t watched = measured + 2;  // the table's value and the end, too
    Replicated all = replicate(scenario, keys, watched, header.replications);

    ComparedCase compared = compare_case(header, tolerance, all.observations);
    for (std::size_t index = 0; index < measured; ++index) {
        if (all.figures[index]) { compared.figures[index].spread = all.figures[index]; }
    }
    compared.value = all.figures[measured];
    compared.theory.assign(all.figures.begin() + static_cast<std::ptrdiff_t>(measured) + 1,
                           all.figures.begin() + static_cast<std::ptrdiff_t>(checks));
    add_checks(compared, judge_checks(header, tolerance, all.observations, checks));
    compared.phase = all.phase;
    compared.kind = all.kind;
    return compared;
}

}  // namespace gvlsim
