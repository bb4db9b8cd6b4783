#include "tools/import/seen_figures.hpp"

namespace gvlsim {

namespace {

double seconds(Duration length) { return static_cast<double>(length.count()) / 1e9; }

const SeenThread* find(const SeenRun& seen, const std::string& name) {
    for (const SeenThread& thread : seen.threads) {
        if (thread.name == name) { return &thread; }
    }
    return nullptr;
}

// gvl-tracing sees every thread and has none in the list.
bool has_records(const SeenRun& seen, const SeenThread* thread) {
    return seen.threads.empty() || (thread != nullptr && !thread->changes.empty());
}

std::optional<double> of_thread(const SeenRun& seen, const RunMeasures* run,
                                const std::string& name,
                                std::optional<Duration> SeenThread::*counted,
                                Duration ObservedThread::*observed) {
    const SeenThread* thread = find(seen, name);
    if (thread != nullptr && thread->*counted) { return seconds(*(thread->*counted)); }
    if (run == nullptr || !has_records(seen, thread)) { return std::nullopt; }
    for (const ObservedThread& one : run->observed.threads) {
        if (one.name == name) { return seconds(one.*observed); }
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> seen_figure(const SeenRun& seen, const std::string& key) {
    for (const Measured& figure : seen.figures) {
        if (figure.key == key) { return figure.value; }
    }
    return std::nullopt;
}

std::optional<double> seen_cpu(const SeenRun& seen, const RunMeasures* run,
                               const std::string& thread) {
    return of_thread(seen, run, thread, &SeenThread::cpu, &ObservedThread::cpu);
}

std::optional<double> seen_lock_wait(const SeenRun& seen, const RunMeasures* run,
                                     const std::string& thread) {
    return of_thread(seen, run, thread, &SeenThread::lock_wait, &ObservedThread::lock_wait);
}

std::optional<double> seen_preemptions(const SeenRun& seen, const RunMeasures* run,
                                       const std::string& thread) {
    const SeenThread* found = find(seen, thread);
    if (found != nullptr && found->preemptions) { return static_cast<double>(*found->preemptions); }
    const ThreadMeasures* measures = run == nullptr ? nullptr : run->find(thread);
    if (measures == nullptr || !has_records(seen, found)) { return std::nullopt; }
    return static_cast<double>(measures->preemptions);
}

}  // namespace gvlsim
