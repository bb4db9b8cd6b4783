// The report of a run for people: 80 columns, times in milliseconds.
#include "models/gvl/model.hpp"
#include "models/report/format.hpp"
#include "models/scenario/wording.hpp"
#include "tools/export/objects_report.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/table.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace gvlsim {

namespace {

constexpr std::size_t terminal_width = 80;
constexpr std::size_t most_rows = 40;  // of the threads' table
constexpr std::size_t most_names = 5;  // of a list of threads in a sentence
constexpr std::string_view nothing = "-";

std::string if_any(Duration length, int decimals) {
    return length == Duration::zero() ? std::string{nothing} : milliseconds(length, decimals);
}

std::string if_any(std::uint64_t number) {
    return number == 0 ? std::string{nothing} : std::to_string(number);
}

std::string quantum_text(const Scenario& scenario) {
    const std::optional<Duration> asked = asked_quantum(scenario);
    if (!asked) { return "no quantum"; }
    std::string text = "quantum " + exact_duration(*asked);
    if (find_model(scenario.runtime.model)->knob == QuantumKnob::fixed) {
        text += " (fixed)";
    } else if (!scenario.runtime.quantum) {
        text += " (default)";
    }
    const std::optional<Duration> effective = effective_quantum(scenario);
    if (!effective) { return text + ", never enforced"; }
    return *effective == *asked ? text : text + ", effective " + exact_duration(*effective);
}

// Without those that the line of the runtime says anyway.
std::string params_text(const ParamValues& params) {
    std::string text;
    for (const auto& [name, value] : params) {
        if (name != "model" && name != "quantum" && name != "platform" && name != "seed") {
            text += (text.empty() ? "" : ", ") + name + " = " + value;
        }
    }
    return text;
}

// Name, runtime, params: what was run.
void write_head(Writer& writer, const FinishedRun& run, Palette palette) {
    const std::string& name = run.header.name;
    writer.write(palette.bold(run.scenario_name + (name.empty() ? "" : " - " + name)) + "\n");
    const Runtime& runtime = run.scenario.runtime;
    writer.write(fmt::format("{}, {}, platform {}, seed {}\n", runtime.model,
                             quantum_text(run.scenario), runtime.platform, run.scenario.seed));
    const std::string params = params_text(run.header.params);
    if (!params.empty()) { writer.write(palette.dim(params) + "\n"); }
    writer.write("\n");
}

std::string ending(const FinishedRun& run) {
    switch (run.result.kind) {
        case EndKind::completed:
            return "main ended";
        case EndKind::stopped:
            return "stopped as the scenario says";
        case EndKind::deadlock:
            return "deadlock";
        case EndKind::until:
            return "cut by --until";
        case EndKind::max_events:
            return "cut by --max-events after " + counted(run.result.events, "event", "events");
        case EndKind::zero_time:
            return "cut: a million operations without the clock moving";
        case EndKind::time_limit:
            return "cut at the end of time, 292 years";
        case EndKind::threads:
            return "cut: more than " + counted(run.result.threads.size() - 1, "thread", "threads");
        case EndKind::tasks:
            return "cut: too many tasks wait in the queue of a pool";
    }
    return "";
}

std::string theory(const Summary& summary) {
    if (!summary.amdahl || !summary.bound || !summary.waiting_share) { return ""; }
    return fmt::format("p {}, {}: Amdahl {}, bound {}", fixed(*summary.waiting_share, 3),
                       counted(summary.threads_at_once, "thread", "threads"),
                       fixed(*summary.amdahl, 3), fixed(*summary.bound, 3));
}

std::string waste_meaning(const FinishedRun& run) {
    if (run.summary.unlocked_end) {
        return "without a lock it would end at " + milliseconds(*run.summary.unlocked_end);
    }
    return ended_as_written(run.result.kind) ? "without a lock it would not end by itself"
                                             : "unknown, the run did not reach its end";
}

void write_figures(Writer& writer, const FinishedRun& run, Palette palette) {
    const Summary& summary = run.summary;
    const bool well = ended_as_written(run.result.kind);
    const auto line = [&](std::string_view name, const std::string& value, std::string_view unit,
                          const std::string& remark) {
        std::string text = fmt::format("{:<8}{:>12} {:<2}  {}", name, value, unit, remark);
        text.erase(text.find_last_not_of(' ') + 1);
        writer.write(text + "\n");
    };
    const std::string how = ending(run);
    line("end", milliseconds(summary.end), "ms", well ? how : palette.bad(how));
    line("serial", milliseconds(summary.serial), "ms", "all threads one after the other");
    line("speedup", summary.speedup ? fixed(*summary.speedup, 3) : std::string{nothing}, "",
         theory(summary));
    line("waste", summary.waste ? milliseconds(*summary.waste) : std::string{nothing},
         summary.waste ? "ms" : "", waste_meaning(run));
    if (run.result.skipped_time > Duration::zero()) {
        line("skipped", milliseconds(run.result.skipped_time), "ms",
             "fast-forward over " +
                 counted(run.result.skipped_periods, "equal period", "equal periods"));
    }
}

// Columns in which every thread has nothing are left out.
struct ThreadColumn {
    const char* heading;
    Duration ThreadResult::*time;
    std::uint64_t ThreadResult::*number;
    bool always;
};

constexpr ThreadColumn thread_columns[] = {
    {"cpu", &ThreadResult::cpu, nullptr, true},
    {"lock wait", &ThreadResult::lock_wait, nullptr, true},
    {"longest", &ThreadResult::longest_lock_wait, nullptr, true},
    {"io", &ThreadResult::io, nullptr, false},
    {"sleep", &ThreadResult::sleep, nullptr, false},
    {"blocked", &ThreadResult::blocked, nullptr, false},
    {"preempted", nullptr, &ThreadResult::preempted, false},
    {"released", nullptr, &ThreadResult::released, false},
};

bool is_used(const ThreadColumn& column, const std::vector<ThreadResult>& threads) {
    return column.always || std::any_of(threads.begin(), threads.end(), [&](const auto& thread) {
               return column.time != nullptr ? thread.*column.time != Duration::zero()
                                             : thread.*column.number != 0;
           });
}

// How a table of threads is written: the first of these that fits the terminal, else the last.
struct TableStyle {
    int decimals;
    bool released;
    std::size_t gap;
};
constexpr TableStyle table_styles[] = {
    {3, true, 2}, {3, false, 2}, {1, false, 2}, {0, false, 2}, {0, false, 1}};

Table thread_table(const std::vector<ThreadResult>& threads, const TableStyle& style) {
    std::vector<const ThreadColumn*> used;
    Table table{style.gap};
    table.column("thread", Table::Align::left);
    table.column("end");
    for (const ThreadColumn& column : thread_columns) {
        const bool wanted = style.released || column.number != &ThreadResult::released;
        if (wanted && is_used(column, threads)) {
            used.push_back(&column);
            table.column(column.heading);
        }
    }
    for (const ThreadResult& thread : threads) {
        std::vector<std::string> cells{
            thread.name, thread.end ? milliseconds(*thread.end - start_of_time, style.decimals)
                                    : std::string{"alive"}};
        for (const ThreadColumn* const column : used) {
            cells.push_back(column->time != nullptr ? if_any(thread.*column->time, style.decimals)
                                                    : if_any(thread.*column->number));
        }
        table.row(std::move(cells));
    }
    return table;
}

void write_table(Writer& writer, const Table& table, Palette palette) {
    bool heading = true;
    for (const std::string& line : table.lines()) {
        writer.write((heading ? palette.dim(line) : line) + "\n");
        heading = false;
    }
}

Table fitting_thread_table(const std::vector<ThreadResult>& threads) {
    Table table;
    for (const TableStyle& style : table_styles) {
        table = thread_table(threads, style);
        if (table.width() <= terminal_width) { break; }
    }
    return table;
}

void write_threads(Writer& writer, const Result& result, Palette palette) {
    writer.write("\n");
    const std::size_t shown = std::min(result.threads.size(), most_rows);
    const std::vector<ThreadResult> first{
        result.threads.begin(), result.threads.begin() + static_cast<std::ptrdiff_t>(shown)};
    write_table(writer, fitting_thread_table(first), palette);
    if (shown < result.threads.size()) {
        writer.write(
            fmt::format("... and {}, see --json\n",
                        counted(result.threads.size() - shown, "more thread", "more threads")));
    }
}

std::string names_of(const std::vector<const ThreadResult*>& threads) {
    std::string text;
    for (std::size_t index = 0; index < std::min(threads.size(), most_names); ++index) {
        text += (index == 0 ? "" : ", ") + threads[index]->name;
    }
    if (threads.size() > most_names) {
        text += fmt::format(" and {} more", threads.size() - most_names);
    }
    return text;
}

// What a reader of the table must not miss: threads cut short, and Ruby's errors.
void write_remarks(Writer& writer, const Result& result, Palette palette) {
    std::vector<const ThreadResult*> alive;
    for (const ThreadResult& thread : result.threads) {
        if (!thread.end) { alive.push_back(&thread); }
    }
    if (result.kind == EndKind::completed && !alive.empty()) {
        writer.write(palette.odd(fmt::format("The process ended with main while {} still alive: {}",
                                             alive.size() == 1 ? "a thread was" : "threads were",
                                             names_of(alive))) +
                     "\n");
    }
    for (const ThreadResult& thread : result.threads) {
        if (!thread.error.empty()) {
            writer.write(palette.bad(fmt::format("{} ended by {}", thread.name, thread.error)) +
                         "\n");
        }
    }
}

void write_lock(Writer& writer, const FinishedRun& run) {
    const LockResult& lock = run.result.lock;
    const double held = run.summary.utilisation.value_or(0);
    writer.write(fmt::format("\nlock  held {}, free {}; {}, {}, {}\n", percent(held, 1),
                             percent(run.summary.utilisation ? 1 - held : 0, 1),
                             counted(lock.handovers, "hand-over", "hand-overs"),
                             counted(lock.preemptions, "preemption", "preemptions"),
                             counted(lock.ticks, "tick", "ticks")));
}

void write_pools(Writer& writer, const Result& result, Palette palette) {
    if (result.pools.empty()) { return; }
    Table table;
    table.column("pool", Table::Align::left);
    for (const char* const heading : {"threads", "largest", "tasks", "queued", "longest wait"}) {
        table.column(heading);
    }
    for (const PoolResult& pool : result.pools) {
        table.row({pool.name, std::to_string(pool.threads), std::to_string(pool.largest),
                   std::to_string(pool.tasks), if_any(pool.queued),
                   if_any(pool.longest_queue_wait, 3)});
    }
    writer.write("\n");
    write_table(writer, table, palette);
}

Table span_table(const std::vector<SpanResult>& spans, int decimals) {
    Table table;
    table.column("span", Table::Align::left);
    for (const char* const heading :
         {"count", "mean", "p50", "p95", "p99", "max", "cpu", "io", "lock wait"}) {
        table.column(heading);
    }
    for (const SpanResult& span : spans) {
        std::vector<std::string> cells{span.name, std::to_string(span.count)};
        for (const Duration time : {span.mean, span.p50, span.p95, span.p99, span.max, span.cpu,
                                    span.io, span.lock_wait}) {
            cells.push_back(if_any(time, decimals));
        }
        table.row(std::move(cells));
    }
    return table;
}

void write_spans(Writer& writer, const Result& result, Palette palette) {
    if (result.spans.empty()) { return; }
    writer.write("\n");
    const Table exact = span_table(result.spans, 3);
    write_table(writer, exact.width() <= terminal_width ? exact : span_table(result.spans, 1),
                palette);
}

void write_deadlock(Writer& writer, const Result& result, Palette palette) {
    if (result.kind != EndKind::deadlock) { return; }
    writer.write("\n" +
                 palette.bad("Deadlock: every thread waits for something that cannot come."));
    writer.write("\n");
    std::size_t widest = 0;
    for (const DeadlockWait& wait : result.deadlock) {
        widest = std::max(widest, count_characters(wait.thread));
    }
    for (const DeadlockWait& wait : result.deadlock) {
        const std::string padding(widest - count_characters(wait.thread), ' ');
        std::string line = "  " + wait.thread + padding + "  waits for " + wait.waits_for;
        if (!wait.held_by.empty()) { line += " of " + wait.held_by; }
        writer.write(line + (wait.in_cycle ? palette.bad("  <- in the cycle") : "") + "\n");
    }
}

class RunText final : public RunReport {
public:
    RunText(Writer& writer, Palette palette) : writer_{writer}, palette_{palette} {}

    void add(const FinishedRun& run) override {
        if (!first_) { writer_.write("\n\n"); }
        first_ = false;
        write_head(writer_, run, palette_);
        write_figures(writer_, run, palette_);
        write_deadlock(writer_, run.result, palette_);
        write_threads(writer_, run.result, palette_);
        write_remarks(writer_, run.result, palette_);
        write_lock(writer_, run);
        write_objects_text(writer_, run.result, palette_);
        write_pools(writer_, run.result, palette_);
        write_spans(writer_, run.result, palette_);
    }

private:
    Writer& writer_;
    Palette palette_;
    bool first_ = true;
};

}  // namespace

std::unique_ptr<RunReport> make_run_text(Writer& writer, bool, Palette palette) {
    return std::make_unique<RunText>(writer, palette);
}

}  // namespace gvlsim
