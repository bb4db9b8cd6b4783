// A sweep as one JSON object, a case a line. Figures are means over the replications, with their
// range; the keys are those of `measured` in scenarios.
#include "tools/export/json_writer.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/sweep_report.hpp"

#include <cmath>
#include <iterator>

namespace gvlsim {

namespace {

// Whole numbers as such: a range of 2 is no range of 2.0.
void write_number(JsonWriter& json, double value) {
    constexpr double exact_below = 9007199254740992.0;  // 2^53
    if (std::trunc(value) == value && std::abs(value) < exact_below) {
        json.number(static_cast<std::int64_t>(value));
    } else {
        json.number(value);
    }
}

void write_figures(JsonWriter& json, const SweepHead& head, const SweepRow& row) {
    const auto write = [&](std::string_view key, const std::optional<Spread>& spread) {
        json.key(key);
        spread ? write_number(json, spread->mean) : json.null();
    };
    for (std::size_t index = 0; index < row.figures.size(); ++index) {
        write(theory_keys[index], row.figures[index]);
    }
    const bool known = !head.grid.table() || head.grid.table()->value == theory_keys[0];
    if (!known) { write(head.grid.table()->value, row.value); }
}

void write_range(JsonWriter& json, const SweepRow& row) {
    json.key("range");
    json.begin_object();
    for (std::size_t index = 0; index < row.figures.size(); ++index) {
        if (!row.figures[index]) { continue; }
        json.key(theory_keys[index]);
        json.begin_list();
        write_number(json, row.figures[index]->lowest);
        write_number(json, row.figures[index]->highest);
        json.end();
    }
    json.end();
}

void write_variant(JsonWriter& json, const Variant& variant, const Variant* present) {
    json.begin_object();
    json.member("end_ns", variant.end);
    json.member("lock_wait_ns", variant.lock_wait);
    json.member("stalls", variant.stalls);
    json.member("stall_p50_ns", variant.p50);
    json.member("stall_p95_ns", variant.p95);
    json.member("stall_p99_ns", variant.p99);
    json.member("preemptions", variant.preemptions);
    if (present != nullptr) {
        json.member("end_change", change(variant.end, present->end));
        json.member("lock_wait_change", change(variant.lock_wait, present->lock_wait));
    }
    json.key("spans");
    json.begin_list();
    for (const SpanResult& span : variant.spans) {
        json.begin_object();
        json.member("name", span.name);
        json.member("count", span.count);
        json.member("p50_ns", span.p50);
        json.member("p95_ns", span.p95);
        json.member("p99_ns", span.p99);
        json.end();
    }
    json.end();
    json.end();
}

void write_case(JsonWriter& json, const SweepHead& head, const SweepRow& row) {
    json.begin_object();
    json.member("name", row.name);
    json.key("params");
    json.begin_object();
    for (const auto& [name, value] : row.params) {
        json.key(name);
        json.json(value);
    }
    json.end();
    if (!row.problem.empty()) {
        json.member("problem", row.problem);
    } else {
        json.member("model", row.model);
        json.member("quantum_ns", row.quantum);
        json.member("platform", row.platform);
        json.member("seed", row.seed);
        json.member("replications", row.replications);
        write_figures(json, head, row);
        write_range(json, row);
        json.member("phase_sensitive", row.phase.any());
        const std::optional<Spread>& end = row.figures.front();
        if (row.phase.ties && end && end->other_ties) {
            json.key("other_ties");
            json.begin_object();
            json.key(theory_keys[0]);
            write_number(json, *end->other_ties);
            json.end();
        }
        json.member("trouble", trouble(row).empty() ? std::nullopt : std::optional{trouble(row)});
        if (row.variant && head.present != nullptr) {
            json.key("what_if");
            write_variant(json, *row.variant, &head.present->variant);
        }
    }
    json.end();
}

std::string line_of(const SweepHead& head, const SweepRow& row) {
    StringWriter writer;
    JsonWriter json{writer};
    write_case(json, head, row);
    std::string line = writer.text();
    line.pop_back();  // the line break comes with the comma
    return line;
}

class SweepJson final : public SweepReport {
public:
    SweepJson(Writer& writer, const SweepHead& head) : json_{writer}, head_{head} {
        json_.begin_object(JsonWriter::Layout::lines);
        json_.member("scenario", head.grid.name());
        json_.key("cases");
        json_.begin_list(JsonWriter::Layout::lines);
    }
    void add(std::span<const SweepRow> rows) override {
        const auto text = [this](const SweepRow& row) { return line_of(head_, row); };
        for (const std::string& line : prepared(head_, rows, text)) { json_.json(line); }
    }
    void finish() override {
        json_.end();
        if (head_.present != nullptr) {
            json_.key("present");
            write_variant(json_, head_.present->variant, nullptr);
        }
        json_.end();
    }

private:
    JsonWriter json_;
    SweepHead head_;
};

}  // namespace

std::unique_ptr<SweepReport> make_sweep_json(Writer& writer, const SweepHead& head, Palette) {
    return std::make_unique<SweepJson>(writer, head);
}

}  // namespace gvlsim
