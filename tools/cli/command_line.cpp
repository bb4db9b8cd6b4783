#include "tools/cli/command_line.hpp"

#include "models/scenario/wording.hpp"
#include "tools/cli/command.hpp"
#include "tools/version.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <CLI/CLI.hpp>

namespace gvlsim {

namespace {

// CLI11 writes into these while it parses.
struct Parsed {
    const Command* command = nullptr;
    CLI::App* app = nullptr;
    std::vector<std::string> files;
    std::map<std::string, std::vector<std::string>, std::less<>> values;  // by option
    std::map<std::string, std::size_t, std::less<>> flags;
};

void add_command(CLI::App& program, const Command& command, Parsed& parsed) {
    parsed.command = &command;
    parsed.app = program.add_subcommand(std::string{command.name}, std::string{command.summary});
    for (const Option& option : command.options) {
        const std::string name{option.name};
        if (option.kind == Option::Kind::flag) {
            parsed.app->add_flag(name, parsed.flags[name], std::string{option.help});
            continue;
        }
        CLI::Option* const added =
            parsed.app->add_option(name, parsed.values[name], std::string{option.help});
        added->type_name(std::string{option.value})->type_size(1)->allow_extra_args(false);
        if (option.kind == Option::Kind::values) {
            added->take_all();
        } else {
            added->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::Throw);
        }
    }
    if (command.files != Command::Files::none) {
        const bool one = command.files == Command::Files::one;
        parsed.app->add_option("FILE", parsed.files, std::string{command.file_help})
            ->type_name("")
            ->required()
            ->expected(1, one ? 1 : CLI::detail::expected_max_vector_size);
    }
}

Arguments arguments_of(const Parsed& parsed) {
    Arguments arguments;
    arguments.files = parsed.files;
    for (const auto& [name, values] : parsed.values) {
        if (!values.empty()) { arguments.options[name] = values; }
    }
    for (const auto& [name, times] : parsed.flags) {
        if (times > 0) { arguments.options[name] = {}; }
    }
    return arguments;
}

std::string unknown_command(const std::string& word) {
    if (word.starts_with('-')) {
        return "unknown option " + gvlsim::quoted(word) +
               "; begin with a command, --help or --version";
    }
    std::vector<std::string_view> names;
    for (const Command& command : commands()) { names.push_back(command.name); }
    return "unknown command " + gvlsim::quoted(word) + "; " +
           suggestion(word, names, "the commands are");
}

// CLI11 says only "not expected"; a misspelt option deserves its right name.
std::string refusal(const CLI::ParseError& error, const Command& command,
                    const std::vector<std::string>& words) {
    if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) { return error.what(); }
    std::vector<std::string_view> names{"--help"};
    for (const Option& option : command.options) { names.push_back(option.name); }
    for (const std::string& word : words) {
        const std::string name = word.substr(0, word.find('='));
        if (word.size() > 1 && word.front() == '-' &&
            std::find(names.begin(), names.end(), name) == names.end()) {
            return "unknown option " + gvlsim::quoted(name) + "; " +
                   suggestion(name, names, "the options are");
        }
    }
    return error.what();
}

int parse_and_run(std::vector<std::string> words, Console& console) {
    CLI::App program{"Simulates how Ruby threads share the GVL, exactly and fast.", "gvlsim"};
    program.set_version_flag("--version", "gvlsim " + std::string{version});
    program.require_subcommand(1);
    std::vector<std::unique_ptr<Parsed>> parsed;
    for (const Command& command : commands()) {
        parsed.push_back(std::make_unique<Parsed>());
        add_command(program, command, *parsed.back());
    }
    if (words.empty()) {
        console.messages.write(program.help());
        return ExitCode::unusable;
    }
    if (words.front() == "help") { words.front() = "--help"; }
    const auto called = std::find_if(parsed.begin(), parsed.end(), [&](const auto& candidate) {
        return candidate->command->name == words.front();
    });
    const std::array<std::string_view, 3> questions{"--help", "-h", "--version"};
    if (called == parsed.end() &&
        std::find(questions.begin(), questions.end(), words.front()) == questions.end()) {
        throw UsageError{unknown_command(words.front())};
    }
    try {
        std::vector<std::string> reversed{words.rbegin(), words.rend()};  // as CLI11 wants them
        program.parse(reversed);
    } catch (const CLI::CallForVersion& answer) {
        console.out.write(std::string{answer.what()} + "\n");
        return ExitCode::fine;
    } catch (const CLI::CallForHelp&) {
        console.out.write(called == parsed.end() ? program.help() : (*called)->app->help("gvlsim"));
        return ExitCode::fine;
    } catch (const CLI::ParseError& error) {
        throw UsageError{called == parsed.end() ? std::string{error.what()}
                                                : refusal(error, *(*called)->command, words)};
    }
    return (*called)->command->run(arguments_of(**called), console);
}

}  // namespace

int command_line(std::vector<std::string> words, Console& console) {
    int code = ExitCode::unusable;
    try {
        code = parse_and_run(std::move(words), console);
    } catch (const UsageError& error) { console.error(error.what()); }
    console.messages.flush();
    try {
        console.out.flush();
    } catch (const OutputError& error) {
        if (!error.reader_left()) { throw; }
    }
    return code;
}

}  // namespace gvlsim
