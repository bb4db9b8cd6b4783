// What a fit is to meet: figures of a scenario file, of a small JSON file, or of a recording.
#pragma once

#include "models/scenario/load.hpp"
#include "tools/import/fit.hpp"
#include "tools/import/observed.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace gvlsim {

// There is nothing to fit to. Thrown by the functions below, caught by the command.
class FitError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The file's own figures. Where some cases are judged, cases with tolerance null are left out:
// they show something, e.g. the ideal machine. Figures that follow from `end_s` (waste, speedup)
// count only where it is absent.
[[nodiscard]] std::vector<FitCase> own_cases(const ScenarioFile& file,
                                             const std::vector<std::size_t>& chosen);

// True where a file is a recording, false where it is figures: an object with "measured", or with
// "cases" that have it.
[[nodiscard]] bool is_recording(const std::string& path);

// {"measured": {"end_s": 1.5}} or {"cases": [{"name": "...", "measured": {...}}]}.
[[nodiscard]] std::vector<FitCase> measured_cases(const ScenarioFile& file,
                                                  const std::vector<std::size_t>& chosen,
                                                  const std::string& path);

// End, and end and lock wait of each thread; errors count in parts of the whole run.
[[nodiscard]] std::vector<FitCase> recorded_case(const ScenarioFile& file,
                                                 const std::vector<std::size_t>& chosen,
                                                 const Observed& recorded);

}  // namespace gvlsim
