// Simulated figures beside measured ones: the errors, and whether they are small enough.
#pragma once

#include "models/report/expectation.hpp"
#include "models/report/figures.hpp"
#include "models/report/result.hpp"
#include "models/report/spread.hpp"
#include "models/report/summary.hpp"
#include "models/scenario/load.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gvlsim {

// The figures of one replication in the order of the case's `measured`.
[[nodiscard]] Observation observe(const CaseHeader& header, const Result& result,
                                  const Summary& summary);

struct ComparedFigure {
    Measured measured;
    std::optional<double> simulated;                 // mean over the replications
    std::optional<std::pair<double, double>> range;  // smallest and largest replication
    std::optional<double> error;                     // simulated / measured - 1
    std::optional<bool> ok;                          // absent: shown, not judged
    std::optional<Spread> spread;                    // the same with the other rule for ties
};

struct ComparedCase {
    std::string scenario;
    std::string name;
    ParamValues params;
    std::optional<double> tolerance;
    std::size_t replications = 1;
    EndKind kind = EndKind::completed;  // of the first run that did not end as written
    std::vector<ComparedFigure> figures;
    std::vector<ComparedCheck> checks;
    std::optional<bool> ok;  // all judged figures and checks hold
    // What compare() of models/replicate.hpp adds.
    std::optional<Spread> value;                // of the table
    std::vector<std::optional<Spread>> theory;  // in the order of theory_keys
    PhaseSensitivity phase;
    std::string problem;                        // why it could not be simulated
    std::shared_ptr<const TableLayout> table;   // of its file
};

// `tolerance` absent: shown, not judged. With several observations a figure also holds where the
// measured value lies in their range widened by the tolerance. A figure that the run does not
// have never holds.
[[nodiscard]] ComparedCase compare_case(const CaseHeader& header, std::optional<double> tolerance,
                                        std::span<const Observation> observations);

// The case holds only where they do, too.
void add_checks(ComparedCase& compared, std::vector<ComparedCheck> checks);

struct Comparison {
    struct Worst {
        std::string name;
        std::string key;
        double error = 0;
    };
    std::vector<ComparedCase> cases;
    // Of the judged figures; where nothing is judged, of all that are shown.
    std::optional<Worst> worst;  // largest by size
    std::optional<double> mean;  // of the sizes of the errors
    std::size_t judged_cases = 0;
    std::size_t failed_cases = 0;
};

[[nodiscard]] Comparison summarize(std::vector<ComparedCase> cases);

// One line: "2 of 4 cases are judged and hold; worst +0.31 % (waste_s of ...), mean 0.12 %".
[[nodiscard]] std::string verdict(const Comparison& comparison);

}  // namespace gvlsim
