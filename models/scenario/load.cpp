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
Setting make_setting(const std::string& name, const std::string& text, Findings& findings) {
    Setting setting;
    setting.name = name;
    setting.origin = fmt::format("--set {}={}", name, text);
    if (invalid_utf8(text)) {
        findings.error({Place::nowhere, {}, fmt::format("--set {}", name)},
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
    ScenarioReader{reader, scenario}.read(contents.document->root());
    return scenario;
}

// Reports params that refer to each other in circles, and takes their values away so that the
// rest of the case can be read for its mistakes. False where there are some.
bool break_circles(Environment& environment, Reader& reader, const Findings& findings) {
    bool fine = true;
    for (auto params = find_circle(environment); !params.empty();
         params = find_circle(environment)) {
        fine = false;
        std::vector<std::string_view> names;
        for (const std::uint32_t param : params) {
            names.push_back(environment.params->name(param));
        }
        const Node* value = environment.values[params.front()];
        reader.error({value, value, names.front()},
                     fmt::format("params refer to each other in a circle: {}", circle(names)));
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
        Environment environment = contents.environment(index);
        Reader reader{environment, findings};
        findings.begin_case(contents.case_name(index));
        const bool has_values = break_circles(environment, reader, findings);
        const Scenario scenario = read_scenario(contents, reader);
        if (has_values) {
            contents.headers.push_back(read_header(contents, index, reader, scenario));
        }
    }
    findings.end_cases();
}

Loaded failed(Severity severity, const std::string& file, std::string message) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.file = file;
    diagnostic.message = std::move(message);
    Loaded loaded;
    loaded.diagnostics.add(std::move(diagnostic));
    return loaded;
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

Loaded load_scenario(std::string text, std::string file_name, const Settings& settings) {
    Findings findings;
    const auto contents = std::make_shared<ScenarioContents>();
    contents->document =
        std::make_shared<Document>(std::move(text), Document::Comments::accepted, findings);
    if (contents->document->valid()) {
        for (const auto& [name, value] : settings) {
            contents->settings.push_back(make_setting(name, value, findings));
        }
        read_file(*contents, findings, default_name(file_name));
        if (contents->document->root().kind == NodeKind::object &&
            contents->case_count() <= most_cases) {
            validate_cases(*contents, findings);
        }
    }
    Loaded loaded;
    loaded.diagnostics = findings.publish(*contents->document, file_name);
    if (!loaded.diagnostics.has_errors()) { loaded.file.emplace(contents); }
    return loaded;
}

Loaded load_scenario_file(const std::string& path, const Settings& settings) {
    std::string problem;
    if (path == "-") {
        std::string text = read_all(stdin, problem);
        return problem.empty() ? load_scenario(std::move(text), "standard input", settings)
                               : failed(Severity::error, "standard input", std::move(problem));
    }
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        return failed(Severity::error, path, "is a directory, not a scenario file");
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> input{std::fopen(path.c_str(), "rb"),
                                                                &std::fclose};
    if (!input) {
        return failed(Severity::error, path,
                      fmt::format("cannot be opened: {}", std::strerror(errno)));
    }
    std::string text = read_all(input.get(), problem);
    return problem.empty() ? load_scenario(std::move(text), path, settings)
                           : failed(Severity::error, path, std::move(problem));
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
