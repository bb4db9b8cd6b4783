#include "tools/import/envelope.hpp"

#include "models/gvl/model.hpp"
#include "models/scenario/platforms.hpp"
#include "sim/random.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <variant>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

constexpr Duration latest_start = 50us;

// Whole numbers, so that every machine comes to the same nanosecond.
struct Pace {
    std::int64_t numerator, denominator;
};
constexpr std::array paces{Pace{1, 2}, Pace{3, 4}, Pace{1, 1}, Pace{3, 2}, Pace{2, 1}};

struct Paced {
    Pace pace;
    [[nodiscard]] Duration scaled(Duration length) const {
        return length / pace.denominator * pace.numerator;
    }
    void operator()(Duration& length) const { length = scaled(length); }
    void operator()(Exponential& shape) const { shape.mean = scaled(shape.mean); }
    void operator()(Normal& shape) const {
        shape.mean = scaled(shape.mean);
        shape.deviation = scaled(shape.deviation);
    }
    void operator()(LogNormal& shape) const { shape.median = scaled(shape.median); }
    void operator()(Uniform& shape) const {
        shape.low = scaled(shape.low);
        shape.high = scaled(shape.high);
    }
    void operator()(Choice& shape) const {
        for (Duration& value : shape.values) { value = scaled(value); }
    }
};

void pace(Quantity& cost, std::uint64_t seed, std::string_view name) {
    RandomStream stream{StreamKey{seed}.text("pace/").text(name)};
    std::visit(Paced{paces.at(stream.below(paces.size()))}, cost);
}

void vary(Quantity& cost) {
    if (!is_fixed(cost) || is_zero(cost)) { return; }
    const Duration length = std::get<Duration>(cost);
    cost = Uniform{length / 2, length + length / 2};
}

}  // namespace

Scenario disturbed(const Scenario& scenario, std::uint64_t run) {
    Scenario copy = scenario;
    if (run == 0) { return copy; }
    copy.seed += run;
    Costs& costs = copy.runtime.costs;
    for (const CostField& field : cost_fields()) { vary(costs.*field.member); }
    if (!costs.sleep_overshoot.fraction) { vary(costs.sleep_overshoot.length); }
    pace(costs.hand_over, copy.seed, "switch");
    pace(costs.resume, copy.seed, "resume");
    for (ThreadTemplate& thread : copy.threads) {
        RandomStream stream{StreamKey{copy.seed}.text("phase/").text(thread.name)};
        const std::uint64_t steps = static_cast<std::uint64_t>(latest_start.count()) + 1;
        thread.start += Duration{static_cast<std::int64_t>(stream.below(steps))};
    }
    return copy;
}

void adapt(Scenario& scenario, const Series& series) {
    Runtime& runtime = scenario.runtime;
    const Model& model = *find_model(series.model);
    const Model& written = *find_model(runtime.model);
    if (const Platform* platform = find_platform(runtime.platform)) {
        const Costs before = platform_costs(*platform, written);
        const Costs after = platform_costs(*platform, model);
        for (const CostField& field : cost_fields()) {
            Quantity& cost = runtime.costs.*field.member;
            if (cost == before.*field.member) { cost = after.*field.member; }
        }
    }
    runtime.model = series.model;
    if (model.knob == QuantumKnob::fixed || model.knob == QuantumKnob::none) {
        runtime.quantum.reset();
    } else if (series.quantum_ms) {
        runtime.quantum = *series.quantum_ms * Duration{1ms};
    } else if (&model != &written) {
        runtime.quantum.reset();
    }
    if (series.cpu_scale && runtime.costs.cpu_scale == Decimal{1, 1}) {
        constexpr std::int64_t millionths = 1'000'000;
        runtime.costs.cpu_scale = {std::llround(*series.cpu_scale * millionths), millionths};
    }
}

}  // namespace gvlsim
