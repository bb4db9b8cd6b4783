#include "tools/cli/arguments.hpp"

#include "models/scenario/exact.hpp"
#include "models/scenario/wording.hpp"
#include "tools/sweep/jobs.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

[[noreturn]] void refuse(std::string_view option, const std::string& text,
                         std::string_view expected) {
    throw UsageError{std::string{option} + " " + quoted(text) + ": expected " +
                     std::string{expected}};
}

bool all_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<std::string> Arguments::value(std::string_view name) const {
    const auto found = options.find(name);
    if (found == options.end() || found->second.empty()) { return std::nullopt; }
    return found->second.back();
}

std::vector<std::string> Arguments::values(std::string_view name) const {
    const auto found = options.find(name);
    return found == options.end() ? std::vector<std::string>{} : found->second;
}

std::uint64_t whole_number(std::string_view option, const std::string& text, std::uint64_t least) {
    const std::optional<std::uint64_t> number =
        all_digits(text) ? parse_unsigned(text) : std::nullopt;
    if (!number || *number < least) {
        refuse(option, text,
               "a whole number from " + std::to_string(least) + " to 18446744073709551615");
    }
    return *number;
}

Duration duration(std::string_view option, const std::string& text) {
    if (all_digits(text)) {
        if (const std::optional<std::int64_t> nanoseconds = parse_integer(text)) {
            return Duration{*nanoseconds};
        }
        refuse(option, text, "at most 2^63-1 ns, about 292 years");
    }
    const ReadDuration read = parse_duration(text);
    if (!read.fine()) {
        refuse(option, text,
               "a duration such as 250ms or 1.5s (" + std::string{read.problem} + ")");
    }
    return read.value;
}

double fraction(std::string_view option, const std::string& text) {
    const bool percent = text.ends_with('%');
    const std::string_view number =
        std::string_view{text}.substr(0, text.size() - (percent ? 1 : 0));
    const bool plain =
        !number.empty() && number.find_first_not_of("0123456789.") == std::string_view::npos;
    const std::optional<Decimal> read = plain ? parse_decimal(number) : std::nullopt;
    if (!read) { refuse(option, text, "a share such as 2% or 0.02"); }
    const double hundred = percent ? 100 : 1;
    return static_cast<double>(read->numerator) /
           (static_cast<double>(read->denominator) * hundred);
}

Settings settings(const Arguments& arguments) {
    Settings settings;
    for (const std::string& text : arguments.values("--set")) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0) { refuse("--set", text, "NAME=VALUE"); }
        if (invalid_utf8(text)) { refuse("--set", text, "UTF-8"); }
        settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    if (const std::optional<std::string> seed = arguments.value("--seed")) {
        settings.emplace_back("seed", std::to_string(whole_number("--seed", *seed)));
    }
    return settings;
}

std::size_t jobs(const Arguments& arguments) {
    constexpr std::uint64_t most = 1024;
    const std::optional<std::string> text = arguments.value("--jobs");
    if (!text) { return available_jobs(); }
    return static_cast<std::size_t>(std::min(whole_number("--jobs", *text, 1), most));
}

std::string chosen_format(const Arguments& arguments, const std::vector<std::string_view>& names) {
    const std::optional<std::string> name = arguments.value("--format");
    const bool json = arguments.has("--json");
    if (!name) { return json ? "json" : "text"; }
    if (std::find(names.begin(), names.end(), *name) == names.end()) {
        throw UsageError{"--format " + quoted(*name) + ": no such format; " +
                         suggestion(*name, names, "the formats are")};
    }
    if (json && *name != "json") {
        throw UsageError{"--json and --format " + *name + " ask for different formats"};
    }
    return *name;
}

std::optional<ScenarioFile> load(const std::string& path, const Settings& settings,
                                 Console& console) {
    Loaded loaded = load_scenario_file(path, settings);
    if (!loaded.diagnostics.empty()) {
        console.messages.write(to_text(loaded.diagnostics));
        console.messages.flush();
    }
    return std::move(loaded.file);
}

std::size_t find_case(const ScenarioFile& file, const std::string& name) {
    const std::vector<CaseHeader>& cases = file.cases();
    std::vector<std::string_view> names;
    for (std::size_t index = 0; index < cases.size(); ++index) {
        if (cases[index].name == name) { return index; }
        if (!cases[index].name.empty()) { names.push_back(cases[index].name); }
    }
    if (names.empty()) { throw UsageError{"--case " + quoted(name) + ": the file has no cases"}; }
    throw UsageError{"--case " + quoted(name) + ": no such case; " +
                     suggestion(name, names, "the cases are")};
}

}  // namespace gvlsim
