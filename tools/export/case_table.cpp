#include "tools/export/case_table.hpp"

#include "models/report/format.hpp"
#include "tools/export/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gvlsim {

namespace {

constexpr int shown_decimals = 3;

std::string_view value_of(const ParamValues& params, std::string_view name) {
    const auto found = std::find_if(params.begin(), params.end(),
                                    [&](const auto& param) { return param.first == name; });
    return found == params.end() ? std::string_view{} : std::string_view{found->second};
}

using Labels = std::vector<std::string_view>;

std::size_t place(Labels& labels, std::string_view label) {
    const auto found = std::find(labels.begin(), labels.end(), label);
    if (found != labels.end()) { return static_cast<std::size_t>(found - labels.begin()); }
    labels.push_back(label);
    return labels.size() - 1;
}

// Where each case lies.
class Layout {
public:
    Layout(const TableLayout& layout, std::span<const TableEntry> entries) : layout_{layout} {
        for (const TableEntry& entry : entries) {
            const std::size_t row = place(rows_, value_of(*entry.params, layout.rows));
            const std::size_t column = place(columns_, value_of(*entry.params, layout.columns));
            std::size_t sheet = 0;
            while (at(sheet, row, column) != nullptr) { ++sheet; }
            if (sheet == sheets_.size()) { sheets_.emplace_back(); }
            std::vector<Cell>& cells = sheets_[sheet];
            cells.push_back({row, column, &entry});
        }
    }
    [[nodiscard]] std::size_t sheets() const noexcept { return sheets_.size(); }
    [[nodiscard]] const Labels& rows() const noexcept { return rows_; }
    [[nodiscard]] const Labels& columns() const noexcept { return columns_; }
    [[nodiscard]] const TableEntry& first(std::size_t sheet) const {
        return *sheets_[sheet].front().entry;
    }

    [[nodiscard]] const TableEntry* at(std::size_t sheet, std::size_t row,
                                       std::size_t column) const {
        if (sheet >= sheets_.size()) { return nullptr; }
        for (const Cell& cell : sheets_[sheet]) {
            if (cell.row == row && cell.column == column) { return cell.entry; }
        }
        return nullptr;
    }

    // The case that the cell's speedup is relative to: in its row and column, but for the params
    // that `speedup_over` gives.
    [[nodiscard]] const TableEntry* base(std::size_t sheet, const TableEntry& entry) const {
        if (layout_.speedup_over.empty()) { return nullptr; }
        for (const Cell& cell : sheets_[sheet]) {
            if (is_base(*cell.entry->params, *entry.params)) { return cell.entry; }
        }
        return nullptr;
    }

private:
    struct Cell {
        std::size_t row;
        std::size_t column;
        const TableEntry* entry;
    };

    [[nodiscard]] bool is_base(const ParamValues& base, const ParamValues& cell) const {
        for (const std::string& axis : {layout_.rows, layout_.columns}) {
            const std::string_view given = value_of(layout_.speedup_over, axis);
            const std::string_view wanted = given.empty() ? value_of(cell, axis) : given;
            if (value_of(base, axis) != wanted) { return false; }
        }
        return std::all_of(layout_.speedup_over.begin(), layout_.speedup_over.end(),
                           [&](const auto& given) {
                               return value_of(base, given.first) == given.second;
                           });
    }

