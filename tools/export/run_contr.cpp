// Runs as the benchmarks of the contr gem print their thread pools: threads in all and per pool,
// how many times faster than the base and what each thread adds to that; then which set-ups are
// worth their threads. Rows, columns (a table each) and base are those of the scenario's table.
#include "models/report/pool_verdict.hpp"
#include "tools/export/case_table.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/table.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace gvlsim {

namespace {

struct Row {
    std::string setup;
    std::string load;  // "checks=50"; empty without columns
    bool base = false;
    bool ended = false;
    double seconds = 0;
    std::uint64_t threads = 0;
    std::string per_pool;
};

// Ruby's Float#round and Float#to_s: no zeros at the end, but for one behind the point.
std::string rounded(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    text.erase(text.find_last_not_of('0') + 1);
    return text.back() == '.' ? text + '0' : text;
}

double round_to(double value, double unit) { return std::round(value / unit) * unit; }

Row row_of(const FinishedRun& run, bool first) {
    Row row;
    row.setup = run.header.name;
    row.base = first;
    if (run.table != nullptr) {
        row.setup = shown_param(run.header.params, run.table->rows);
        const std::string& columns = run.table->columns;
        if (!columns.empty()) {
            row.load = columns + "=" + shown_param(run.header.params, columns);
        }
        const ParamValues& base = run.table->speedup_over;
        row.base = !base.empty() && std::all_of(base.begin(), base.end(), [&](const auto& param) {
            const ParamValues& params = run.header.params;
            return std::find(params.begin(), params.end(), param) != params.end();
        });
    }
    row.ended = ended_as_written(run.result.kind);
    row.seconds = static_cast<double>(run.summary.end.count()) / 1e9;
    for (const PoolResult& pool : run.result.pools) {
        row.threads += pool.threads;
        row.per_pool += (row.per_pool.empty() ? "" : "/") + std::to_string(pool.threads);
    }
    return row;
}

std::vector<std::string> cells_of(const Row& row, const Row* base) {
    if (!row.ended) { return {row.setup, "-", "-", "-", "", "-", "-"}; }
    const std::string time = rounded(row.seconds, 3);
    if (row.base || base == nullptr) {
        return {row.setup,
                std::to_string(std::max<std::uint64_t>(row.threads, 1)),
                row.threads == 0 ? "-/-" : row.per_pool,
                time,
                "",
                "-/-",
                "-/-"};
    }
    const bool faster = row.seconds <= base->seconds;
    const double ratio = faster ? base->seconds / row.seconds : row.seconds / base->seconds;
    const double diff = round_to(ratio, 0.001);
    const double threads = static_cast<double>(std::max<std::uint64_t>(row.threads, 1));
    return {row.setup,
            std::to_string(row.threads),
            row.per_pool,
            time,
            faster ? "⬇" : "⬆",
            rounded(diff, 3) + "x",
            rounded((diff - 1) / threads, 5) + "x"};
}

template <typename List>
std::size_t place(List& list, const std::string& name) {
    const auto found = std::find(list.begin(), list.end(), name);
    if (found == list.end()) { list.push_back(name); }
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), name) - list.begin());
}

class RunContr final : public RunReport {
public:
    RunContr(Writer& writer, Palette palette) : writer_{writer}, palette_{palette} {}

    void add(const FinishedRun& run) override { rows_.push_back(row_of(run, rows_.empty())); }

    void finish() override {
        std::vector<std::string> loads;
        for (const Row& row : rows_) { place(loads, row.load); }
        for (const std::string& load : loads) { write_table(load); }
        write_verdicts(loads);
    }

private:
    void write_table(const std::string& load) {
        const auto base = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
            return row.base && row.load == load && row.ended;
        });
        Table table;
        table.column("", Table::Align::left);
        for (const char* const heading :
             {"total", "per pool", "time", "+/-", "diff", "diff/thread"}) {
            table.column(heading);
        }
        for (const Row& row : rows_) {
            if (row.load == load) {
                table.row(cells_of(row, base == rows_.end() ? nullptr : &*base));
            }
        }
        if (!load.empty()) { writer_.write(palette_.bold(load) + "\n"); }
        bool heading = true;
        for (const std::string& line : table.lines()) {
            writer_.write((heading ? palette_.dim(line) : line) + "\n");
            heading = false;
        }
        writer_.write("\n");
    }

    // The base has no pools to judge.
    void write_verdicts(std::vector<std::string>& loads) {
        std::vector<std::string> names;
        std::vector<PoolSetup> setups;
        for (const Row& row : rows_) {
            if (row.base) { continue; }
            const std::size_t at = place(names, row.setup);
            if (at == setups.size()) {
                setups.push_back({row.setup, {}});
                setups.back().runs.resize(loads.size());
            }
            if (row.ended) { setups[at].runs[place(loads, row.load)] = {row.seconds, row.threads}; }
        }
        Table table;
        for (const char* const heading : {"set-up", "worth its threads", ""}) {
            table.column(heading, Table::Align::left);
        }
        const std::vector<PoolVerdict> verdicts = judge(setups);
        for (std::size_t index = 0; index < setups.size(); ++index) {
            table.row({setups[index].name, word(verdicts[index].kind), verdicts[index].reason});
        }
        bool heading = true;
        for (const std::string& line : table.lines()) {
            writer_.write((heading ? palette_.dim(line) : line) + "\n");
            heading = false;
        }
    }

    Writer& writer_;
    Palette palette_;
    std::vector<Row> rows_;
};

}  // namespace

std::unique_ptr<RunReport> make_run_contr(Writer& writer, bool, Palette palette) {
    return std::make_unique<RunContr>(writer, palette);
}

}  // namespace gvlsim
