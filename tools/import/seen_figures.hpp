// Single figures of a recorded run: as they were counted, else from the states of the threads.
// Seconds, or counts; absent where the recording does not say.
#pragma once

#include "tools/import/run_measures.hpp"
#include "tools/import/series.hpp"

#include <optional>
#include <string>

namespace gvlsim {

// What `figures` of the run says.
[[nodiscard]] std::optional<double> seen_figure(const SeenRun& seen, const std::string& key);

// `run`: the records of the run, null where there are none.
[[nodiscard]] std::optional<double> seen_cpu(const SeenRun& seen, const RunMeasures* run,
                                             const std::string& thread);
[[nodiscard]] std::optional<double> seen_lock_wait(const SeenRun& seen, const RunMeasures* run,
                                                   const std::string& thread);
[[nodiscard]] std::optional<double> seen_preemptions(const SeenRun& seen, const RunMeasures* run,
                                                     const std::string& thread);

}  // namespace gvlsim
