// A run together with what explains it: its record, the same waits under other rules, the whole
// in five sentences.
#pragma once

#include "models/explain/run_record.hpp"
#include "models/explain/sentences.hpp"
#include "models/report/summary.hpp"
#include "models/scenario/scenario.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

struct Explained {
    std::string title;    // "fib and sleep, 100 ms"
    std::string model;    // as written in the scenario; empty: a recording of a real run
    std::optional<Duration> asked;    // quantum as the scenario writes it
    std::optional<Duration> quantum;  // effective
    RunRecord run;
    std::vector<OtherRule> others;
    std::optional<Duration> unlocked_end;

    [[nodiscard]] Sentences sentences() const { return {run, others}; }
};

// Runs the scenario with its causes, and once under each of the other rules: the last of each
// generation of CRuby, and `instant`; costs and, where it can be set, quantum stay the same.
// `limits`: until and max_events.
[[nodiscard]] Explained explain(const Scenario& scenario, std::string title,
                                const RunOptions& limits);

// The run in five sentences.
[[nodiscard]] std::vector<std::string> story(const Explained& explained);

// The threads whose holding of the lock cost others most, worst first, at most `count`.
[[nodiscard]] std::vector<Culprit> worst_culprits(const RunRecord& run, std::size_t count = 10);

}  // namespace gvlsim
