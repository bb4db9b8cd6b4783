#include "models/simulate.hpp"

#include "models/independent.hpp"
#include "models/machine.hpp"

#include <utility>

namespace gvlsim {

Result simulate(const Scenario& scenario, const RunOptions& options) {
    return Machine{scenario, options}.run();
}

Unlocked::Unlocked(Scenario& scenario) : scenario_(scenario), locked_(scenario.runtime) {
    Costs kept;
    kept.cpu_scale = locked_.costs.cpu_scale;
    kept.cpu_noise = locked_.costs.cpu_noise;
    scenario_.runtime.costs = kept;
    scenario_.runtime.model = "none";
    scenario_.runtime.quantum.reset();
}

Unlocked::~Unlocked() { scenario_.runtime = std::move(locked_); }

std::optional<Duration> Unlocked::end(const RunOptions& limits) const {
    RunOptions options;
    options.max_events = limits.max_events;
    options.fast_forward = limits.fast_forward;
    const Result result = simulate(scenario_, options);
    if (result.kind != EndKind::completed) { return std::nullopt; }
    return result.end - start_of_time;
}

std::optional<Duration> unlocked_end(const Scenario& scenario, const RunOptions& limits) {
    Scenario copy = scenario;
    return Unlocked{copy}.end(limits);
}

std::optional<Duration> unlocked_end(const Scenario& scenario, const Result& locked,
                                     const RunOptions& limits) {
    // Without a lock there is at most one event per thread more than with it: its arrival.
    if (locked.kind == EndKind::completed &&
        locked.events + locked.threads.size() <= limits.max_events) {
        if (const std::optional<Duration> end = end_of_independent(scenario, locked)) {
            return end;
        }
    }
    return unlocked_end(scenario, limits);
}

}  // namespace gvlsim