    const TableLayout& layout_;
    Labels rows_;
    Labels columns_;
    std::vector<std::vector<Cell>> sheets_;
};

std::string ratio(std::optional<double> above, std::optional<double> below) {
    if (!above || !below || *below == 0) { return {}; }
    return fixed(*above / *below, 2);
}

std::optional<double> mean_of(const TableEntry& entry) {
    return entry.value ? std::optional{entry.value->mean} : std::nullopt;
}

std::string plain(std::string_view json) {
    const bool text = json.size() >= 2 && json.front() == '"' && json.back() == '"';
    return std::string{text ? json.substr(1, json.size() - 2) : json};
}

// One figure of a cell; `base` is null where speedups have nothing to be relative to.
struct Line {
    const char* label;
    std::string (*text)(const TableLayout&, const TableEntry&, const TableEntry* base);
};

std::string extreme(const TableLayout& layout, const TableEntry& entry, bool highest) {
    if (!entry.value || !entry.phase.any()) { return {}; }
    const Spread& spread = *entry.value;
    const double other = spread.other_ties.value_or(spread.mean);
    const double value =
        highest ? std::max(spread.highest, other) : std::min(spread.lowest, other);
    return shown_figure(layout.value, value, shown_decimals);
}

// Speedups and theory are of interest where the table says what a speedup is relative to.
constexpr Line lines[] = {
    {"measured",
     [](const TableLayout& layout, const TableEntry& entry, const TableEntry*) {
         return entry.measured ? shown_figure(layout.value, *entry.measured, shown_decimals)
                               : std::string{};
     }},
    {"simulated",
     [](const TableLayout& layout, const TableEntry& entry, const TableEntry*) {
         return entry.value ? shown_figure(layout.value, entry.value->mean, shown_decimals)
                            : std::string{"none"};
     }},
    {"error",
     [](const TableLayout&, const TableEntry& entry, const TableEntry*) {
         if (!entry.measured || !entry.value || *entry.measured == 0) { return std::string{}; }
         return signed_percent(entry.value->mean / *entry.measured - 1, 2);
     }},
    {"lowest", [](const TableLayout& layout, const TableEntry& entry,
                  const TableEntry*) { return extreme(layout, entry, false); }},
    {"highest", [](const TableLayout& layout, const TableEntry& entry,
                   const TableEntry*) { return extreme(layout, entry, true); }},
    {"speedup, measured",
     [](const TableLayout&, const TableEntry& entry, const TableEntry* base) {
         return base != nullptr ? ratio(base->measured, entry.measured) : std::string{};
     }},
    {"speedup, simulated",
     [](const TableLayout&, const TableEntry& entry, const TableEntry* base) {
         return base != nullptr ? ratio(mean_of(*base), mean_of(entry)) : std::string{};
     }},
    {"Amdahl",
     [](const TableLayout& layout, const TableEntry& entry, const TableEntry*) {
         return layout.speedup_over.empty() ? std::string{} : ratio(entry.amdahl, 1);
     }},
    {"bound",
     [](const TableLayout& layout, const TableEntry& entry, const TableEntry*) {
         return layout.speedup_over.empty() ? std::string{} : ratio(entry.bound, 1);
     }},
    {"verdict",
     [](const TableLayout&, const TableEntry& entry, const TableEntry*) {
         std::string text = entry.failed ? "failed" : !entry.ok ? "" : *entry.ok ? "ok" : "OUT";
         if (entry.phase.any()) { text += text.empty() ? "~" : " ~"; }
         return text;
     }},
};

std::vector<std::string> cells_of(const Line& line, const TableLayout& table, const Layout& layout,
                                  std::size_t sheet, std::size_t row) {
    std::vector<std::string> cells;
    for (std::size_t column = 0; column < layout.columns().size(); ++column) {
        const TableEntry* const entry = layout.at(sheet, row, column);
        cells.push_back(entry == nullptr ? std::string{}
                                         : line.text(table, *entry, layout.base(sheet, *entry)));
    }
    return cells;
}

bool says_nothing(const std::vector<std::string>& cells) {
    return std::all_of(cells.begin(), cells.end(),
                       [](const std::string& cell) { return cell.empty(); });
}

void write_sheet(Writer& writer, const TableLayout& table, const Layout& layout, std::size_t sheet,
                 Palette palette) {
    Table text;
    text.column(table.rows, Table::Align::left);
    text.column("", Table::Align::left);
    for (const std::string_view label : layout.columns()) {
        text.column(table.columns.empty() ? std::string{} : table.columns + "=" + plain(label));
    }
    std::vector<bool> begins;  // a row of the table
    for (std::size_t row = 0; row < layout.rows().size(); ++row) {
        std::string label = plain(layout.rows()[row]);
        bool first = true;
        for (const Line& line : lines) {
            std::vector<std::string> cells = cells_of(line, table, layout, sheet, row);
            if (says_nothing(cells)) { continue; }
            cells.insert(cells.begin(), {std::exchange(label, {}), line.label});
            text.row(std::move(cells));
            begins.push_back(std::exchange(first, false));
        }
    }
    const std::vector<std::string> all = text.lines();
    writer.write(palette.dim(all.front()) + "\n");
    for (std::size_t index = 1; index < all.size(); ++index) {
        if (index > 1 && begins[index - 1] && !begins[index - 2]) { writer.write("\n"); }
        const bool out = all[index].find("OUT") != std::string::npos;
        writer.write((out ? palette.bad(all[index]) : all[index]) + "\n");
    }
}

void write_title(Writer& writer, const TableLayout& table, Palette palette) {
    std::string title = table.value + " by " + table.rows;
    if (!table.columns.empty()) { title += " and " + table.columns; }
    std::string base;
    for (const auto& [name, value] : table.speedup_over) {
        base += (base.empty() ? "" : ", ") + name + "=" + plain(value);
    }
    if (!base.empty()) { title += "; speedup over " + base; }
    writer.write(palette.dim(title) + "\n");
}

}  // namespace

std::string shown_figure(std::string_view key, double value, int decimals) {
    const bool whole = std::trunc(value) == value && std::abs(value) < 1e15;
    if (whole && !key.ends_with("_s")) { return std::to_string(static_cast<std::int64_t>(value)); }
    return fixed(value, decimals);
}

std::string shown_param(const ParamValues& params, std::string_view name) {
    return plain(value_of(params, name));
}

void write_phase_remark(Writer& writer, Palette palette) {
    writer.write(palette.dim("~ phase-sensitive: replications lie more than 2 % apart, or the other"
                             " rule for\n  ties gives another result") +
                 "\n");
}

void write_case_table(Writer& writer, const TableLayout& table,
                      std::span<const TableEntry> entries, Palette palette) {
    const Layout layout{table, entries};
    write_title(writer, table, palette);
    bool sensitive = false;
    for (const TableEntry& entry : entries) { sensitive = sensitive || entry.phase.any(); }
    for (std::size_t sheet = 0; sheet < layout.sheets(); ++sheet) {
        if (layout.sheets() > 1) {
            writer.write("\nfrom " + std::string{layout.first(sheet).name} + "\n");
        }
        write_sheet(writer, table, layout, sheet, palette);
    }
    if (sensitive) {
        writer.write("\n");
        write_phase_remark(writer, palette);
    }
}

}  // namespace gvlsim
