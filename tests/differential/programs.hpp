// All programs of at most three operations, without those that begin like a shorter one and then
// fail: an operation that Ruby answers with an error ends the thread.
#pragma once

#include "models/scenario/scenario.hpp"
#include "tests/differential/simple.hpp"

#include <string>
#include <vector>

namespace gvlsim::test {

[[nodiscard]] std::vector<std::vector<simple::Op>> short_programs(std::size_t longest);

// main, which starts and joins one thread per program.
[[nodiscard]] Scenario scenario_of(const std::vector<std::vector<simple::Op>>& programs,
                                   const simple::Setting& setting);

// "cpu lock | sleep pop", for messages.
[[nodiscard]] std::string text_of(const std::vector<std::vector<simple::Op>>& programs);

}  // namespace gvlsim::test
