#include "tests/property/random_scenario.hpp"

#include "tests/property/operations.hpp"
#include "tests/support/build.hpp"

#include <string>
#include <utility>

namespace gvlsim::test {

using namespace gvlsim::build;

Costs costs_number(std::uint64_t number) {
    Costs costs;
    if (number % 3 == 0) {
        return costs;
    }
    costs.hand_over = Duration{10us};
    costs.resume = Duration{20us};
    costs.timer_wake = Duration{40us};
    costs.tick_overshoot = Duration{100us};
    costs.sleep_overshoot.length = Duration{55us};
    costs.create = Duration{30us};
    costs.spawn = Duration{50us};
    costs.submit = Duration{30us};
    costs.check = Duration{3us};
    if (number % 3 == 2) {
        costs.hand_over = Duration{4ms};
        costs.timer_wake = Duration{7ms};
        costs.check = Duration{2ms};
        costs.spawn = Duration{5ms};
    }
    return costs;
}

Scenario random_scenario(std::uint64_t seed) {
    Scenario built = scenario("none", {});
    Maker maker{built, seed};
    const std::int64_t threads = maker.between(0, 5);
    for (std::int64_t i = 0; i < threads; ++i) {
        ThreadTemplate entry = thread("t" + std::to_string(i), maker.any(4));
        if (maker.between(0, 4) == 0) {
            entry.count = maker.between(0, 3);
        }
        if (maker.between(0, 3) == 0) {
            entry.priority = maker.between(-3, 3);
        }
        if (maker.between(0, 4) == 0) {
            entry.start = maker.duration();
        }
        built.threads.push_back(std::move(entry));
    }
    built.seed = seed;
    built.runtime.costs = costs_number(seed);
    built.runtime.ties = seed % 5 == 0 ? Ties::wake_first : Ties::completion_first;
    return built;
}

void set_model(Scenario& scenario, const Model& model) {
    scenario.runtime.model = model.name;
    scenario.runtime.quantum.reset();
    if (model.knob == QuantumKnob::milliseconds && scenario.seed % 2 == 1) {
        scenario.runtime.quantum = Duration{10ms};
    }
}

}  // namespace gvlsim::test
