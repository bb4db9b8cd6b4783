#include "models/simulate.hpp"

#include "models/machine.hpp"

namespace gvlsim {

Result simulate(const Scenario& scenario, const RunOptions& options) {
    return Machine{scenario, options}.run();
}

std::optional<Duration> unlocked_end(const Scenario& scenario, const RunOptions& limits) {
    Scenario unlocked = scenario;
    Costs& costs = unlocked.runtime.costs;
    Costs kept;
    kept.cpu_scale = costs.cpu_scale;
    kept.cpu_noise = costs.cpu_noise;
    costs = kept;
    unlocked.runtime.model = "none";
    unlocked.runtime.quantum.reset();
    RunOptions options;
    options.max_events = limits.max_events;
    options.fast_forward = limits.fast_forward;
    const Result result = simulate(unlocked, options);
    if (result.kind != EndKind::completed) {
        return std::nullopt;
    }
    return result.end - start_of_time;
}

}  // namespace gvlsim
