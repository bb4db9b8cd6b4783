// The side by side as one JSON object; times are whole nanoseconds, figures as the contract has
// them.
#include "tools/import/side_by_side.hpp"

namespace gvlsim {

namespace {

using Layout = JsonWriter::Layout;

void write_range(JsonWriter& json, const char* key, const std::optional<Range>& range) {
    json.key(key);
    if (!range) { return json.null(); }
    json.begin_object();
    json.member("median", range->median);
    json.member("lowest", range->lowest);
    json.member("highest", range->highest);
    json.end();
}

void write_sample(JsonWriter& json, const char* key, const Sample& sample) {
    json.key(key);
    json.begin_object();
    json.member("number", sample.values.size());
    if (!sample.values.empty()) {
        json.member("median_ns", sample.quantile(0.5));
        json.member("p90_ns", sample.quantile(0.9));
        json.member("max_ns", sample.quantile(1));
    }
    json.end();
}

void write_texts(JsonWriter& json, const char* key, const std::vector<std::string>& texts) {
    json.key(key);
    json.begin_list();
    for (const std::string& text : texts) { json.text(text); }
    json.end();
}

void write_figure(JsonWriter& json, const FigureRow& row) {
    json.begin_object();
    json.member("figure", row.what);
    write_range(json, "measured", row.measured);
    json.member("simulated", row.written);
    write_range(json, "range", row.simulated);
    json.member("error", row.error());
    json.member("ok", row.ok);
    json.end();
}

void write_distribution(JsonWriter& json, const DistributionRow& row) {
    json.begin_object();
    json.member("distribution", row.what);
    write_sample(json, "measured", row.measured);
    write_sample(json, "simulated", row.simulated);
    json.member("distance", row.distance);
    json.member("distance_near", row.distance_near);
    json.member("near_ns", row.near);
    json.member("ok", row.ok);
    json.end();
}

void write_turn(JsonWriter& json, const char* key, const std::string& thread,
                const std::optional<Instant>& time) {
    json.key(key);
    if (!time) { return json.null(); }
    json.begin_object();
    json.member("thread", thread);
    json.member("t_ns", *time - start_of_time);
    json.end();
}

void write_order(JsonWriter& json, const OrderRow& row) {
    json.begin_object();
    json.member("order", row.what);
    json.member("recorded", row.recorded);
    json.member("simulated", row.simulated);
    json.member("alike", row.alike);
    json.key("first_difference");
    if (row.first) {
        json.begin_object();
        json.member("index", row.first->index);
        write_turn(json, "recorded", row.first->recorded_thread, row.first->recorded_time);
        write_turn(json, "simulated", row.first->simulated_thread, row.first->simulated_time);
        json.end();
    } else {
        json.null();
    }
    json.end();
}

template <typename Rows>
void write_rows(JsonWriter& json, const char* key, const Rows& rows, const auto& write) {
    json.key(key);
    json.begin_list(Layout::lines);
    for (const auto& row : rows) { write(json, row); }
    json.end();
}

}  // namespace

void write_json(JsonWriter& json, const SideBySide& compared) {
    json.begin_object(Layout::lines);
    json.member("scenario", compared.scenario);
    json.member("ruby", compared.ruby);
    json.member("model", compared.model);
    json.member("source", compared.source);
    json.member("runs", compared.runs);
    json.member("simulated_runs", compared.disturbed);
    json.member("phase_sensitive", compared.phase_sensitive);
    json.member("tolerance", compared.tolerance);
    write_rows(json, "figures", compared.figures, write_figure);
    write_rows(json, "distributions", compared.distributions, write_distribution);
    write_rows(json, "orders", compared.orders, write_order);
    write_texts(json, "not_recorded", compared.absent);
    write_texts(json, "notes", compared.notes);
    json.member("holds", compared.holds());
    json.end();
}

}  // namespace gvlsim
