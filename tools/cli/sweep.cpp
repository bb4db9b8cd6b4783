// gvlsim sweep: simulates every case of a scenario, and every combination of values asked for.
#include "models/report/summary.hpp"
#include "models/scenario/wording.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/command.hpp"
#include "tools/cli/variations.hpp"
#include "tools/export/output_file.hpp"
#include "tools/export/registry.hpp"
#include "tools/sweep/progress_bar.hpp"
#include "tools/sweep/sweep.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <unistd.h>

namespace gvlsim {

namespace {

constexpr std::uint64_t most_replications = 1'000'000;  // as in scenarios
constexpr std::size_t most_told = 20;                   // cases that failed

constexpr Option command_options[] = {
    {"--vary", Option::Kind::values, "K=V,...", "values of a param, or K=A..B; all combinations"},
    {"--set", Option::Kind::values, "K=V", "set a param, or model, quantum, platform, seed"},
    {"--seed", Option::Kind::value, "N", "the same as --set seed=N"},
    {"--replications", Option::Kind::value, "R", "seeds of each case, else what the file says"},
    {"--jobs", Option::Kind::value, "N", "cases simulated at the same time, else all cores"},
    {"--csv", Option::Kind::value, "FILE", "write CSV, - for standard output"},
    {"--json", Option::Kind::value, "FILE", "write JSON, - for standard output"},
};

// Where the report goes: standard output, or a file that appears when the sweep is over.
class Output {
public:
    Output(const Arguments& arguments, Console& console) : console_{console} {
        const std::optional<std::string> csv = arguments.value("--csv");
        const std::optional<std::string> json = arguments.value("--json");
        if (csv && json) { throw UsageError{"--csv and --json: a sweep writes one of them"}; }
        if (!csv && !json) { return; }
        format_ = csv ? "csv" : "json";
        const std::string path = csv ? *csv : *json;
        if (path != "-") { file_.emplace(path); }
    }
    [[nodiscard]] std::unique_ptr<SweepReport> report(const SweepHead& head) {
        const bool plain = file_ || format_ != "text";
        return sweep_format(format_).make(file_ ? file_->writer() : console_.out, head,
                                          plain ? Palette{} : console_.out_palette);
    }
    void commit() {
        if (file_) { file_->commit(); }
    }

private:
    Console& console_;
    std::string format_ = "text";
    std::optional<OutputFile> file_;
};

// Tells of the cases that failed, and remembers what that makes of the whole.
class Failures {
public:
    explicit Failures(Console& console) : console_{console} {}

    void look_at(std::span<const SweepRow> rows) {
        for (const SweepRow& row : rows) {
            warn(row);
            const std::string_view what = trouble(row);
            if (what.empty()) { continue; }
            const bool limit = row.problem.empty() && is_limit(row.kind);
            code_ = std::max(code_, limit ? ExitCode::limit : ExitCode::unsuccessful);
            if (++count_ <= most_told) { tell(row, what); }
        }
    }
    [[nodiscard]] int code() const {
        if (count_ > most_told) {
            console_.warning(std::to_string(count_ - most_told) + " more cases failed");
        }
        return code_;
    }

private:
    // Most warnings are the same in many cases.
    void warn(const SweepRow& row) {
        const bool news = !row.warning.empty() && warned_.size() < most_told &&
                          warned_.insert(row.warning).second;
        if (news) { console_.messages.write(row.warning); }
    }
    void tell(const SweepRow& row, std::string_view what) {
        const std::string name = row.name.empty() ? "the case" : "case " + quoted(row.name);
        if (!row.problem.empty()) {
            console_.warning(name + " cannot be simulated:\n" + row.problem);
        } else {
            console_.warning(name +
                             (what == "limit" ? " was cut by a limit" : " ended in deadlock"));
        }
    }

    Console& console_;
    std::set<std::string> warned_;
    std::size_t count_ = 0;
    int code_ = ExitCode::fine;
};

std::optional<std::int64_t> replications(const Arguments& arguments) {
    const std::optional<std::string> text = arguments.value("--replications");
    if (!text) { return std::nullopt; }
    const std::uint64_t number = whole_number("--replications", *text, 1);
    if (number > most_replications) {
        throw UsageError{"--replications " + quoted(*text) + ": at most 1000000"};
    }
    return static_cast<std::int64_t>(number);
}

std::optional<ScenarioGrid> load(const Arguments& arguments, Console& console) {
    LoadedGrid loaded = load_grid_file(arguments.files.front(), settings(arguments),
                                       variations(arguments.values("--vary")));
    if (!loaded.diagnostics.empty()) { console.messages.write(to_text(loaded.diagnostics)); }
    console.messages.flush();
    return std::move(loaded.grid);
}

// Tells what is wrong with values that fit no case; true where there are some.
bool refuse(const ScenarioGrid& grid, Console& console) {
    const Diagnostics useless = grid.useless_values();
    if (!useless.has_errors()) { return false; }
    console.messages.write(to_text(useless));
    return true;
}

bool has_mistake(std::span<const SweepRow> rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [](const SweepRow& row) { return !row.problem.empty(); });
}

// Then a case is a range of runs, and no single one to set beside the present.
bool is_replicated(std::span<const SweepRow> rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [](const SweepRow& row) { return row.replications > 1; });
}

// A value that fits no case ends the command before anything is printed. Where all cases come in
// one block, its rows tell whether to look for such a value; else samples do.
int run(const Arguments& arguments, Console& console) {
    const std::optional<std::int64_t> asked = replications(arguments);
    const std::size_t threads = jobs(arguments);
    const std::optional<ScenarioGrid> grid = load(arguments, console);
    if (!grid) { return ExitCode::unusable; }
    std::optional<Present> present;
    if (const std::optional<Scenario> scenario = grid->present()) { present.emplace(*scenario); }
    const SweepPlan plan{*grid, asked, threads, present.has_value()};
    const bool one_block = grid->size() <= sweep_block;
    if (!one_block && may_be_useless(plan) && refuse(*grid, console)) {
        return ExitCode::unusable;
    }
    Output output{arguments, console};
    std::unique_ptr<SweepReport> report;
    Failures failures{console};
    bool refused = false;
    const auto take = [&](std::span<const SweepRow> rows) {
        refused = one_block && has_mistake(rows) && refuse(*grid, console);
        if (refused) { return; }
        if (!report) {
            const bool beside = present && !is_replicated(rows);
            report =
                output.report({*grid, grid->params(), threads, beside ? &*present : nullptr});
        }
        report->add(rows);
        failures.look_at(rows);
    };
    {
        ProgressBar progress{console.messages, ::isatty(STDERR_FILENO) == 1, grid->size()};
        sweep(plan, take, [&](std::size_t done) { progress.show(done); });
    }
    if (refused) { return ExitCode::unusable; }
    if (report) { report->finish(); }
    output.commit();
    return failures.code();
}

}  // namespace

const Command sweep_command{"sweep", "simulate all combinations of values, on all cores",
                            Command::Files::one, command_options, run};

}  // namespace gvlsim
