#include "tools/export/run_report.hpp"

#include "models/gvl/model.hpp"

namespace gvlsim {

std::optional<Duration> asked_quantum(const Scenario& scenario) {
    const Model* const model = find_model(scenario.runtime.model);
    if (model == nullptr || model->knob == QuantumKnob::none) { return std::nullopt; }
    return scenario.runtime.quantum.value_or(model->default_quantum);
}

std::optional<Duration> effective_quantum(const Scenario& scenario) {
    const std::optional<Duration> asked = asked_quantum(scenario);
    return asked ? find_model(scenario.runtime.model)->effective_quantum(*asked) : std::nullopt;
}

std::optional<std::string_view> stop_reason(const Scenario& scenario, const Result& result) {
    switch (result.kind) {
        case EndKind::completed:
        case EndKind::deadlock:
            return std::nullopt;
        case EndKind::stopped:
            return scenario.stop.at ? "at" : "when";
        case EndKind::until:
            return "until";
        case EndKind::max_events:
            return "max_events";
        case EndKind::zero_time:
            return "zero_time";
        case EndKind::time_limit:
            return "time_limit";
        case EndKind::threads:
            return "threads";
        case EndKind::tasks:
            return "tasks";
    }
    return std::nullopt;
}

std::string_view word(Why why) noexcept {
    switch (why) {
        case Why::none:
            return "none";
        case Why::sleep:
            return "sleep";
        case Why::io:
            return "io";
        case Why::c_call:
            return "c_call";
        case Why::join:
            return "join";
        case Why::mutex:
            return "mutex";
        case Why::condition:
            return "cv";
        case Why::queue:
            return "queue";
        case Why::await:
            return "await";
        case Why::preempted:
            return "preempted";
        case Why::pass:
            return "pass";
        case Why::exit:
            return "exit";
        case Why::task:
            return "task";
    }
    return "none";
}

}  // namespace gvlsim
