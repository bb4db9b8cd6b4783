// The same case several times, each a little disturbed: what of a result is the program's, and
// what hangs on the phase in which its threads meet.
#pragma once

#include "models/scenario/scenario.hpp"
#include "tools/import/series.hpp"

#include <cstdint>

namespace gvlsim {

// Run 0 is the case as written. Run k has the seed that is k larger, so that distributions are
// drawn anew. Each entry of `threads` starts up to 50 us later (stream "phase/NAME" of that seed),
// and every cost that is a fixed length varies by half of it up and down, evenly. How fast a
// thread gets going depends on what else the machine does: in each run `switch` and `resume` are
// 1/2, 3/4, 1, 3/2 or 2 times as long (streams "pace/switch", "pace/resume").
[[nodiscard]] Scenario disturbed(const Scenario& scenario, std::uint64_t run);

// The case for the Ruby of a recording: its model, and its quantum where that can be chosen. Costs
// that are those of the platform become what the platform has for that Ruby; others stay. A
// `cpu_scale` of the calibration counts where the case has none of its own.
void adapt(Scenario& scenario, const Series& series);

}  // namespace gvlsim
