// What must hold for the timeline and result of every run, whatever the scenario. Each check
// returns a sentence about the first violation, empty if there is none.
#pragma once

#include "models/scenario/scenario.hpp"
#include "tests/support/timeline.hpp"

#include <string>

namespace gvlsim::test {

// Never two owners, every thread goes through its states in order, whoever is READY is RESUMED
// unless the run ends, the lock does not lie free beside a waiter, and FIFO where the rules say so.
[[nodiscard]] std::string order_violation(const Scenario& scenario, const Timeline& run);

// The states of each thread tile its life, and the accounts of the result are those of the
// timeline, to the nanosecond.
[[nodiscard]] std::string accounting_violation(const Scenario& scenario, const Timeline& run);

// Where every thread came to its end: what they computed, slept and waited for IO is what their
// programs asked for plus the costs of the scenario, which must be fixed lengths.
[[nodiscard]] std::string work_violation(const Scenario& scenario, const Timeline& run);

// All of them.
[[nodiscard]] std::string violation(const Scenario& scenario, const Timeline& run);

}  // namespace gvlsim::test
