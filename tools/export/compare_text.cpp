// A comparison for people: the table of a scenario that describes one, else a line per figure, and
// the verdict.
#include "tools/export/compare_text.hpp"

#include "tools/export/case_table.hpp"
#include "tools/export/registry.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gvlsim {

namespace {

// Positions in ComparedCase::theory, see theory_keys.
constexpr std::size_t amdahl_index = 3;
constexpr std::size_t bound_index = 4;

std::optional<double> theory(const ComparedCase& compared, std::size_t index) {
    if (index >= compared.theory.size() || !compared.theory[index]) { return std::nullopt; }
    return compared.theory[index]->mean;
}

TableEntry entry_of(const ComparedCase& compared) {
    TableEntry entry;
    entry.name = compared.name;
    entry.params = &compared.params;
    for (const ComparedFigure& figure : compared.figures) {
        if (figure.measured.key == compared.table->value) {
            entry.measured = figure.measured.value;
        }
    }
    entry.value = compared.value;
    entry.amdahl = theory(compared, amdahl_index);
    entry.bound = theory(compared, bound_index);
    entry.phase = compared.phase;
    entry.ok = compared.ok;
    entry.failed = !compared.problem.empty() || !ended_as_written(compared.kind);
    return entry;
}

// The table has one figure per case; the others are told where one of them does not hold.
void write_table(Writer& writer, std::span<const ComparedCase> cases, Palette palette) {
    std::vector<TableEntry> entries;
    std::vector<ComparedCase> out;
    for (const ComparedCase& compared : cases) {
        entries.push_back(entry_of(compared));
        if (compared.ok == false) { out.push_back(compared); }
    }
    write_case_table(writer, *cases.front().table, entries, palette);
    if (!out.empty()) {
        writer.write("\n");
        write_figures(writer, out, palette);
    }
}

}  // namespace

void write_verdict(Writer& writer, const Comparison& comparison, Palette palette) {
    for (const ComparedCase& compared : comparison.cases) {
        std::string trouble = compared.problem;
        if (trouble.empty() && is_limit(compared.kind)) { trouble = "a limit cut the run"; }
        if (trouble.empty() && compared.kind == EndKind::deadlock &&
            !expects_deadlock(compared.checks)) {
            trouble = "ended in deadlock";
        }
        if (!trouble.empty()) {
            writer.write(palette.bad(compared.name + ": " + trouble) + "\n");
        }
    }
    const std::string text = verdict(comparison);
    const bool good = comparison.failed_cases == 0;
    writer.write((comparison.judged_cases == 0 ? text
                  : good                       ? palette.good(text)
                                               : palette.bad(text)) +
                 "\n");
}

void write_compare_text(Writer& writer, const Comparison& comparison, Palette palette) {
    for_each_scenario(comparison, [&](std::span<const ComparedCase> cases) {
        writer.write(palette.bold(cases.front().scenario) + "\n");
        if (cases.front().table) {
            write_table(writer, cases, palette);
        } else {
            write_figures(writer, cases, palette);
        }
        write_checks(writer, cases, palette);
        writer.write("\n");
    });
    write_verdict(writer, comparison, palette);
}

}  // namespace gvlsim
