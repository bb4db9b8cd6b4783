// Which cases of a scenario file a command is to run.
#pragma once

#include "models/scenario/load.hpp"
#include "models/simulate.hpp"
#include "tools/cli/command.hpp"

#include <cstddef>
#include <vector>

namespace gvlsim {

// The one that --case names, else all in order. Throws a UsageError where there is no such case.
[[nodiscard]] std::vector<std::size_t> chosen_cases(const ScenarioFile& file,
                                                    const Arguments& arguments);

// --until and --max-events.
[[nodiscard]] RunOptions run_options(const Arguments& arguments);

// "fib and sleep, 100 ms, ideal", or the scenario's name alone.
[[nodiscard]] std::string title_of(const ScenarioFile& file, std::size_t case_index);

// 1 for a deadlock, 3 for a limit.
[[nodiscard]] int exit_code(EndKind kind) noexcept;

}  // namespace gvlsim
