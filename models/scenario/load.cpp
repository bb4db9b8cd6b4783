#include "models/scenario/load.hpp"

#include "models/scenario/contents.hpp"
#include "models/scenario/scenario_reader.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <utility>

namespace gvlsim {
namespace {

// Far beyond any scenario; keeps a device or a pipe without end from filling the memory.
constexpr std::size_t largest_file = 512U * 1024U * 1024U;

// "scenarios/fib.json" -> "fib".
std::string default_name(const std::string& file_name) {
    std::string name = file_name.substr(file_name.find_last_of('/') + 1);
    if (name.size() > 5 && name.ends_with(".json")) { name.resize(name.size() - 5); }
    return name;
}

// The value is JSON if it parses as that, else a text.
Setting make_setting(std::string_view option, const std::string& name, const std::string& text,
                     Findings& findings) {
    Setting setting;
    setting.name = name;
    setting.origin = fmt::format("{} {}={}", option, name, text);
    if (invalid_utf8(text)) {
        findings.error({Place::nowhere, {}, fmt::format("{} {}", option, name)},
                       "the value is not valid UTF-8");
    }
    Findings problems;
    auto document = std::make_shared<Document>(text, Document::Comments::refused, problems);
    if (!document->valid()) {
        Findings ignored;
        document = std::make_shared<Document>(invalid_utf8(text) ? "\"\"" : json_quoted(text),
                                              Document::Comments::refused, ignored);
    } else if (problems.errors() > 0) {
        findings.error({Place::nowhere, {}, setting.origin}, "the value has a duplicate key");
    }
    setting.document = std::move(document);
    return setting;
}

Scenario read_scenario(const ScenarioContents& contents, Reader& reader) {
    Scenario scenario;
    scenario.name = contents.name;
    ScenarioReader{reader, scenario, contents.is_what_if}.read(contents.document->root());
    return scenario;
}

// Reports params that refer to each other in cycles, and takes their values away so that the
// rest of the case can be read for its mistakes. False where there are some.
bool break_cycles(Environment& environment, Reader& reader, const Findings& findings) {
    bool fine = true;
    for (auto params = find_cycle(environment); !params.empty(); params = find_cycle(environment)) {
        fine = false;
        std::vector<std::string_view> names;
        for (const std::uint32_t param : params) {
            names.push_back(environment.params->name(param));
        }
        const Node* value = environment.values[params.front()];
        reader.error({value, value, names.front()},
                     fmt::format("params refer to each other in a cycle: {}", cycle(names)));
        for (const std::uint32_t param : params) { environment.values[param] = nullptr; }
        if (findings.full()) { environment.values.assign(environment.values.size(), nullptr); }
    }
    return fine;
}

// Once there is a mistake, so many more cases are read to find others: a million cases may all
// have the same one.
constexpr std::size_t cases_after_mistake = 10'000;

// Reads every case once, for its mistakes and its header.
void validate_cases(ScenarioContents& contents, Findings& findings) {
    const std::size_t count = contents.case_count();
    contents.headers.reserve(count);
    std::size_t cases_since = 0;
    for (std::size_t index = 0; index < count && !findings.full(); ++index) {
        if (findings.errors() > 0 && ++cases_since > cases_after_mistake) { break; }
        findings.begin_case(contents.case_name(index));
        Scenario scenario;
        if (auto header = read_case(contents, index, findings, scenario)) {
            contents.headers.push_back(std::move(*header));
        }
    }
    findings.end_cases();
}

// All bytes of `input`; `problem` says why not.
std::string read_all(std::FILE* input, std::string& problem) {
    std::string text;
    std::string buffer(64U * 1024U, '\0');
    errno = 0;
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), input)) {
        text.append(buffer, 0, count);
        if (text.size() > largest_file) {
            problem = fmt::format("the file is larger than {} MiB", largest_file / 1024 / 1024);
            return {};
        }
    }
    if (std::ferror(input) != 0) {
        problem = fmt::format("cannot be read: {}", std::strerror(errno));
    }
    return text;
}

}  // namespace

