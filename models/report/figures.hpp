// The figures of a finished run by name.
#pragma once

#include "models/report/result.hpp"
#include "models/report/summary.hpp"

#include <optional>
#include <string_view>

namespace gvlsim {

// The value of a result key (models/scenario/result_key.hpp): seconds where it ends in `_s`, 1 and
// 0 for truths, else plain. `threads` counts all that were created beside main. Absent: there is
// no such thread, pool or span, or the run has no such value.
[[nodiscard]] std::optional<double> figure(const Result& result, const Summary& summary,
                                           std::string_view key);

}  // namespace gvlsim
