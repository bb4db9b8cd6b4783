// An imported recording as a scenario: in memory, and as the text of a scenario file. Both say the
// same; the first spares large recordings the way through JSON.
#pragma once

#include "models/scenario/scenario.hpp"
#include "tools/export/writer.hpp"
#include "tools/import/demand.hpp"
#include "tools/import/measured_costs.hpp"
#include "tools/import/recorded_run.hpp"

#include <optional>
#include <string>

namespace gvlsim {

struct Imported {
    std::string name;    // of the scenario
    std::string source;  // the recording's file and label
    std::string model;
    std::optional<Duration> quantum;
    MeasuredCosts costs;
    Demand demand;
    Duration end{};  // of the recording
    GuessChoice guesses;
    std::uint64_t guessed = 0;
};

[[nodiscard]] Scenario scenario_of(const Imported& imported);
void write_scenario(Writer& writer, const Imported& imported);

}  // namespace gvlsim
