// A sweep as CSV (RFC 4180, lines end in \n): a row per case, its params, then its figures as means
// over the replications, with the range of the end. Empty where there is no such figure.
#include "models/report/format.hpp"
#include "tools/export/case_table.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/sweep_report.hpp"

#include <iterator>

#include <fmt/format.h>

namespace gvlsim {

namespace {

void append_field(std::string& line, std::string_view text) {
    if (!line.empty()) { line += ','; }
    if (text.find_first_of(",\"\n") == std::string_view::npos) {
        line += text;
        return;
    }
    line += '"';
    for (const char letter : text) {
        if (letter == '"') { line += '"'; }
        line += letter;
    }
    line += '"';
}

std::string number(const std::optional<Spread>& spread, double Spread::*member) {
    return spread ? fmt::format("{}", (*spread).*member) : std::string{};
}

std::string_view phase_text(const PhaseSensitivity& phase) {
    if (phase.spread && phase.ties) { return "spread and ties"; }
    return phase.spread ? "spread" : phase.ties ? "ties" : "";
}

std::string runtime_text(const SweepRow& row, std::string_view name) {
    if (name == "model") { return row.model; }
    if (name == "platform") { return row.platform; }
    if (name == "quantum") { return row.quantum ? exact_duration(*row.quantum) : std::string{}; }
    return std::to_string(row.seed);
}

constexpr const char* what_if_columns[] = {
    "lock_wait_s", "stalls",      "stall_p50_s", "stall_p95_s",
    "stall_p99_s", "preemptions", "end_change",  "lock_wait_change"};

std::string seconds_text(Duration length) {
    return fmt::format("{}", static_cast<double>(length.count()) / 1e9);
}

void append_what_if(std::string& line, const std::optional<Variant>& variant,
                    const Variant& present) {
    if (!variant) {
        line.append(std::size(what_if_columns), ',');
        return;
    }
    const auto ratio = [&](Duration Variant::*figure) {
        const std::optional<double> value = change(*variant.*figure, present.*figure);
        return value ? fmt::format("{}", *value) : std::string{};
    };
    append_field(line, seconds_text(variant->lock_wait));
    append_field(line, std::to_string(variant->stalls));
    append_field(line, seconds_text(variant->p50));
    append_field(line, seconds_text(variant->p95));
    append_field(line, seconds_text(variant->p99));
    append_field(line, std::to_string(variant->preemptions));
    append_field(line, ratio(&Variant::end));
    append_field(line, ratio(&Variant::lock_wait));
}

std::string line_of(const SweepHead& head, const SweepRow& row) {
    std::string line;
    const bool fine = row.problem.empty();
    // A row never begins with an empty field, or it would look like one field less.
    line = row.name.empty() ? "\"\"" : "";
    if (!row.name.empty()) { append_field(line, row.name); }
    for (const std::string& name : head.params) {
        append_field(line, shown_param(row.params, name));
    }
    for (const std::string_view name : runtime_columns(head)) {
        append_field(line, fine ? runtime_text(row, name) : std::string{});
    }
    for (std::size_t index = 0; index < std::size(theory_keys); ++index) {
        const bool known = index < row.figures.size();
        append_field(line, known ? number(row.figures[index], &Spread::mean) : std::string{});
    }
    const std::optional<Spread> end = row.figures.empty() ? std::nullopt : row.figures.front();
    append_field(line, number(end, &Spread::lowest));
    append_field(line, number(end, &Spread::highest));
    append_field(line, fine ? std::to_string(row.replications) : std::string{});
    append_field(line, phase_text(row.phase));
    append_field(line, trouble(row));
    if (head.present != nullptr) { append_what_if(line, row.variant, head.present->variant); }
    line += "\n";
    return line;
}

class SweepCsv final : public SweepReport {
public:
    SweepCsv(Writer& writer, const SweepHead& head) : writer_{writer}, head_{head} {
        std::string line = "case";
        for (const std::string& name : head.params) { append_field(line, name); }
        for (const std::string_view name : runtime_columns(head)) { append_field(line, name); }
        for (const std::string_view key : theory_keys) { append_field(line, key); }
        for (const char* const name :
             {"lowest_end_s", "highest_end_s", "replications", "phase_sensitive", "trouble"}) {
            append_field(line, name);
        }
        if (head.present != nullptr) {
            for (const char* const name : what_if_columns) { append_field(line, name); }
        }
        writer_.write(line + "\n");
    }
    void add(std::span<const SweepRow> rows) override {
        const auto text = [this](const SweepRow& row) { return line_of(head_, row); };
        for (const std::string& line : prepared(head_, rows, text)) { writer_.write(line); }
    }

private:
    Writer& writer_;
    SweepHead head_;
};

}  // namespace

std::unique_ptr<SweepReport> make_sweep_csv(Writer& writer, const SweepHead& head, Palette) {
    return std::make_unique<SweepCsv>(writer, head);
}

}  // namespace gvlsim
