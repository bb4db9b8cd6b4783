// Random programs for the tests of what must always hold.
#pragma once

#include "models/gvl/model.hpp"
#include "models/scenario/scenario.hpp"

#include <cstdint>

namespace gvlsim::test {

// Of the kinds 0 (none), 1 (like Linux) and 2 (so large that every window between two steps of a
// hand-over is open for long), counted round and round. All are fixed lengths.
[[nodiscard]] Costs costs_number(std::uint64_t number);

// Up to five entries of any operations, some with counts, priorities and late starts.
[[nodiscard]] Scenario random_scenario(std::uint64_t seed);

// Quanta differ by seed where the runtime has the knob.
void set_model(Scenario& scenario, const Model& model);

}  // namespace gvlsim::test
