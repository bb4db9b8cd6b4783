// `compare FILE --measured RECORDING` and `real`: one case beside recorded runs.
#pragma once

#include "models/scenario/load.hpp"
#include "tools/cli/command.hpp"

#include <cstddef>
#include <string>

namespace gvlsim {

// Reads the recording, simulates the case for the Ruby that was recorded and writes both side by
// side, as JSON with --json. --tolerance judges, --disturbed N says how many runs. Answers the exit
// code: 1 where something judged does not hold, 2 where the recording has mistakes, which are told.
// Throws UsageError where it cannot be read at all.
[[nodiscard]] int compare_recording(const ScenarioFile& file, std::size_t case_index,
                                    const std::string& recording_path, const Arguments& arguments,
                                    Console& console);

}  // namespace gvlsim
