// A comparison as one JSON object: cases, the worst error and the mean of the errors' sizes.
// Ours beside the keys of the scenario format: scenario, tolerance, replications, judged, failed.
#include "tools/export/json_writer.hpp"
#include "tools/export/registry.hpp"

#include <cmath>
#include <functional>

namespace gvlsim {

namespace {

using Layout = JsonWriter::Layout;

// Counts are read as doubles for comparing, and written as the whole numbers they are.
void write_number(JsonWriter& json, double value) {
    constexpr double exact_below = 9007199254740992.0;  // 2^53
    if (std::trunc(value) == value && std::abs(value) < exact_below) {
        json.number(static_cast<std::int64_t>(value));
    } else {
        json.number(value);
    }
}

void write_figures(JsonWriter& json, std::string_view key, const ComparedCase& compared,
                   const std::function<void(const ComparedFigure&)>& write) {
    json.key(key);
    json.begin_object();
    for (const ComparedFigure& figure : compared.figures) {
        json.key(figure.measured.key);
        write(figure);
    }
    json.end();
}

void write_case(JsonWriter& json, const ComparedCase& compared) {
    json.begin_object(Layout::lines);
    json.member("name", compared.name);
    json.key("params");
    json.begin_object();
    for (const auto& [name, value] : compared.params) {
        json.key(name);
        json.json(value);
    }
    json.end();
    write_figures(json, "measured", compared,
                  [&](const ComparedFigure& figure) { json.json(figure.measured.text); });
    write_figures(json, "simulated", compared, [&](const ComparedFigure& figure) {
        figure.simulated ? write_number(json, *figure.simulated) : json.null();
    });
    write_figures(json, "range", compared, [&](const ComparedFigure& figure) {
        if (!figure.range) {
            json.null();
            return;
        }
        json.begin_list();
        write_number(json, figure.range->first);
        write_number(json, figure.range->second);
        json.end();
    });
    write_figures(json, "error", compared, [&](const ComparedFigure& figure) {
        figure.error ? json.number(*figure.error) : json.null();
    });
    json.member("ok", compared.ok);
    json.member("scenario", compared.scenario);
    json.member("tolerance", compared.tolerance);
    json.member("replications", compared.replications);
    json.end();
}

}  // namespace

void write_compare_json(Writer& writer, const Comparison& comparison, Palette) {
    JsonWriter json{writer};
    json.begin_object(Layout::lines);
    json.key("cases");
    json.begin_list(Layout::lines);
    for (const ComparedCase& compared : comparison.cases) { write_case(json, compared); }
    json.end();
    json.key("worst");
    if (comparison.worst) {
        json.begin_object();
        json.member("case", comparison.worst->name);
        json.member("key", comparison.worst->key);
        json.member("error", comparison.worst->error);
        json.end();
    } else {
        json.null();
    }
    json.member("mean", comparison.mean);
    json.member("judged", comparison.judged_cases);
    json.member("failed", comparison.failed_cases);
    json.end();
}

}  // namespace gvlsim
