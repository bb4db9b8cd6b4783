// What a command of gvlsim is: its words on the command line, and what it does with them.
#pragma once

#include "tools/cli/console.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

struct Option {
    enum class Kind : std::uint8_t { flag, value, values };  // `values` may be given repeatedly
    std::string_view name;                                   // "--seed"
    Kind kind = Kind::flag;
    std::string_view value;  // how help names its value: "N"
    std::string_view help;
};

// The words of one call, as text: whoever needs a number reads it with arguments.hpp, because the
// library for command lines takes `--seed -1` as 2^64-1.
struct Arguments {
    std::vector<std::string> files;
    std::map<std::string, std::vector<std::string>, std::less<>> options;  // by name

    [[nodiscard]] bool has(std::string_view name) const { return options.contains(name); }
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> values(std::string_view name) const;
};

// A command cannot do what it was asked. Thrown by commands before they write results, caught by
// the command line, which ends with code 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct Command {
    enum class Files : std::uint8_t { none, one, several };
    std::string_view name;
    std::string_view summary;  // one line for help
    Files files = Files::none;
    std::span<const Option> options;
    int (*run)(const Arguments&, Console&);
    std::string_view file_help = "scenario, - for standard input";
};

// Every command, in the order of the help. A new one is a file and a line in registry.cpp.
[[nodiscard]] std::span<const Command> commands() noexcept;

extern const Command run_command;
extern const Command compare_command;
extern const Command real_command;
extern const Command sweep_command;
extern const Command explain_command;
extern const Command trace_command;
extern const Command import_command;
extern const Command fit_command;
extern const Command validate_command;
extern const Command models_command;
extern const Command schema_command;

}  // namespace gvlsim
