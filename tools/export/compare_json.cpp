// A comparison as one JSON object: cases, the worst error and the mean of the errors' sizes.
// Ours beside the keys of the scenario format: scenario, tolerance, replications, phase_sensitive,
// other_ties, theory, expect, judged, failed.
#include "models/replicate.hpp"
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

// Whether, and the figures under the other rule for ties where they differ.
void write_phase(JsonWriter& json, const ComparedCase& compared) {
    json.member("phase_sensitive", compared.phase.any());
    if (!compared.phase.ties) { return; }
    write_figures(json, "other_ties", compared, [&](const ComparedFigure& figure) {
        const bool known = figure.spread && figure.simulated;
        known ? write_number(json, figure.spread->other_ties.value_or(*figure.simulated))
              : json.null();
    });
}

void write_theory(JsonWriter& json, const ComparedCase& compared) {
    json.key("theory");
    json.begin_object();
    for (std::size_t index = 0; index < compared.theory.size(); ++index) {
        json.key(theory_keys[index]);
        const std::optional<Spread>& value = compared.theory[index];
        value ? write_number(json, value->mean) : json.null();
    }
    json.end();
}

void write_checks(JsonWriter& json, const ComparedCase& compared) {
    if (compared.checks.empty()) { return; }
    json.key("expect");
    json.begin_list(Layout::lines);
    for (const ComparedCheck& check : compared.checks) {
        json.begin_object();
        json.member("key", check.check.key);
        json.key("expected");
        json.json(check.check.text);
        json.key("simulated");
        check.simulated ? write_number(json, *check.simulated) : json.null();
        json.member("tolerance", check.tolerance);
        json.member("ok", check.ok);
        json.end();
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
    write_phase(json, compared);
    write_theory(json, compared);
    write_checks(json, compared);
    if (!compared.problem.empty()) { json.member("problem", compared.problem); }
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
