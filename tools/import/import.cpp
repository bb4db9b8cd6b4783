#include "tools/import/import.hpp"

#include "models/report/format.hpp"

namespace gvlsim {

namespace {

// "runs/app.json.gz" -> "app".
std::string base_name(const std::string& path) {
    std::string name = path.substr(path.rfind('/') + 1);
    for (const std::string_view ending : {".gz", ".json", ".trace"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            name.resize(name.size() - ending.size());
        }
    }
    return name == "-" || name.empty() ? "imported" : name;
}

std::string source_of(const std::string& path, const std::string& label) {
    const std::string file = path.substr(path.rfind('/') + 1);
    return "gvl-tracing, " + (file == "-" ? std::string{"standard input"} : file) +
           (label.empty() ? std::string{} : ", " + label);
}

Import import_from(Recording&& recording, const ImportRequest& request) {
    Import import;
    import.events = recording.events;
    import.os_events = recording.os_events;
    import.oddities = recording.oddities;
    Imported& imported = import.imported;
    imported.name = base_name(request.path);
    imported.source = source_of(request.path, recording.label);
    import.run = replay(std::move(recording), request.model, import.oddities);
    import.guesses = guess(import.run, request.guesses);
    imported.model = import.run.model;
    if (import.run.quantum_ms) {
        imported.quantum = std::chrono::milliseconds{*import.run.quantum_ms};
    }
    imported.costs = measure_costs(import.run);
    imported.demand = demand_of(import.run, import.guesses);
    imported.end = import.run.end - start_of_time;
    imported.guesses = request.guesses;
    imported.guessed = import.guesses.waits.size();
    feed(import.run, import.observed);
    return import;
}

std::string timer_wake_text(const MeasuredCosts& costs) {
    if (!costs.usual_timer_wake) {
        return ", timer_wake " + exact_duration(costs.timer_wake) + " (ticks came early)";
    }
    if (costs.timer_wake == Duration::zero()) { return {}; }  // there is none up to 3.2
    return ", timer_wake " + exact_duration(costs.timer_wake) + " (usual on Linux)";
}

std::string costs_text(const MeasuredCosts& costs) {
    const auto seen = [](std::uint64_t number, const char* one, const char* many) {
        return number == 0 ? std::string{"usual on Linux"} : "from " + counted(number, one, many);
    };
    return "costs: switch " + exact_duration(costs.hand_over) + " (" +
           seen(costs.hand_overs, "hand-over", "hand-overs") + "), tick_overshoot " +
           exact_duration(costs.tick_overshoot) + " (" +
           seen(costs.preemptions, "preemption", "preemptions") + ")" + timer_wake_text(costs) +
           "\n";
}

std::string guesses_text(const Import& import) {
    constexpr std::size_t most = 20;
    const Guesses& guesses = import.guesses;
    const double share = guesses.waiting == Duration::zero()
                             ? 0
                             : static_cast<double>(guesses.inferred.count()) /
                                   static_cast<double>(guesses.waiting.count());
    std::string text = "guessed: " + percent(share, 1) + " of " +
                       milliseconds(guesses.waiting) +
                       " ms of waiting other than sleep; the rest has fixed lengths\n";
    const std::vector<std::string> lines = guesses.lines(import.run);
    for (std::size_t index = 0; index < lines.size() && index < most; ++index) {
        text += "  " + lines[index] + "\n";
    }
    if (lines.size() > most) {
        text += "  and " + std::to_string(lines.size() - most) + " more\n";
    }
    if (import.imported.demand.main_waits_at_end) {
        text += "main's last wait has a fixed length, so nothing can move the end of the run\n";
    }
    return text;
}

}  // namespace

Import import_recording(const ImportRequest& request) {
    return import_from(read_recording(request.path), request);
}

Import import_bytes(std::string_view bytes, const ImportRequest& request) {
    return import_from(read_recording_bytes(bytes, request.path), request);
}

Result result_of(const Import& import) {
    const Observed& observed = import.observed;
    Result result;
    result.end = import.run.end;
    result.lock.held = observed.cpu();
    result.lock.free = (result.end - start_of_time) - result.lock.held;
    result.lock.handovers = observed.owners.empty() ? 0 : observed.owners.size() - 1;
    result.lock.preemptions = observed.preemptions;
    for (const ObservedThread& thread : observed.threads) {
        ThreadResult& one = result.threads.emplace_back();
        one.name = thread.name;
        one.end = thread.end;
        one.cpu = thread.cpu;
        one.lock_wait = thread.lock_wait;
        one.io = thread.waiting;
    }
    return result;
}

std::string summary_text(const Import& import) {
    const Demand& demand = import.imported.demand;
    const std::size_t threads = demand.threads.size() - 1 - demand.left_out;
    std::string text = import.imported.name + ": " + import.imported.model;
    if (import.imported.quantum) {
        text += ", quantum " + exact_duration(*import.imported.quantum);
    }
    text += "; " + counted(import.events, "event", "events") + ", " +
            counted(threads, "thread", "threads") + " beside main, " +
            milliseconds(import.imported.end) + " ms\n";
    using Kind = DemandStep::Kind;
    text += "demand: cpu " + milliseconds(import.observed.cpu()) + " ms in " +
            counted(import.observed.bursts.size(), "burst", "bursts") + " (" +
            counted(demand.count(Kind::gc), "gc", "gcs") + "), " +
            counted(demand.count(Kind::io), "wait", "waits") + ", " +
            counted(import.run.preemptions, "preemption", "preemptions") + " left to the lock\n";
    if (demand.left_out > 0) {
        text += "left out: " + counted(demand.left_out, "thread", "threads") +
                " that never wanted the lock\n";
    }
    return text + costs_text(import.imported.costs) + guesses_text(import);
}

}  // namespace gvlsim
