// The checks of "expect" for people: one line each.
#include "models/report/format.hpp"
#include "models/scenario/result_key.hpp"
#include "tools/export/case_table.hpp"
#include "tools/export/compare_text.hpp"
#include "tools/export/table.hpp"

#include <string>
#include <vector>

namespace gvlsim {

namespace {

constexpr int decimals = 6;  // of seconds and ratios

FigureKind kind_of_key(const std::string& key) {
    const std::optional<ResultKey> parsed = parse_result_key(key);
    return parsed ? kind_of(parsed->figure) : FigureKind::number;
}

std::string shown(const Check& check, double value) {
    const FigureKind kind = kind_of_key(check.key);
    if (kind == FigureKind::truth || kind == FigureKind::text) { return value != 0 ? "yes" : "no"; }
    return shown_figure(check.key, value, decimals);
}

// "1.001700", "at least 3", "3 ... 5", "none".
std::string wanted(const Check& check) {
    if (check.absent) { return "none"; }
    if (check.min && check.max) {
        return *check.min == *check.max ? shown(check, *check.min)
                                        : shown(check, *check.min) + " ... " +
                                              shown(check, *check.max);
    }
    return check.min   ? "at least " + shown(check, *check.min)
           : check.max ? "at most " + shown(check, *check.max)
                       : "anything";
}

std::string judgement(const ComparedCheck& compared) {
    if (!compared.ok) { return "not judged"; }
    const bool exact = compared.tolerance.value_or(0) == 0;
    if (exact) { return *compared.ok ? "holds" : "FAILS"; }
    return (*compared.ok ? "within " : "OUT of ") + percent(*compared.tolerance, 1);
}

}  // namespace

void write_checks(Writer& writer, std::span<const ComparedCase> cases, Palette palette) {
    Table table;
    table.column("case", Table::Align::left);
    table.column("check", Table::Align::left);
    table.column("expected");
    table.column("simulated");
    table.column("", Table::Align::left);
    std::vector<std::optional<bool>> holds;
    for (const ComparedCase& compared : cases) {
        std::string name = compared.name;
        for (const ComparedCheck& check : compared.checks) {
            table.row({name, check.check.key, wanted(check.check),
                       check.simulated ? shown(check.check, *check.simulated) : "none",
                       judgement(check)});
            holds.push_back(check.ok);
            name.clear();
        }
    }
    if (holds.empty()) { return; }
    const std::vector<std::string> lines = table.lines();
    writer.write(palette.dim(lines.front()) + "\n");
    for (std::size_t row = 0; row < holds.size(); ++row) {
        const std::string& line = lines[row + 1];
        writer.write((holds[row] == false ? palette.bad(line) : line) + "\n");
    }
}

}  // namespace gvlsim
