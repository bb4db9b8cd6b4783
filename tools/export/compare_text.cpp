// A comparison for people: one line per figure, a line for the verdict.
#include "models/report/format.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/table.hpp"

#include <cmath>

#include <fmt/format.h>

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
    const bool whole = std::trunc(value) == value && std::abs(value) < 1e15;
    if (whole && !measured.key.ends_with("_s")) {
        return fmt::format("{}", static_cast<std::int64_t>(value));
    }
    return fixed(value, decimals_of(measured.text));
}

std::string simulated(const ComparedFigure& figure) {
    return figure.simulated ? number(figure.measured, *figure.simulated) : "none";
}

std::string range(const ComparedFigure& figure) {
    if (!figure.range) { return "-"; }
    return number(figure.measured, figure.range->first) + " ... " +
           number(figure.measured, figure.range->second);
}

std::string judgement(const ComparedCase& compared, const ComparedFigure& figure) {
    if (!figure.ok) { return "not judged"; }
    const std::string within = percent(*compared.tolerance, 1);
    return *figure.ok ? "within " + within : "OUT of " + within;
}

// Cases of one scenario in a table of their own.
void write_scenario(Writer& writer, std::span<const ComparedCase> cases, Palette palette) {
    bool replicated = false;
    for (const ComparedCase& compared : cases) {
        replicated = replicated || compared.replications > 1;
    }
    Table table;
    table.column("case", Table::Align::left);
    table.column("figure", Table::Align::left);
    table.column("measured");
    table.column("simulated");
    table.column("error");
    if (replicated) { table.column("range"); }
    table.column("", Table::Align::left);
    std::vector<std::optional<bool>> holds;
    for (const ComparedCase& compared : cases) {
        std::string name = compared.name;
        for (const ComparedFigure& figure : compared.figures) {
            std::vector<std::string> cells{
                name, figure.measured.key, number(figure.measured, figure.measured.value),
                simulated(figure), figure.error ? signed_percent(*figure.error, 2) : "-"};
            if (replicated) { cells.push_back(range(figure)); }
            cells.push_back(judgement(compared, figure));
            table.row(std::move(cells));
            holds.push_back(figure.ok);
            name.clear();
        }
    }
    writer.write(palette.bold(cases.front().scenario) + "\n");
    const std::vector<std::string> lines = table.lines();
    writer.write(palette.dim(lines.front()) + "\n");
    for (std::size_t row = 0; row < holds.size(); ++row) {
        const std::string& line = lines[row + 1];
        writer.write((holds[row] == false ? palette.bad(line) : line) + "\n");
    }
    writer.write("\n");
}

void write_problems(Writer& writer, const Comparison& comparison, Palette palette) {
    for (const ComparedCase& compared : comparison.cases) {
        if (!ended_as_written(compared.kind)) {
            writer.write(palette.bad(fmt::format(
                "{}: {}\n", compared.name,
                is_limit(compared.kind) ? "a limit cut the run" : "ended in deadlock")));
        }
    }
}

}  // namespace

void write_compare_text(Writer& writer, const Comparison& comparison, Palette palette) {
    const std::span<const ComparedCase> cases{comparison.cases};
    for (std::size_t from = 0; from < cases.size();) {
        std::size_t to = from + 1;
        while (to < cases.size() && cases[to].scenario == cases[from].scenario) { ++to; }
        write_scenario(writer, cases.subspan(from, to - from), palette);
        from = to;
    }
    write_problems(writer, comparison, palette);
    const std::string text = verdict(comparison);
    const bool good = comparison.failed_cases == 0;
    writer.write((comparison.judged_cases == 0 ? text
                  : good                       ? palette.good(text)
                                               : palette.bad(text)) +
                 "\n");
}

}  // namespace gvlsim
