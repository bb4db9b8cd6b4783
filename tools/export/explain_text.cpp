#include "tools/export/explain_text.hpp"

#include "models/report/format.hpp"
#include "tools/export/table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace gvlsim {

namespace {

// A name may hold anything; a line of the report stays one line and cannot steer the terminal.
std::string one_line(std::string text) {
    for (char& c : text) {
        if ((c >= 0 && c < ' ') || c == 0x7f) { c = ' '; }
    }
    return text;
}

void write_culprits(Writer& writer, const RunRecord& run, Palette palette) {
    const std::vector<Culprit> worst = worst_culprits(run);
    if (worst.empty()) { return; }
    Table table;
    table.column("kept others waiting", Table::Align::left);
    table.column("waiting ms");
    table.column("in native code ms");
    table.column("turns");
    table.column("longest turn ms");
    for (const Culprit& one : worst) {
        table.row({one_line(run.names[one.thread]), milliseconds(one.inflicted),
                   milliseconds(one.by_native_code), std::to_string(one.turns),
                   milliseconds(one.longest_turn)});
    }
    writer.write("\n");
    bool heading = true;
    for (const std::string& line : table.lines()) {
        writer.write((heading ? palette.bold(line) : line) + "\n");
        heading = false;
    }
}

}  // namespace

void write_explanation(Writer& writer, const Explained& explained, const WaitFilter& filter,
                       Palette palette) {
    const RunRecord& run = explained.run;
    const Sentences sentences = explained.sentences();
    writer.write(palette.bold(one_line(explained.title)) + "\n");
    for (const std::string& one : story(explained)) { writer.write(one_line(one) + "\n"); }
    const auto shown = std::count_if(run.waits.begin(), run.waits.end(), [&](const Wait& wait) {
        return filter.wants(run, wait);
    });
    if (shown > 0) { writer.write("\n"); }
    std::int64_t number = 0;
    const std::size_t digits = std::to_string(shown).size();
    for (const Wait& wait : run.waits) {
        if (!filter.wants(run, wait)) { continue; }
        const std::string label = fmt::format("{:>{}}.", ++number, digits);
        writer.write(palette.dim(label) + " " + one_line(sentences.text(wait)) + "\n");
    }
    write_culprits(writer, run, palette);
}

}  // namespace gvlsim
