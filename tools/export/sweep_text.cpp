// A sweep for people: a line per case, then the scenario's table where it describes one.
#include "models/report/format.hpp"
#include "tools/export/case_table.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/sweep_report.hpp"
#include "tools/export/table.hpp"
#include "tools/sweep/jobs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gvlsim {

namespace {

constexpr int second_decimals = 6;
constexpr int ratio_decimals = 3;
constexpr std::size_t most_in_table = 10'000;  // cases; a larger table is nothing to look at

constexpr std::array<const char*, std::size(theory_keys)> figure_headings{
    "end_s", "serial_s", "speedup", "Amdahl", "bound", "waste_s"};

std::string figure_text(const SweepRow& row, std::size_t index) {
    if (index >= row.figures.size() || !row.figures[index]) { return "-"; }
    const bool seconds = theory_keys[index].ends_with("_s");
    return fixed(row.figures[index]->mean, seconds ? second_decimals : ratio_decimals);
}

std::string remark(const SweepRow& row) {
    std::string text{trouble(row)};
    if (row.phase.any()) { text += text.empty() ? "~" : " ~"; }
    return text;
}

bool has_range(const SweepRow& row) {
    return !row.figures.empty() && row.figures.front() &&
           (row.replications > 1 || row.phase.any());
}

// Between these ends lies the truth, where it is not one number.
void append_range(std::vector<std::string>& cells, const SweepRow& row) {
    if (!has_range(row)) {
        cells.insert(cells.end(), 2, {});
        return;
    }
    const Spread& end = *row.figures.front();
    const double other = row.phase.ties ? end.other_ties.value_or(end.mean) : end.mean;
    cells.push_back(fixed(std::min(end.lowest, other), second_decimals));
    cells.push_back(fixed(std::max(end.highest, other), second_decimals));
}

TableEntry entry_of(const SweepRow& row) {
    TableEntry entry;
    const auto mean = [&](std::size_t index) {
        const bool known = index < row.figures.size() && row.figures[index];
        return known ? std::optional{row.figures[index]->mean} : std::nullopt;
    };
    entry.name = row.name;
    entry.params = &row.params;
    entry.value = row.value;
    entry.amdahl = mean(3);
    entry.bound = mean(4);
    entry.phase = row.phase;
    entry.failed = !trouble(row).empty();
    return entry;
}

class SweepText final : public SweepReport {
public:
    SweepText(Writer& writer, const SweepHead& head, Palette palette)
        : writer_{writer}, head_{head}, palette_{palette} {}

    void add(std::span<const SweepRow> rows) override {
        if (!begun_) { begin(rows); }
        std::vector<std::vector<std::string>> cells(rows.size());
        for_all(rows.size(), head_.jobs,
                [&](std::size_t index) { cells[index] = cells_of(rows[index]); });
        // Columns fit the widest that has come so far: nobody can wait for a million cases.
        for (const std::vector<std::string>& row : cells) { table_.fit(row); }
        std::vector<std::string> lines(rows.size());
        for_all(rows.size(), head_.jobs,
                [&](std::size_t index) { lines[index] = table_.line(cells[index]); });
        if (!begun_) { writer_.write(palette_.dim(table_.heading()) + "\n"); }
        begun_ = true;
        for (std::size_t index = 0; index < rows.size(); ++index) {
            const bool failed = !trouble(rows[index]).empty();
            writer_.write(failed ? palette_.bad(lines[index]) : lines[index]);
            writer_.write("\n");
            sensitive_ = sensitive_ || rows[index].phase.any();
        }
        if (head_.grid.table() && kept_.size() + rows.size() <= most_in_table) {
            kept_.insert(kept_.end(), rows.begin(), rows.end());
        }
    }

    void finish() override {
        if (!kept_.empty()) {
            std::vector<TableEntry> entries;
            for (const SweepRow& row : kept_) { entries.push_back(entry_of(row)); }
            writer_.write("\n");
            write_case_table(writer_, *head_.grid.table(), entries, palette_);
        } else if (sensitive_) {
            writer_.write("\n");
            write_phase_remark(writer_, palette_);
        }
    }

private:
    void begin(std::span<const SweepRow> rows) {
        ranges_ = std::any_of(rows.begin(), rows.end(), has_range);
        writer_.write(palette_.bold(head_.grid.name()) + "\n");
        table_.column("case", Table::Align::left);
        for (const char* const heading : figure_headings) { table_.column(heading); }
        if (ranges_) {
            table_.column("lowest");
            table_.column("highest");
        }
        table_.column("", Table::Align::left);
    }

    [[nodiscard]] std::vector<std::string> cells_of(const SweepRow& row) const {
        std::vector<std::string> cells;
        cells.reserve(figure_headings.size() + 4);
        cells.push_back(row.name);
        for (std::size_t index = 0; index < figure_headings.size(); ++index) {
            cells.push_back(figure_text(row, index));
        }
        if (ranges_) { append_range(cells, row); }
        cells.push_back(remark(row));
        return cells;
    }

    Writer& writer_;
    SweepHead head_;
    Palette palette_;
    Table table_;
    std::vector<SweepRow> kept_;
    bool ranges_ = false;
    bool begun_ = false;
    bool sensitive_ = false;
};

}  // namespace

std::unique_ptr<SweepReport> make_sweep_text(Writer& writer, const SweepHead& head,
                                             Palette palette) {
    if (head.present != nullptr) { return make_sweep_what_if(writer, head, palette); }
    return std::make_unique<SweepText>(writer, head, palette);
}

}  // namespace gvlsim
