// Recorded runs of real Rubies (tests/data/real) beside the cases of scenarios/real.
#pragma once

#include "tests/published/table.hpp"
#include "tools/import/run_measures.hpp"
#include "tools/import/series.hpp"
#include "tools/import/side_by_side.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gvlsim::test {

struct RecordedCase {
    Series series;
    SideBySide compared;
};

// `recording` is a name in tests/data/real; it says of which case of `scenario` it is.
[[nodiscard]] inline RecordedCase beside(const std::string& scenario,
                                         const std::string& recording) {
    LoadedSeries loaded = load_series(in_tree("tests/data/real/" + recording + ".json.gz"));
    REQUIRE_MESSAGE(loaded.series.has_value(), to_text(loaded.diagnostics));
    const ScenarioFile file = published("scenarios/real/" + scenario + ".json");
    const auto& cases = file.cases();
    const auto found = std::find_if(cases.begin(), cases.end(), [&](const CaseHeader& header) {
        return header.name == loaded.series->case_name;
    });
    REQUIRE_MESSAGE(found != cases.end(), loaded.series->case_name);
    SideBySideRequest request;
    request.scenario = file.scenario(static_cast<std::size_t>(found - cases.begin()));
    request.title = found->name;
    RecordedCase both{std::move(*loaded.series), {}};
    both.compared = side_by_side(request, both.series);
    return both;
}

[[nodiscard]] inline const FigureRow& figure_of(const SideBySide& compared,
                                                const std::string& what) {
    const auto found =
        std::find_if(compared.figures.begin(), compared.figures.end(),
                     [&](const FigureRow& row) { return row.what == what; });
    REQUIRE_MESSAGE(found != compared.figures.end(), what);
    return *found;
}

[[nodiscard]] inline const DistributionRow& distribution_of(const SideBySide& compared,
                                                            const std::string& what) {
    const auto found =
        std::find_if(compared.distributions.begin(), compared.distributions.end(),
                     [&](const DistributionRow& row) { return row.what == what; });
    REQUIRE_MESSAGE(found != compared.distributions.end(), what);
    REQUIRE_FALSE(found->simulated.values.empty());
    return *found;
}

[[nodiscard]] inline double median_ms(const Sample& sample) {
    return static_cast<double>(sample.quantile(0.5).count()) / 1e6;
}

// Share of the values within 0.5 ms of `ms`.
[[nodiscard]] inline double share_near(const Sample& sample, double ms) {
    const auto close = [&](Duration value) {
        return std::abs(static_cast<double>(value.count()) / 1e6 - ms) <= 0.5;
    };
    return static_cast<double>(
               std::count_if(sample.values.begin(), sample.values.end(), close)) /
           static_cast<double>(sample.values.size());
}

}  // namespace gvlsim::test
