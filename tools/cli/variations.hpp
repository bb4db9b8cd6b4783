// `--vary`: the grid that a sweep goes through.
#pragma once

#include "models/scenario/load.hpp"

#include <string>
#include <vector>

namespace gvlsim {

// "n=1,2,8..10": values, and ranges of whole numbers with both ends, which may carry a unit
// (10ms..12ms). Commas within brackets and quotes belong to the value. Throws UsageError.
[[nodiscard]] Variations variations(const std::vector<std::string>& texts);

}  // namespace gvlsim
