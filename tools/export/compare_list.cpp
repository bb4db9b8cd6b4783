// A comparison as a list: one line per figure.
#include "models/report/format.hpp"
#include "tools/export/case_table.hpp"
#include "tools/export/compare_text.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/table.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

// As many decimals as the measured figure was written with, at least three: simulated figures
// have no end of them.
int decimals_of(const std::string& written) {
    const std::size_t point = written.find('.');
    const std::size_t digits = point == std::string::npos ? 0 : written.size() - point - 1;
    return digits < 3 ? 3 : digits > 6 ? 6 : static_cast<int>(digits);
}

// Counts are whole unless they are means; seconds show how exact the measured figure is.
std::string number(const Measured& measured, double value) {
    return shown_figure(measured.key, value, decimals_of(measured.text));
}

std::string simulated(const ComparedFigure& figure) {
    return figure.simulated ? number(figure.measured, *figure.simulated) : "none";
}

// Of the replications, and of the other rule for ties where that gives another result.
std::string range(const ComparedCase& compared, const ComparedFigure& figure) {
    if (!figure.range) { return "-"; }
    auto [lowest, highest] = *figure.range;
    if (compared.phase.ties && figure.spread && figure.spread->other_ties) {
        lowest = std::min(lowest, *figure.spread->other_ties);
        highest = std::max(highest, *figure.spread->other_ties);
    }
    return number(figure.measured, lowest) + " ... " + number(figure.measured, highest);
}

std::string judgement(const ComparedCase& compared, const ComparedFigure& figure) {
    std::string text = "not judged";
    if (figure.ok) {
        text = (*figure.ok ? "within " : "OUT of ") + percent(*compared.tolerance, 1);
    }
    return compared.phase.any() ? text + " ~" : text;
}

bool has_ranges(std::span<const ComparedCase> cases) {
    return std::any_of(cases.begin(), cases.end(), [](const ComparedCase& compared) {
        return compared.replications > 1 || compared.phase.any();
    });
}

}  // namespace

void write_figures(Writer& writer, std::span<const ComparedCase> cases, Palette palette) {
    const bool none = std::all_of(cases.begin(), cases.end(), [](const ComparedCase& compared) {
        return compared.figures.empty();
    });
    if (none) { return; }
    const bool ranges = has_ranges(cases);
    bool sensitive = false;
    Table table;
    table.column("case", Table::Align::left);
    table.column("figure", Table::Align::left);
    table.column("measured");
    table.column("simulated");
    table.column("error");
    if (ranges) { table.column("range"); }
    table.column("", Table::Align::left);
    std::vector<std::optional<bool>> holds;
    for (const ComparedCase& compared : cases) {
        std::string name = compared.name;
        sensitive = sensitive || compared.phase.any();
        for (const ComparedFigure& figure : compared.figures) {
            std::vector<std::string> cells{
                name, figure.measured.key, number(figure.measured, figure.measured.value),
                simulated(figure), figure.error ? signed_percent(*figure.error, 2) : "-"};
            if (ranges) { cells.push_back(range(compared, figure)); }
            cells.push_back(judgement(compared, figure));
            table.row(std::move(cells));
            holds.push_back(figure.ok);
            name.clear();
        }
    }
    const std::vector<std::string> lines = table.lines();
    writer.write(palette.dim(lines.front()) + "\n");
    for (std::size_t row = 0; row < holds.size(); ++row) {
        const std::string& line = lines[row + 1];
        writer.write((holds[row] == false ? palette.bad(line) : line) + "\n");
    }
    if (sensitive) { write_phase_remark(writer, palette); }
}

void write_compare_list(Writer& writer, const Comparison& comparison, Palette palette) {
    for_each_scenario(comparison, [&](std::span<const ComparedCase> cases) {
        writer.write(palette.bold(cases.front().scenario) + "\n");
        write_figures(writer, cases, palette);
        write_checks(writer, cases, palette);
        writer.write("\n");
    });
    write_verdict(writer, comparison, palette);
}

}  // namespace gvlsim
