#include "models/scenario/platforms.hpp"

#include "models/gvl/model.hpp"

#include <algorithm>
#include <array>

namespace gvlsim {
namespace {

using std::chrono::microseconds;

// The table of the scenario format, section "runtime".
Costs linux_costs() {
    Costs costs;
    costs.hand_over = microseconds{10};
    costs.resume = microseconds{20};
    costs.timer_wake = microseconds{40};
    costs.tick_overshoot = microseconds{55};
    costs.sleep_overshoot.length = microseconds{55};
    costs.create = microseconds{30};
    costs.spawn = microseconds{50};
    costs.submit = microseconds{30};
    return costs;
}

Costs macos_costs() {
    Costs costs;
    costs.hand_over = microseconds{10};
    costs.resume = microseconds{20};
    costs.timer_wake = microseconds{40};
    costs.tick_overshoot = microseconds{1500};
    costs.sleep_overshoot.fraction = Decimal{25, 100};
    costs.sleep_overshoot.maximum = microseconds{4700};
    costs.spawn = microseconds{50};
    costs.submit = microseconds{180};
    return costs;
}

// tests/data/real/README.md says which figure comes from which recording.
Costs linux_measured_costs() {
    Costs costs;
    costs.hand_over = LogNormal{microseconds{37}, 0.38};
    costs.resume = LogNormal{microseconds{75}, 0.3};
    costs.timer_wake = microseconds{50};
    costs.tick_overshoot = microseconds{60};
    costs.sleep_overshoot.length = LogNormal{microseconds{100}, 0.25};
    costs.create = microseconds{30};
    costs.spawn = microseconds{50};
    costs.submit = microseconds{30};
    return costs;
}

constexpr std::array<CostField, 8> fields{{
    {"switch", &Costs::hand_over, "from being handed the lock or signalled to running"},
    {"resume", &Costs::resume, "CPU time at a thread's start and after each of its waits"},
    {"timer_wake", &Costs::timer_wake, "from the first waiter to the timer thread running"},
    {"tick_overshoot", &Costs::tick_overshoot, "lateness of a tick or deadline"},
    {"create", &Costs::create, "CPU time of the creator for each Thread.new"},
    {"spawn", &Costs::spawn, "from the end of `create` to the new thread wanting the lock"},
    {"submit", &Costs::submit, "CPU time for each task handed to an executor"},
    {"check", &Costs::check, "from an interrupt to the running thread noticing it"},
}};

}  // namespace

std::span<const Platform> platforms() {
    static const std::array<Platform, 4> known{{
        {"ideal", "every cost is zero", Costs{}, Duration::zero()},
        {"linux", "Linux, measured", linux_costs(), microseconds{100}},
        {"linux-measured", "Linux, fitted to recordings of 2.5 to 3.4; latencies vary",
         linux_measured_costs(), microseconds{85}},
        {"macos", "macOS, which coalesces timers", macos_costs(), microseconds{1500}},
    }};
    return known;
}

const Platform* find_platform(std::string_view name) {
    const std::span<const Platform> known = platforms();
    const auto at = std::find_if(known.begin(), known.end(),
                                 [&](const Platform& platform) { return platform.name == name; });
    return at == known.end() ? nullptr : &*at;
}

Costs platform_costs(const Platform& platform, const Model& model) {
    Costs costs = platform.costs;
    if (model.timer_thread_from_3_3) { costs.tick_overshoot = platform.tick_overshoot_from_3_3; }
    return costs;
}

std::span<const CostField> cost_fields() noexcept { return fields; }

}  // namespace gvlsim
