// One case simulated several times: with the seeds that follow its own, and once with the other
// rule for ties, to see whether its result can be trusted as one number.
#pragma once

#include "models/report/comparison.hpp"
#include "models/report/result.hpp"
#include "models/report/spread.hpp"
#include "models/scenario/load.hpp"
#include "models/scenario/scenario.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace gvlsim {

struct Replicated {
    std::vector<std::optional<Spread>> figures;  // absent: a run does not have it
    std::vector<Observation> observations;       // one per seed
    PhaseSensitivity phase;
    EndKind kind = EndKind::completed;  // of the first run that did not end as written
};

// Seeds seed … seed + replications - 1 of `scenario`, which is left as it was. Figures in the
// order of `keys` (models/scenario/result_key.hpp). `watched` keys, from the first one on, decide
// about the phase.
[[nodiscard]] Replicated replicate(Scenario& scenario, std::span<const std::string_view> keys,
                                   std::size_t watched, std::int64_t replications);

// What tables say about every case, in this order.
inline constexpr std::string_view theory_keys[] = {"end_s",  "serial_s", "speedup",
                                                   "amdahl", "bound",    "waste_s"};

// Simulates a case and sets it beside its measured figures. `value`: a further key, that of the
// table. `tolerance` as of compare_case.
[[nodiscard]] ComparedCase compare(const CaseHeader& header, Scenario& scenario,
                                   std::string_view value, std::optional<double> tolerance);

}  // namespace gvlsim
