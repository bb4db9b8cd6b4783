// gvlsim run: simulates a scenario, or every case of it, and reports.
#include "models/draws.hpp"
#include "models/scenario/wording.hpp"
#include "models/simulate.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/cases.hpp"
#include "tools/cli/command.hpp"
#include "tools/export/output_file.hpp"
#include "tools/export/program_json.hpp"
#include "tools/export/registry.hpp"

#include <algorithm>
#include <vector>

namespace gvlsim {

namespace {

constexpr Option command_options[] = {
    {"--case", Option::Kind::value, "NAME", "only this case, else every case in order"},
    {"--set", Option::Kind::values, "K=V", "set a param, or model, quantum, platform, seed"},
    {"--seed", Option::Kind::value, "N", "the same as --set seed=N"},
    {"--json", Option::Kind::flag, "", "results as JSON"},
    {"--format", Option::Kind::value, "NAME", "text, json, bm (Benchmark.bm) or contr (pools)"},
    {"--timeline", Option::Kind::value, "FILE", "write all events: .csv, .ndjson or - (CSV)"},
    {"--ticks", Option::Kind::flag, "", "write the timer's ticks to the timeline too"},
    {"--draws", Option::Kind::value, "FILE", "write the program with its draws, for tools/real"},
    {"--until", Option::Kind::value, "D", "cut the run at this virtual time: 1.5s"},
    {"--max-events", Option::Kind::value, "N", "cut the run after so many events"},
    {"--no-fast-forward", Option::Kind::flag, "", "simulate equal periods one by one"},
};

// The timeline that was asked for: its file, which appears when the run is over, and its sink.
class Timeline {
public:
    Timeline(const std::string& path, const TimelineFormat& format, bool ticks, Console& console) {
        if (path != "-") { file_.emplace(path); }
        sink_ = format.make(file_ ? file_->writer() : console.out, ticks);
    }
    [[nodiscard]] TimelineSink* sink() noexcept { return sink_.get(); }
    void commit() {
        if (file_) { file_->commit(); }
    }

private:
    std::optional<OutputFile> file_;
    std::unique_ptr<TimelineSink> sink_;
};

const TimelineFormat* timeline_format_of(const Arguments& arguments, Console& console) {
    const std::optional<std::string> path = arguments.value("--timeline");
    if (!path) {
        if (arguments.has("--ticks")) {
            console.warning("--ticks does nothing without --timeline");
        }
        return nullptr;
    }
    if (*path == "-" && (arguments.has("--json") || arguments.has("--format"))) {
        const std::string report = arguments.has("--json") ? "--json" : "--format";
        throw UsageError{report + " and --timeline - both want standard output"};
    }
    const TimelineFormat* const format = timeline_format(*path);
    if (format == nullptr) {
        std::string endings;
        for (const TimelineFormat& known : timeline_formats()) {
            endings.append(endings.empty() ? "" : " or ").append(known.ending);
        }
        throw UsageError{"--timeline " + quoted(*path) + ": expected a file that ends in " +
                         endings};
    }
    return format;
}

// The program of the one case and what its threads draw, which `result` says the number of.
void write_draws(const std::string& path, const Scenario& scenario, const std::string& case_name,
                 const Result& result) {
    OutputFile file{path};
    write_program(file.writer(), scenario, case_name, draws_of(scenario, result));
    file.commit();
}

// Both hold one run.
void require_one_case(const Arguments& arguments, std::size_t cases) {
    for (const std::string option : {"--timeline", "--draws"}) {
        if (arguments.has(option) && cases != 1) {
            throw UsageError{option + " holds one run and the file has " + std::to_string(cases) +
                             " cases; choose one with --case NAME"};
        }
    }
    if (arguments.value("--draws") == "-" && arguments.value("--timeline") == "-") {
        throw UsageError{"--draws - and --timeline - both want standard output"};
    }
}

// The report is not printed where the timeline has standard output; this much must be said.
void tell_ending(const Scenario& scenario, const Result& result, Console& console) {
    if (result.kind == EndKind::deadlock) {
        console.warning("the run ended in deadlock");
    } else if (is_limit(result.kind)) {
        console.warning("the run was cut: " +
                        std::string{stop_reason(scenario, result).value_or("limit")});
    }
}

int run(const Arguments& arguments, Console& console) {
    RunOptions options = run_options(arguments);
    const TimelineFormat* const format = timeline_format_of(arguments, console);
    const std::string report_name = format_name(arguments, run_formats());
    const std::optional<ScenarioFile> file =
        load(arguments.files.front(), settings(arguments), console);
    if (!file) { return ExitCode::unusable; }
    const std::vector<std::size_t> cases = chosen_cases(*file, arguments);
    require_one_case(arguments, cases.size());
    std::optional<Timeline> timeline;
    if (format != nullptr) {
        timeline.emplace(*arguments.value("--timeline"), *format, arguments.has("--ticks"),
                         console);
    }
    std::unique_ptr<RunReport> report;
    const std::optional<std::string> draws = arguments.value("--draws");
    if (arguments.value("--timeline") != "-" && draws != "-") {
        report = run_format(report_name)
                     .make(console.out, cases.size() != 1, console.out_palette);
    }
    int code = ExitCode::fine;
    for (const std::size_t index : cases) {
        const Scenario scenario = file->scenario(index);
        options.sink = timeline ? timeline->sink() : nullptr;
        const Result result = simulate(scenario, options);
        if (timeline) { timeline->commit(); }
        if (draws) { write_draws(*draws, scenario, file->cases()[index].name, result); }
        code = std::max(code, exit_code(result.kind));
        if (!report) {
            tell_ending(scenario, result, console);
            continue;
        }
        options.sink = nullptr;
        const Summary summary = summarize(result, unlocked_end(scenario, result, options));
        report->add({file->name(), file->cases()[index], scenario, result, summary,
                     file->table() ? &*file->table() : nullptr});
        console.out.flush();
    }
    if (report) { report->finish(); }
    return code;
}

}  // namespace

const Command run_command{"run", "simulate a scenario and report", Command::Files::one,
                          command_options, run};

}  // namespace gvlsim
