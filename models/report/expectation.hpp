// Judging the checks of "expect".
#pragma once

#include "models/report/spread.hpp"
#include "models/scenario/load.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace gvlsim {

struct ComparedCheck {
    Check check;
    std::optional<double> simulated;  // mean over the replications; absent: there is no such value
    std::optional<double> tolerance;  // absent: shown, not judged
    std::optional<bool> ok;
};

// The checks of a case beside what its replications said; the values of the checks begin at
// `first` of each observation. `tolerance` is that of the case, which counts where a check has
// none of its own; a check of a case without any is exact.
[[nodiscard]] std::vector<ComparedCheck> judge_checks(const CaseHeader& header,
                                                      std::optional<double> tolerance,
                                                      std::span<const Observation> observations,
                                                      std::size_t first);

// Whether the case is meant to end in a deadlock.
[[nodiscard]] bool expects_deadlock(std::span<const ComparedCheck> checks);

}  // namespace gvlsim