std::shared_ptr<ScenarioContents> read_contents(std::string text, const std::string& file_name,
                                                const Settings& settings,
                                                const Variations& variations,
                                                Findings& findings) {
    auto contents = std::make_shared<ScenarioContents>();
    contents->document =
        std::make_shared<Document>(std::move(text), Document::Comments::accepted, findings);
    if (!contents->document->valid()) { return contents; }
    for (const auto& [name, value] : settings) {
        contents->settings.push_back(make_setting("--set", name, value, findings));
    }
    for (const Variation& variation : variations) {
        for (const std::string& value : variation.values) {
            contents->settings.push_back(make_setting("--vary", variation.name, value, findings));
            contents->settings.back().alternative = true;
        }
    }
    const std::size_t slash = file_name.find_last_of('/');
    if (slash != std::string::npos) { contents->folder = file_name.substr(0, slash + 1); }
    read_file(*contents, findings, default_name(file_name));
    return contents;
}

std::optional<CaseHeader> read_case(const ScenarioContents& contents, std::size_t index,
                                    Findings& findings, Scenario& scenario) {
    Environment environment = contents.environment(index);
    Reader reader{environment, findings};
    const bool has_values = break_cycles(environment, reader, findings);
    scenario = read_scenario(contents, reader);
    if (!has_values) { return std::nullopt; }
    return read_header(contents, index, reader, scenario);
}

Scenario read_present(const ScenarioContents& contents, Findings& findings) {
    Reader reader{contents.base, findings};
    return read_scenario(contents, reader);
}

Loaded load_scenario(std::string text, std::string file_name, const Settings& settings) {
    Findings findings;
    const auto contents = read_contents(std::move(text), file_name, settings, {}, findings);
    if (contents->has_cases()) { validate_cases(*contents, findings); }
    Loaded loaded;
    loaded.diagnostics = findings.publish(*contents->document, file_name);
    if (!loaded.diagnostics.has_errors()) { loaded.file.emplace(contents); }
    return loaded;
}

std::string read_text(const std::string& path, std::string& problem) {
    if (path == "-") { return read_all(stdin, problem); }
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        problem = "is a directory, not a scenario file";
        return {};
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> input{std::fopen(path.c_str(), "rb"),
                                                                &std::fclose};
    if (!input) {
        problem = fmt::format("cannot be opened: {}", std::strerror(errno));
        return {};
    }
    return read_all(input.get(), problem);
}

std::string shown_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Diagnostics unreadable(const std::string& path, std::string problem) {
    Diagnostic diagnostic;
    diagnostic.file = shown_name(path);
    diagnostic.message = std::move(problem);
    Diagnostics diagnostics;
    diagnostics.add(std::move(diagnostic));
    return diagnostics;
}

Loaded load_scenario_file(const std::string& path, const Settings& settings) {
    std::string problem;
    std::string text = read_text(path, problem);
    if (!problem.empty()) { return {std::nullopt, unreadable(path, std::move(problem))}; }
    return load_scenario(std::move(text), shown_name(path), settings);
}

ScenarioFile::ScenarioFile(std::shared_ptr<const ScenarioContents> contents) noexcept
    : contents_(std::move(contents)) {}

const std::string& ScenarioFile::name() const noexcept { return contents_->name; }
const std::string& ScenarioFile::description() const noexcept { return contents_->description; }
const std::string& ScenarioFile::source() const noexcept { return contents_->source; }

const std::optional<TableLayout>& ScenarioFile::table() const noexcept { return contents_->table; }

const std::vector<CaseHeader>& ScenarioFile::cases() const noexcept { return contents_->headers; }

Scenario ScenarioFile::scenario(std::size_t case_index) const {
    Findings none;  // a valid case has no mistakes
    const Environment environment = contents_->environment(case_index);
    Reader reader{environment, none};
    return read_scenario(*contents_, reader);
}

}  // namespace gvlsim
