#include "tools/import/predict.hpp"

#include "models/gvl/model.hpp"
#include "models/report/format.hpp"
#include "models/scenario/exact.hpp"
#include "models/scenario/wording.hpp"
#include "tools/export/table.hpp"

#include <cmath>

namespace gvlsim {

namespace {

constexpr double tolerance = 0.03;

[[noreturn]] void refuse(std::string_view wish, const std::string& why) {
    throw VariantError{"--vary " + quoted(wish) + ": " + why};
}

void set_quantum(Runtime& runtime, std::string_view value, std::string_view wish) {
    const ReadDuration read = parse_duration(value);
    if (!read.fine()) { refuse(wish, "expected durations such as 10ms"); }
    const std::string problem = quantum_problem(*find_model(runtime.model), read.value);
    if (!problem.empty()) { refuse(wish, problem); }
    runtime.quantum = read.value;
}

void set_model(Runtime& runtime, std::string_view value, std::string_view wish) {
    const Model* const model = find_model(value);
    if (model == nullptr) { refuse(wish, "no model " + quoted(value) + "; see `gvlsim models`"); }
    runtime.model = value;
    if (runtime.quantum && !quantum_problem(*model, *runtime.quantum).empty()) {
        runtime.quantum.reset();
    }
}

void set_cpu_scale(Runtime& runtime, std::string_view value, std::string_view wish) {
    const std::optional<Decimal> scale = parse_decimal(value);
    if (!scale) { refuse(wish, "expected numbers such as 0.8"); }
    runtime.costs.cpu_scale = *scale;
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

std::vector<RuntimeVariant> vary(const Runtime& runtime, std::string_view wish) {
    const std::size_t equals = wish.find('=');
    if (equals == std::string_view::npos) { refuse(wish, "expected NAME=VALUE,VALUE"); }
    const std::string_view name = wish.substr(0, equals);
    const auto set = name == "quantum"     ? set_quantum
                     : name == "model"     ? set_model
                     : name == "cpu_scale" ? set_cpu_scale
                                           : nullptr;
    if (set == nullptr) { refuse(wish, "only quantum, model and cpu_scale can be varied here"); }
    std::vector<RuntimeVariant> variants;
    std::string_view rest = wish.substr(equals + 1);
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::string_view value = rest.substr(0, comma);
        more = comma != std::string_view::npos;
        rest = more ? rest.substr(comma + 1) : std::string_view{};
        variants.push_back({std::string{name} + "=" + std::string{value}, runtime});
        set(variants.back().runtime, value, wish);
    }
    return variants;
}

double Prediction::raw_error() const noexcept { return ratio(raw_end, other_end) - 1; }
double Prediction::equal_error() const noexcept { return ratio(equal_end, other_end) - 1; }
bool Prediction::holds() const noexcept { return std::abs(equal_error()) <= tolerance; }

Prediction predict(const Import& import, const Import& other) {
    Prediction prediction;
    prediction.cpu = sum(import.imported.demand, false);
    prediction.other_cpu = sum(other.imported.demand, false);
    prediction.waiting = sum(import.imported.demand, true);
    prediction.other_waiting = sum(other.imported.demand, true);
    prediction.other_end = other.imported.end;
    prediction.other_wait = other.observed.lock_wait();
    Imported changed = import.imported;
    changed.model = other.imported.model;
    changed.quantum = other.imported.quantum;
    const Observed raw = observe(scenario_of(changed));
    prediction.raw_end = raw.run_end - start_of_time;
    prediction.raw_wait = raw.lock_wait();
    stretch(changed.demand, ratio(prediction.other_cpu, prediction.cpu),
            ratio(prediction.other_waiting, prediction.waiting));
    const Observed equal = observe(scenario_of(changed));
    prediction.equal_end = equal.run_end - start_of_time;
    prediction.equal_wait = equal.lock_wait();
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
    const auto add = [&](const char* name, Duration end, Duration wait) {
        table.row({name, milliseconds(end), error(end, prediction.other_end), milliseconds(wait),
                   error(wait, prediction.other_wait)});
    };
    table.row({"recorded there", milliseconds(prediction.other_end), "",
               milliseconds(prediction.other_wait), ""});
    add("raw: this recording's work", prediction.raw_end, prediction.raw_wait);
    add("for equal work", prediction.equal_end, prediction.equal_wait);
    std::string text;
    for (const std::string& line : table.lines()) { text += line + "\n"; }
    const auto differs = [&](Duration there, Duration here) {
        return milliseconds(there) + " ms instead of " + milliseconds(here) + " (" +
               error(there, here) + ")";
    };
    return text + "No simulator can know that the run there did other work: it computed\n" +
           differs(prediction.other_cpu, prediction.cpu) + " and waited, not for the lock,\n" +
           differs(prediction.other_waiting, prediction.waiting) + ".\n" +
           "With cpu and waits stretched to those sums the end is " +
           (prediction.holds() ? "" : "not ") + "within 3 %.\n";
}

}  // namespace gvlsim
