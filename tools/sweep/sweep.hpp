// Every case of a grid simulated, on all cores, in blocks that bound the memory.
#pragma once

#include "models/replicate.hpp"
#include "models/scenario/grid.hpp"
#include "tools/import/what_if.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gvlsim {

struct SweepRow {
    std::string name;    // of the case
    ParamValues params;  // what a case has without a value of its own stands in the columns below
    std::string model;
    std::optional<Duration> quantum;  // asked for, or the runtime's own
    std::string platform;
    std::uint64_t seed = 1;
    std::int64_t replications = 1;
    std::vector<std::optional<Spread>> figures;  // in the order of theory_keys
    std::optional<Spread> value;                 // of the file's table
    PhaseSensitivity phase;
    EndKind kind = EndKind::completed;  // of the first run that did not end as written
    std::optional<Variant> variant;     // of a what-if: its first run, beside the present
    std::string problem;                // why there are no figures; may have several lines
    std::string warning;                // about the scenario; likewise
};

struct SweepPlan {
    const ScenarioGrid& grid;
    std::optional<std::int64_t> replications;  // else as many as the file says
    std::size_t jobs = 1;
    bool is_what_if = false;  // whether rows have their `variant`
};

// Cases of one after the other, as a report sees them.
inline constexpr std::size_t sweep_block = 16'384;

// Calls block(rows) for the rows in the order of the cases, sweep_block at a time, and
// progress(done) now and then. A case that fails is a row like all others.
void sweep(const SweepPlan& plan, const std::function<void(std::span<const SweepRow>)>& block,
           const std::function<void(std::size_t)>& progress);

// Whether some value of the grid may fit no case at all, so that ScenarioGrid::useless_values is
// worth its while: reading all cases.
[[nodiscard]] bool may_be_useless(const SweepPlan& plan);

// "deadlock", "limit" or "failed"; empty where the row's runs ended as written.
[[nodiscard]] std::string_view trouble(const SweepRow& row) noexcept;

}  // namespace gvlsim
