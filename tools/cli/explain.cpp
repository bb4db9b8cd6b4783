// gvlsim explain: why each wait for the lock happened, in sentences.
#include "models/explain/explained.hpp"
#include "models/scenario/wording.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/cases.hpp"
#include "tools/cli/command.hpp"
#include "tools/export/explain_text.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

constexpr Option command_options[] = {
    {"--case", Option::Kind::value, "NAME", "only this case; without it every case in order"},
    {"--thread", Option::Kind::value, "NAME", "only the waits of this thread"},
    {"--from", Option::Kind::value, "D", "only waits that end after this virtual time"},
    {"--to", Option::Kind::value, "D", "only waits that begin before this virtual time"},
    {"--set", Option::Kind::values, "K=V",
     "set a param, or model, quantum, platform or seed; V is JSON or text"},
    {"--seed", Option::Kind::value, "N", "the same as --set seed=N"},
    {"--until", Option::Kind::value, "D", "stop after this virtual time, e.g. 1.5s"},
    {"--max-events", Option::Kind::value, "N", "stop after so many events"},
};

WaitFilter filter_of(const Arguments& arguments) {
    WaitFilter filter;
    filter.thread = arguments.value("--thread");
    if (const auto from = arguments.value("--from")) {
        filter.from = start_of_time + duration("--from", *from);
    }
    if (const auto to = arguments.value("--to")) {
        filter.to = start_of_time + duration("--to", *to);
    }
    return filter;
}

void check_thread(const std::optional<std::string>& name, const RunRecord& run) {
    if (!name || std::find(run.names.begin(), run.names.end(), *name) != run.names.end()) {
        return;
    }
    const std::vector<std::string_view> names{run.names.begin(), run.names.end()};
    throw UsageError{"--thread " + quoted(*name) + ": no such thread in this run; " +
                     suggestion(*name, names, "the threads are")};
}

int run(const Arguments& arguments, Console& console) {
    const RunOptions limits = run_options(arguments);
    const WaitFilter filter = filter_of(arguments);
    const std::optional<ScenarioFile> file =
        load(arguments.files.front(), settings(arguments), console);
    if (!file) { return ExitCode::unusable; }
    const std::vector<std::size_t> cases = chosen_cases(*file, arguments);
    int code = ExitCode::fine;
    for (const std::size_t index : cases) {
        const Explained explained =
            gvlsim::explain(file->scenario(index), title_of(*file, index), limits);
        check_thread(filter.thread, explained.run);
        write_explanation(console.out, explained, filter, console.out_palette);
        if (index != cases.back()) { console.out.write("\n"); }
        code = std::max(code, exit_code(explained.run.result.kind));
        console.out.flush();
    }
    return code;
}

}  // namespace

const Command explain_command{"explain", "say why each wait for the lock happened",
                              Command::Files::one, command_options, run};

}  // namespace gvlsim
