// gvlsim trace: draws runs, to a file or into the terminal.
#include "models/explain/explained.hpp"
#include "models/scenario/wording.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/cases.hpp"
#include "tools/cli/command.hpp"
#include "tools/export/output_file.hpp"
#include "tools/export/trace.hpp"

#include <algorithm>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace gvlsim {

namespace {

constexpr Option command_options[] = {
    {"-o", Option::Kind::value, "FILE",
     ".html (a page), .svg, .json (Perfetto), or - for the terminal, which is the default"},
    {"--style", Option::Kind::value, "NAME", "of .json: gvl-tracing, exactly as that gem writes"},
    {"--case", Option::Kind::value, "NAME", "only this case, else every case in order"},
    {"--set", Option::Kind::values, "K=V", "set a param, or model, quantum, platform, seed"},
    {"--seed", Option::Kind::value, "N", "the same as --set seed=N"},
    {"--until", Option::Kind::value, "D", "cut the run at this virtual time: 1.5s"},
    {"--max-events", Option::Kind::value, "N", "cut the run after so many events"},
};

const TraceFormat& format_of(const Arguments& arguments) {
    const std::string path = arguments.value("-o").value_or("-");
    const std::string style = arguments.value("--style").value_or("");
    if (const TraceFormat* const format = trace_format(path, style)) { return *format; }
    std::string known;
    for (const TraceFormat& format : trace_formats()) {
        if (format.ending.empty()) { continue; }
        known += (known.empty() ? "" : ", ") + std::string{format.ending};
        if (!format.style.empty()) { known += " with --style " + std::string{format.style}; }
    }
    if (trace_format(path, "") != nullptr) {
        throw UsageError{"--style " + quoted(style) + " is not for -o " + quoted(path) +
                         "; there are " + known};
    }
    throw UsageError{"-o " + quoted(path) + ": expected a file that ends in " + known};
}

// COLUMNS, else what the terminal says, else 80.
std::size_t terminal_width() {
    if (const char* const columns = std::getenv("COLUMNS")) {
        const long width = std::strtol(columns, nullptr, 10);
        if (width > 0 && width <= 10'000) { return static_cast<std::size_t>(width); }
    }
    struct winsize size {};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) { return size.ws_col; }
    return 80;
}

// Every chosen case of every file; absent where a file has errors, which were told.
std::optional<std::vector<Explained>> runs_of(const Arguments& arguments, const TraceFormat& format,
                                              Console& console) {
    const RunOptions limits = run_options(arguments);
    std::vector<ScenarioFile> files;
    for (const std::string& path : arguments.files) {
        std::optional<ScenarioFile> file = load(path, settings(arguments), console);
        if (!file) { return std::nullopt; }
        files.push_back(std::move(*file));
    }
    std::vector<Explained> runs;
    std::vector<std::pair<const ScenarioFile*, std::size_t>> chosen;
    for (const ScenarioFile& file : files) {
        for (const std::size_t index : chosen_cases(file, arguments)) {
            chosen.emplace_back(&file, index);
        }
    }
    if (!format.several && chosen.size() > 1) {
        throw UsageError{"this format holds one run and there are " +
                         std::to_string(chosen.size()) + "; choose one with --case NAME"};
    }
    runs.reserve(chosen.size());
    for (const auto& [file, index] : chosen) {
        runs.push_back(explain(file->scenario(index), title_of(*file, index), limits));
    }
    return runs;
}

int run(const Arguments& arguments, Console& console) {
    const TraceFormat& format = format_of(arguments);
    const std::optional<std::vector<Explained>> runs = runs_of(arguments, format, console);
    if (!runs) { return ExitCode::unusable; }
    const std::string path = arguments.value("-o").value_or("-");
    const TraceRequest request{*runs, terminal_width(), console.out_palette};
    if (path == "-") {
        format.write(console.out, request);
    } else {
        OutputFile file{path};
        format.write(file.writer(), request);
        file.commit();
    }
    int code = ExitCode::fine;
    for (const Explained& one : *runs) {
        code = std::max(code, exit_code(one.run.result.kind));
    }
    return code;
}

}  // namespace

const Command trace_command{"trace", "draw a run: page, picture, Perfetto, terminal",
                            Command::Files::several, command_options, run};

}  // namespace gvlsim
