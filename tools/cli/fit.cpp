// gvlsim fit: finds the costs that bring a scenario and what was measured together.
#include "tools/import/fit.hpp"

#include "tools/cli/arguments.hpp"
#include "tools/cli/cases.hpp"
#include "tools/cli/command.hpp"
#include "tools/import/fit_cases.hpp"
#include "tools/import/import.hpp"

namespace gvlsim {

namespace {

constexpr Option command_options[] = {
    {"--measured", Option::Kind::value, "FILE",
     "a recording of gvl-tracing, or JSON with `measured`; else the scenario's own figures"},
    {"--case", Option::Kind::value, "NAME", "only this case"},
    {"--set", Option::Kind::values, "K=V", "set a param, or model, quantum, platform, seed"},
};

std::vector<FitCase> cases_of(const ScenarioFile& file, const Arguments& arguments,
                              Console& console) {
    const std::vector<std::size_t> chosen = chosen_cases(file, arguments);
    const std::optional<std::string> path = arguments.value("--measured");
    try {
        if (!path) { return own_cases(file, chosen); }
        if (!is_recording(*path)) { return measured_cases(file, chosen, *path); }
        const Import import = import_recording({*path, {}, {}});
        for (const std::string& odd : import.oddities.sentences()) {
            console.warning(*path + ": " + odd);
        }
        return recorded_case(file, chosen, import.observed);
    } catch (const FitError& error) {
        throw UsageError{error.what()};
    } catch (const RecordingError& error) { throw UsageError{error.what()}; }
}

int run(const Arguments& arguments, Console& console) {
    const std::optional<ScenarioFile> file =
        load(arguments.files.front(), settings(arguments), console);
    if (!file) { return ExitCode::unusable; }
    std::vector<FitCase> cases = cases_of(*file, arguments, console);
    const Fit found = fit(cases);
    console.out.write(to_text(found, cases));
    return ExitCode::fine;
}

}  // namespace

const Command fit_command{"fit", "find the costs that bring simulation and measurement together",
                          Command::Files::one, command_options, run};

}  // namespace gvlsim
