#include "tools/import/predict.hpp"

#include "models/gvl/model.hpp"
#include "models/report/format.hpp"
#include "models/scenario/exact.hpp"
#include "models/scenario/wording.hpp"
#include "tools/export/run_report.hpp"
#include "tools/export/table.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

[[noreturn]] void refuse(std::string_view wish, const std::string& why) {
    throw VariantError{"--vary " + quoted(wish) + ": " + why};
}

void set_quantum(Scenario& scenario, std::string_view value, std::string_view wish) {
    const ReadDuration read = parse_duration(value);
    if (!read.fine()) { refuse(wish, "expected durations such as 10ms"); }
    const std::string problem = quantum_problem(*find_model(scenario.runtime.model), read.value);
    if (!problem.empty()) { refuse(wish, problem); }
    scenario.runtime.quantum = read.value;
}

void set_model(Scenario& scenario, std::string_view value, std::string_view wish) {
    const Model* const model = find_model(value);
    if (model == nullptr) { refuse(wish, "no model " + quoted(value) + "; see `gvlsim models`"); }
    Runtime& runtime = scenario.runtime;
    runtime.model = value;
    if (runtime.quantum && !quantum_problem(*model, *runtime.quantum).empty()) {
        runtime.quantum.reset();
    }
}

void set_cpu_scale(Scenario& scenario, std::string_view value, std::string_view wish) {
    const std::optional<Decimal> scale = parse_decimal(value);
    if (!scale) { refuse(wish, "expected numbers such as 0.8"); }
    scenario.runtime.costs.cpu_scale = *scale;
}

double ratio(Duration one, Duration other) {
    return other == Duration::zero()
               ? 1
               : static_cast<double>(one.count()) / static_cast<double>(other.count());
}

Duration sum(const Demand& demand, bool waits) {
    Duration total{};
    for (const DemandThread& thread : demand.threads) {
        for (const DemandStep& step : thread.steps) {
            if ((step.kind == DemandStep::Kind::io) == waits) { total += step.length; }
        }
    }
    return total;
}

}  // namespace

std::vector<ScenarioVariant> vary(const Scenario& scenario, std::string_view wish) {
    const std::size_t equals = wish.find('=');
    if (equals == std::string_view::npos) { refuse(wish, "expected NAME=VALUE,VALUE"); }
    const std::string_view name = wish.substr(0, equals);
    const auto set = name == "quantum"     ? set_quantum
                     : name == "model"     ? set_model
                     : name == "cpu_scale" ? set_cpu_scale
                                           : nullptr;
    if (set == nullptr) { refuse(wish, "only quantum, model and cpu_scale can be varied here"); }
    std::vector<ScenarioVariant> variants;
    std::string_view rest = wish.substr(equals + 1);
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::string_view value = rest.substr(0, comma);
        more = comma != std::string_view::npos;
        rest = more ? rest.substr(comma + 1) : std::string_view{};
        variants.push_back({std::string{name} + "=" + std::string{value}, scenario});
        set(variants.back().scenario, value, wish);
    }
    return variants;
}

std::string what_if_text(const Scenario& scenario, const std::vector<ScenarioVariant>& variants) {
    const Observed present = observe(scenario);
    const Variant now = variant_of("as it is", present);
    std::vector<Variant> answers;
    std::vector<Duration> quanta;
    if (const std::optional<Duration> quantum = effective_quantum(scenario)) {
        quanta.push_back(*quantum);
    }
    for (const ScenarioVariant& variant : variants) {
        answers.push_back(variant_of(variant.name, variant.scenario));
        const std::optional<Duration> quantum = effective_quantum(variant.scenario);
        if (quantum && std::find(quanta.begin(), quanta.end(), *quantum) == quanta.end()) {
            quanta.push_back(*quantum);
        }
    }
    std::sort(quanta.begin(), quanta.end());
    return to_text(now, answers) + what_it_means(present, now, answers, quanta);
}

Prediction predict(const Import& import, const Import& other) {
    Prediction prediction;
    prediction.other_end = other.imported.end;
    prediction.other_wait = other.observed.lock_wait();
    prediction.cpu_factor = ratio(sum(other.imported.demand, false),
                                  sum(import.imported.demand, false));
    prediction.wait_factor = ratio(sum(other.imported.demand, true),
                                   sum(import.imported.demand, true));
    Imported changed = import.imported;
    changed.model = other.imported.model;
    changed.quantum = other.imported.quantum;
    const Observed plain = observe(scenario_of(changed));
    prediction.plain_end = plain.run_end - start_of_time;
    prediction.plain_wait = plain.lock_wait();
    stretch(changed.demand, prediction.cpu_factor, prediction.wait_factor);
    const Observed stretched = observe(scenario_of(changed));
    prediction.stretched_end = stretched.run_end - start_of_time;
    prediction.stretched_wait = stretched.lock_wait();
    return prediction;
}

std::string to_text(const Prediction& prediction, const std::string& other) {
    const auto error = [](Duration value, Duration truth) {
        return truth == Duration::zero() ? std::string{"-"}
                                         : signed_percent(ratio(value, truth) - 1, 2);
    };
    Table table;
    table.column("prediction of " + other, Table::Align::left);
    for (const char* heading : {"end ms", "error", "lock wait ms", "error"}) {
        table.column(heading);
    }
    table.row({"recorded there", milliseconds(prediction.other_end), "",
               milliseconds(prediction.other_wait), ""});
    table.row({"this work, its runtime", milliseconds(prediction.plain_end),
               error(prediction.plain_end, prediction.other_end),
               milliseconds(prediction.plain_wait),
               error(prediction.plain_wait, prediction.other_wait)});
    table.row({"with cpu × " + fixed(prediction.cpu_factor, 3) + ", waits × " +
                   fixed(prediction.wait_factor, 3) + " as there",
               milliseconds(prediction.stretched_end),
               error(prediction.stretched_end, prediction.other_end),
               milliseconds(prediction.stretched_wait),
               error(prediction.stretched_wait, prediction.other_wait)});
    std::string text;
    for (const std::string& line : table.lines()) { text += line + "\n"; }
    return text;
}

}  // namespace gvlsim
