// The side by side as tables for a terminal.
#include "models/report/format.hpp"
#include "tools/export/table.hpp"
#include "tools/import/side_by_side.hpp"

namespace gvlsim {

namespace {

bool is_time(const std::string& key) { return key.ends_with("_s"); }

std::string value_text(const std::string& key, double value) {
    if (is_time(key)) { return fixed(value, 3); }
    return fixed(value, value == static_cast<double>(static_cast<std::int64_t>(value)) ? 0 : 1);
}

// "12.031", or "12.031 (11.9 - 12.2)" where the runs differ.
std::string range_text(const std::string& key, const std::optional<Range>& range,
                       std::optional<double> shown) {
    if (!range) { return "-"; }
    const std::string lowest = value_text(key, range->lowest);
    const std::string highest = value_text(key, range->highest);
    std::string text = value_text(key, shown.value_or(range->median));
    if (lowest != highest) { text += " (" + lowest + " .. " + highest + ")"; }
    return text;
}

std::string verdict_text(const std::optional<bool>& ok, Palette palette) {
    if (!ok) { return {}; }
    return *ok ? palette.good("holds") : palette.bad("OUT");
}

std::string lines_of(const Table& table) {
    std::string text;
    for (const std::string& line : table.lines()) { text += line + "\n"; }
    return text;
}

std::string figures_text(const SideBySide& compared, Palette palette) {
    if (compared.figures.empty()) { return {}; }
    Table table;
    table.column("figure", Table::Align::left);
    for (const char* heading : {"measured", "simulated", "error"}) { table.column(heading); }
    if (compared.tolerance) { table.column("", Table::Align::left); }
    for (const FigureRow& row : compared.figures) {
        const std::optional<double> error = row.error();
        std::vector<std::string> cells{row.what, range_text(row.what, row.measured, {}),
                                       range_text(row.what, row.simulated, row.written),
                                       error ? signed_percent(*error, 2) : "-"};
        if (compared.tolerance) { cells.push_back(verdict_text(row.ok, palette)); }
        table.row(std::move(cells));
    }
    return lines_of(table) + "\n";
}

std::string quantiles_text(const Sample& sample, double share) {
    return sample.values.empty() ? "-" : milliseconds(sample.quantile(share), 2);
}

std::string distributions_text(const SideBySide& compared, Palette palette) {
    if (compared.distributions.empty()) { return {}; }
    Table table;
    table.column("distribution", Table::Align::left);
    for (const char* heading :
         {"number", "median ms", "p90", "max", "simulated: number", "median", "p90", "max",
          "distance", "of 0.5 ms"}) {
        table.column(heading);
    }
    if (compared.tolerance) { table.column("", Table::Align::left); }
    for (const DistributionRow& row : compared.distributions) {
        std::vector<std::string> cells{row.what};
        for (const Sample* sample : {&row.measured, &row.simulated}) {
            cells.push_back(std::to_string(sample->values.size()));
            for (const double share : {0.5, 0.9, 1.0}) {
                cells.push_back(quantiles_text(*sample, share));
            }
        }
        for (const std::optional<double>& distance : {row.distance, row.distance_near}) {
            cells.push_back(distance ? fixed(*distance, 2) : "-");
        }
        if (compared.tolerance) { cells.push_back(verdict_text(row.ok, palette)); }
        table.row(std::move(cells));
    }
    return lines_of(table) +
           "distance: the largest between the two distribution functions; beside it the same where "
           "0.5 ms\napart counts as equal. The simulated values are those of all runs.\n\n";
}

std::string turn_text(const std::string& thread, const std::optional<Instant>& time) {
    if (!time) { return "nobody any more"; }
    return thread + " at " + milliseconds(*time - start_of_time) + " ms";
}

std::string orders_text(const SideBySide& compared) {
    std::string text;
    for (const OrderRow& row : compared.orders) {
        text += row.what + ": " + std::to_string(row.recorded) + " recorded, " +
                std::to_string(row.simulated) + " simulated, ";
        if (!row.first) {
            text += "all in the same order\n";
            continue;
        }
        text += row.alike ? std::to_string(*row.alike) + " in the same order" : "in another order";
        text += "\n  the first difference is no. " + std::to_string(row.first->index + 1) +
                ": recorded " +
                turn_text(row.first->recorded_thread, row.first->recorded_time) +
                ", simulated " +
                turn_text(row.first->simulated_thread, row.first->simulated_time) + "\n";
    }
    return text.empty() ? text : text + "\n";
}

}  // namespace

std::string to_text(const SideBySide& compared, Palette palette) {
    std::string text = palette.bold(compared.scenario) + " beside " +
                       counted(compared.runs, "run", "runs") + " of Ruby " + compared.ruby +
                       " (" + compared.source + ")\n";
    text += "simulated as " + compared.model + ": the case as written, in brackets the range of " +
            counted(compared.disturbed, "run", "runs") + " with seeds and costs disturbed" +
            (compared.phase_sensitive ? palette.odd("; phase-sensitive: ends more than 2 % apart")
                                      : std::string{}) +
            "\n\n";
    text += figures_text(compared, palette) + distributions_text(compared, palette) +
            orders_text(compared);
    for (const std::string& what : compared.absent) { text += "not recorded: " + what + "\n"; }
    for (const std::string& note : compared.notes) { text += "note: " + note + "\n"; }
    if (compared.tolerance) {
        text += compared.holds() ? palette.good("all judged figures hold") + "\n"
                                 : palette.bad("a judged figure is out of tolerance") + "\n";
    }
    return text;
}

}  // namespace gvlsim
