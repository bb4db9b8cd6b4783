// The random lengths and choices that threads and tasks will draw, found without running them: a
// real run of the same program (tools/real) takes them one after the other and so does the same.
#pragma once

#include "models/report/result.hpp"
#include "models/scenario/scenario.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

// What comes out of one stream in the order in which the program of its thread or task asks for
// it: lengths in nanoseconds, and positions of branches. Fixed lengths are no draws.
struct StreamDraws {
    std::string stream;               // "thread/worker-1", "task/main/7"
    std::optional<std::uint32_t> site;  // of a task: which `submit` of the file it comes from
    std::vector<std::int64_t> values;
};

// Programs without end are cut there; a real run that gets as far stops with a message.
inline constexpr std::size_t most_draws = 100'000;

// `result`: of a run of `scenario`; it says how many threads and tasks there are. Real runs may
// make more where that depends on time, so there are some to spare. Every `submit` of the file is a
// site, counted from 0 through `threads`, then `main`, a submit before those in its body. Not
// there: threads whose `repeat` splits by several different counts, and what follows a `join` with
// a random timeout, which is only drawn for threads that have not ended.
[[nodiscard]] std::vector<StreamDraws> draws_of(const Scenario& scenario, const Result& result);

}  // namespace gvlsim
