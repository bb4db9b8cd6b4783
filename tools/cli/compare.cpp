// gvlsim compare: simulates the cases that have measured figures and shows both side by side.
#include "models/replicate.hpp"
#include "models/report/comparison.hpp"
#include "models/report/summary.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/command.hpp"
#include "tools/cli/measured.hpp"
#include "tools/export/registry.hpp"
#include "tools/sweep/jobs.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

namespace {

constexpr Option command_options[] = {
    {"--json", Option::Kind::flag, "", "the comparison as JSON"},
    {"--format", Option::Kind::value, "NAME", "json, list or text: a table where the file has one"},
    {"--jobs", Option::Kind::value, "N", "cases simulated at the same time, else all cores"},
    {"--tolerance", Option::Kind::value, "SHARE", "judge by this, e.g. 2%; null stays unjudged"},
    {"--measured", Option::Kind::value, "RECORDING",
     "beside recorded runs: of `gvlsim real`, or of gvl-tracing"},
    {"--case", Option::Kind::value, "NAME", "which case, with --measured"},
    {"--set", Option::Kind::values, "K=V", "set a param, or platform, seed, with --measured"},
    {"--disturbed", Option::Kind::value, "N",
     "how many disturbed runs show what hangs on the phase, with --measured; else 20"},
};

bool is_comparable(const CaseHeader& header) {
    return !header.measured.empty() || !header.expect.empty();
}

bool has_comparable(const ScenarioFile& file) {
    return std::any_of(file.cases().begin(), file.cases().end(), is_comparable);
}

// `--tolerance` comes before what the file says, but a case with tolerance null is never judged.
std::optional<double> tolerance_of(const CaseHeader& header, std::optional<double> asked) {
    const bool shown_only = header.tolerance.written && !header.tolerance.fraction;
    return asked && !shown_only ? asked : header.tolerance.fraction;
}

// A case of one of the files.
struct Task {
    const ScenarioFile* file;
    std::size_t index;
    std::shared_ptr<const TableLayout> table;
};

std::vector<Task> tasks_of(const std::vector<ScenarioFile>& files) {
    std::vector<Task> tasks;
    for (const ScenarioFile& file : files) {
        std::shared_ptr<const TableLayout> table;
        if (file.table()) { table = std::make_shared<const TableLayout>(*file.table()); }
        for (std::size_t index = 0; index < file.cases().size(); ++index) {
            if (is_comparable(file.cases()[index])) { tasks.push_back({&file, index, table}); }
        }
    }
    return tasks;
}

// A case that cannot be simulated is told with the others' results.
ComparedCase compare(const Task& task, std::optional<double> asked) {
    const CaseHeader& header = task.file->cases()[task.index];
    const std::optional<double> tolerance = tolerance_of(header, asked);
    ComparedCase compared;
    try {
        Scenario scenario = task.file->scenario(task.index);
        compared = compare(header, scenario, task.table ? task.table->value : "end_s", tolerance);
    } catch (const std::exception& error) {
        compared = compare_case(header, tolerance, {});
        compared.problem = error.what();
    }
    compared.scenario = task.file->name();
    compared.table = task.table;
    return compared;
}

int exit_code(const Comparison& comparison) {
    int code = comparison.failed_cases > 0 ? ExitCode::unsuccessful : ExitCode::fine;
    for (const ComparedCase& compared : comparison.cases) {
        if (!compared.problem.empty() || is_limit(compared.kind)) {
            code = ExitCode::limit;
        } else if (compared.kind == EndKind::deadlock && !expects_deadlock(compared.checks)) {
            code = std::max(code, ExitCode::unsuccessful);
        }
    }
    return code;
}

// scenarios/*.json names the schema of scenario files too, which is no scenario.
bool is_schema(const std::string& path) {
    std::ifstream file{path};
    std::string start(100, '\0');
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    return start.find("\"$schema\": \"https://json-schema.org/") != std::string::npos;
}

// The case that --case names; without, the only one.
std::size_t one_case(const ScenarioFile& file, const Arguments& arguments) {
    if (const auto name = arguments.value("--case")) { return find_case(file, *name); }
    if (file.cases().size() == 1) { return 0; }
    throw UsageError{"the file has " + std::to_string(file.cases().size()) +
                     " cases and a recording is of one; choose it with --case NAME"};
}

int run_measured(const std::string& recording, const Arguments& arguments, Console& console) {
    if (arguments.has("--format") || arguments.has("--jobs")) {
        throw UsageError{"--measured writes text, or JSON with --json; --format and --jobs are not "
                         "for it"};
    }
    if (arguments.files.size() != 1) {
        throw UsageError{"--measured is for one scenario file, not for " +
                         std::to_string(arguments.files.size())};
    }
    const std::optional<ScenarioFile> file =
        load(arguments.files.front(), settings(arguments), console);
    if (!file) { return ExitCode::unusable; }
    return compare_recording(*file, one_case(*file, arguments), recording, arguments, console);
}

int run(const Arguments& arguments, Console& console) {
    if (const std::optional<std::string> recording = arguments.value("--measured")) {
        return run_measured(*recording, arguments, console);
    }
    for (const char* option : {"--case", "--set", "--disturbed"}) {
        if (arguments.has(option)) {
            throw UsageError{std::string{option} + " is for --measured RECORDING"};
        }
    }
    std::optional<double> tolerance;
    if (const std::optional<std::string> text = arguments.value("--tolerance")) {
        tolerance = fraction("--tolerance", *text);
    }
    std::vector<ScenarioFile> files;
    bool fine = true;
    for (const std::string& path : arguments.files) {
        if (arguments.files.size() > 1 && is_schema(path)) { continue; }
        std::optional<ScenarioFile> file = load(path, {}, console);
        fine = fine && file.has_value();
        if (file) { files.push_back(std::move(*file)); }
    }
    if (!fine) { return ExitCode::unusable; }
    if (std::none_of(files.begin(), files.end(), has_comparable)) {
        throw UsageError{"no case has `measured` figures to compare with, or an `expect`"};
    }
    const std::vector<Task> tasks = tasks_of(files);
    std::vector<ComparedCase> cases(tasks.size());
    for_all(tasks.size(), jobs(arguments),
            [&](std::size_t index) { cases[index] = compare(tasks[index], tolerance); });
    const Comparison comparison = summarize(std::move(cases));
    compare_format(format_name(arguments, compare_formats()))
        .write(console.out, comparison, console.out_palette);
    return exit_code(comparison);
}

}  // namespace

const Command compare_command{"compare", "simulated figures beside the measured ones of a scenario",
                              Command::Files::several, command_options, run};

}  // namespace gvlsim
