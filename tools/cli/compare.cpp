// gvlsim compare: simulates the cases that have measured figures and shows both side by side.
#include "models/report/comparison.hpp"
#include "models/report/summary.hpp"
#include "models/simulate.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/command.hpp"
#include "tools/export/registry.hpp"

#include <algorithm>
#include <vector>

namespace gvlsim {

namespace {

constexpr Option command_options[] = {
    {"--json", Option::Kind::flag, "", "the comparison as JSON"},
    {"--tolerance", Option::Kind::value, "SHARE", "judge by this, e.g. 2%; null stays unjudged"},
};

bool has_measured(const ScenarioFile& file) {
    return std::any_of(file.cases().begin(), file.cases().end(),
                       [](const CaseHeader& header) { return !header.measured.empty(); });
}

// `--tolerance` comes before what the file says, but a case with tolerance null is never judged.
std::optional<double> tolerance_of(const CaseHeader& header, std::optional<double> asked) {
    const bool shown_only = header.tolerance.written && !header.tolerance.fraction;
    return asked && !shown_only ? asked : header.tolerance.fraction;
}

// One replication is the scenario with its seed; the others count up from there.
ComparedCase compare(const ScenarioFile& file, std::size_t index, std::optional<double> tolerance) {
    const CaseHeader& header = file.cases()[index];
    Scenario scenario = file.scenario(index);
    std::vector<Observation> observations;
    EndKind kind = EndKind::completed;
    for (std::int64_t replication = 0; replication < header.replications; ++replication) {
        const Result result = simulate(scenario);
        const Summary summary = summarize(result, unlocked_end(scenario, {}));
        observations.push_back(observe(header, result, summary));
        if (ended_as_written(kind)) { kind = result.kind; }
        ++scenario.seed;
    }
    ComparedCase compared = compare_case(header, tolerance_of(header, tolerance), observations);
    compared.scenario = file.name();
    compared.kind = kind;
    return compared;
}

int exit_code(const Comparison& comparison) {
    int code = comparison.failed_cases > 0 ? ExitCode::unsuccessful : ExitCode::fine;
    for (const ComparedCase& compared : comparison.cases) {
        if (is_limit(compared.kind)) {
            code = ExitCode::limit;
        } else if (compared.kind == EndKind::deadlock) {
            code = std::max(code, ExitCode::unsuccessful);
        }
    }
    return code;
}

int run(const Arguments& arguments, Console& console) {
    std::optional<double> tolerance;
    if (const std::optional<std::string> text = arguments.value("--tolerance")) {
        tolerance = fraction("--tolerance", *text);
    }
    std::vector<ScenarioFile> files;
    bool fine = true;
    for (const std::string& path : arguments.files) {
        std::optional<ScenarioFile> file = load(path, {}, console);
        fine = fine && file.has_value();
        if (file) { files.push_back(std::move(*file)); }
    }
    if (!fine) { return ExitCode::unusable; }
    if (std::none_of(files.begin(), files.end(), has_measured)) {
        throw UsageError{"no case has `measured` figures to compare with"};
    }
    std::vector<ComparedCase> cases;
    for (const ScenarioFile& file : files) {
        for (std::size_t index = 0; index < file.cases().size(); ++index) {
            if (!file.cases()[index].measured.empty()) {
                cases.push_back(compare(file, index, tolerance));
            }
        }
    }
    const Comparison comparison = summarize(std::move(cases));
    compare_format(arguments.has("--json") ? "json" : "text")
        .write(console.out, comparison, console.out_palette);
    return exit_code(comparison);
}

}  // namespace

const Command compare_command{"compare", "simulated figures beside the measured ones of a scenario",
                              Command::Files::several, command_options, run};

}  // namespace gvlsim
