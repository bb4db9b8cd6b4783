#include "models/independent.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

// Whether the value of a field is a matter of the thread alone.
bool is_own(FieldKind kind) {
    switch (kind) {
        case FieldKind::duration:
        case FieldKind::duration_or_forever:
        case FieldKind::truth:
        case FieldKind::constant_true:
        case FieldKind::times:
        case FieldKind::count:
        case FieldKind::priority:
        case FieldKind::text:
        case FieldKind::span:
        case FieldKind::block:
        case FieldKind::weighted_blocks:
            return true;
        case FieldKind::timeout:
        case FieldKind::otherwise:
        case FieldKind::thread:
        case FieldKind::thread_or_all:
        case FieldKind::mutex:
        case FieldKind::condition:
        case FieldKind::queue:
        case FieldKind::third_queue:
        case FieldKind::pool:
        case FieldKind::future:
            break;
    }
    return false;
}

bool is_own(const Block& steps) {
    return std::all_of(steps.begin(), steps.end(), [](const Step& step) {
        const auto& fields = step.operation->fields;
        const bool own = std::all_of(fields.begin(), fields.end(),
                                     [](const Field& field) { return is_own(field.kind); });
        const bool forever = step.flag && fields.front().kind == FieldKind::duration_or_forever;
        return own && !forever &&
               std::all_of(step.branches.begin(), step.branches.end(),
                           [](const Branch& branch) { return is_own(branch.steps); });
    });
}

// Drift steps with every cpu segment of the run, whoever starts it.
bool is_independent(const Scenario& scenario) {
    return !scenario.main && scenario.runtime.costs.cpu_noise.drift == 0 && !scenario.stop.at &&
           scenario.stop.when == no_object &&
           std::all_of(scenario.threads.begin(), scenario.threads.end(),
                       [](const ThreadTemplate& entry) { return is_own(entry.steps); });
}

}  // namespace

std::optional<Duration> end_of_independent(const Scenario& scenario, const Result& locked) {
    if (!is_independent(scenario)) {
        return std::nullopt;
    }
    Duration end{};
    std::size_t next = 1;  // after main
    for (const ThreadTemplate& entry : scenario.threads) {
        for (std::int64_t i = 0; i < entry.count.value_or(1); ++i) {
            end = std::max(end, entry.start + locked.threads[next++].solo);
        }
    }
    return end;
}

}  // namespace gvlsim
