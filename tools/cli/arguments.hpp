// Values on the command line, checked to the last character.
#pragma once

#include "models/scenario/load.hpp"
#include "sim/time.hpp"
#include "tools/cli/command.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// What cannot be read is a UsageError that names the option, the value and what was expected.

// Whole number from `least` to 2^64-1: digits only.
[[nodiscard]] std::uint64_t whole_number(std::string_view option, const std::string& text,
                                         std::uint64_t least = 0);
// As in scenario files: "1.5s", "250ms", or nanoseconds as a whole number.
[[nodiscard]] Duration duration(std::string_view option, const std::string& text);
// "2%" or 0.02 as a fraction.
[[nodiscard]] double fraction(std::string_view option, const std::string& text);

// All `--set k=v`, then `--seed N`, which is short for `--set seed=N`.
[[nodiscard]] Settings settings(const Arguments& arguments);

// `--jobs N`, else as many as there are processors.
[[nodiscard]] std::size_t jobs(const Arguments& arguments);

[[nodiscard]] std::string chosen_format(const Arguments& arguments,
                                        const std::vector<std::string_view>& names);
// What `--format NAME` or `--json` asks for, "text" where neither is given. `formats` is one of
// the lists of tools/export/registry.hpp.
template <typename Formats>
[[nodiscard]] std::string format_name(const Arguments& arguments, const Formats& formats) {
    std::vector<std::string_view> names;
    for (const auto& format : formats) { names.push_back(format.name); }
    return chosen_format(arguments, names);
}

// A scenario file; warnings go to the messages. Absent where it has errors, which were told.
[[nodiscard]] std::optional<ScenarioFile> load(const std::string& path, const Settings& settings,
                                               Console& console);

// Index of the case that `--case` names.
[[nodiscard]] std::size_t find_case(const ScenarioFile& file, const std::string& name);

}  // namespace gvlsim
