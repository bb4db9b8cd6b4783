#include "tools/import/measured_costs.hpp"

#include "models/gvl/model.hpp"
#include "models/scenario/platforms.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

// Later than this, something else came between: another program on the processor, a priority.
constexpr Duration most_overshoot = 2ms;

Duration median(std::vector<Duration>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

class Watch {
public:
    Watch(const RecordedRun& run, Duration tick, std::int64_t ticks)
        : run_{run}, tick_{tick}, ticks_{ticks}, queued_(run.threads.size()) {}

    void look() {
        for (const Record& record : run_.records) {
            switch (static_cast<RecordKind>(record.kind)) {
                case RecordKind::ready:
                    queued_[record.subject] = record.time;
                    if (waiting_++ == 0) { contended_since_ = record.time; }
                    break;
                case RecordKind::resumed:
                    resumed(record);
                    break;
                case RecordKind::suspended:
                    if (static_cast<Why>(record.detail) == Why::preempted) { preempted(record); }
                    released_ = record.time;
                    break;
                default:
                    break;
            }
        }
    }

    std::vector<Duration> latencies;
    // How much later than its ticks a preemption came, by whether the timer slept before.
    std::vector<Duration> late_after_sleep;
    std::vector<Duration> late;

private:
    void resumed(const Record& record) {
        if (queued_[record.subject]) {
            --waiting_;
            if (released_ && *queued_[record.subject] < *released_) {
                latencies.push_back(record.time - *released_);
            }
        }
        queued_[record.subject].reset();
        running_since_ = record.time;
        released_.reset();
    }

    void preempted(const Record& record) {
        if (waiting_ == 0 || ticks_ == 0) { return; }
        const bool idle_timer = contended_since_ > running_since_;
        const Duration since = record.time - std::max(contended_since_, running_since_);
        const Duration lateness = since - ticks_ * tick_;
        if (lateness < Duration::zero() || lateness > ticks_ * most_overshoot) { return; }
        (idle_timer ? late_after_sleep : late).push_back(lateness);
    }

    const RecordedRun& run_;
    Duration tick_;
    std::int64_t ticks_;
    std::vector<std::optional<Instant>> queued_;
    std::size_t waiting_ = 0;
    Instant contended_since_ = start_of_time;
    Instant running_since_ = start_of_time;
    std::optional<Instant> released_;
};

}  // namespace

MeasuredCosts measure_costs(const RecordedRun& run) {
    const Model& model = *find_model(run.model);
    const Costs usual = platform_costs(*find_platform("linux"), model);
    const Duration asked = run.quantum_ms ? *run.quantum_ms * Duration{1ms} : model.default_quantum;
    const Duration effective = model.effective_quantum(asked).value_or(0ns);
    const Duration tick = model.timer_thread_from_3_3 ? Duration{10ms} : Duration{100ms};

    MeasuredCosts costs;
    costs.hand_over = std::get<Duration>(usual.hand_over);
    costs.tick_overshoot = std::get<Duration>(usual.tick_overshoot);
    costs.timer_wake =
        model.timer_thread_from_3_3 ? std::get<Duration>(usual.timer_wake) : Duration{0ns};
    const std::int64_t ticks = effective / tick;
    Watch watch{run, tick, ticks};
    watch.look();
    costs.hand_overs = watch.latencies.size();
    if (costs.hand_overs > 0) { costs.hand_over = median(watch.latencies); }
    // One figure for the sum of two costs: the timer's waking takes what it usually does, or less
    // where preemptions came earlier than that.
    if (!watch.late_after_sleep.empty()) {
        const Duration most = median(watch.late_after_sleep);
        costs.usual_timer_wake = costs.timer_wake <= most;
        costs.timer_wake = std::min(costs.timer_wake, most);
    }
    std::vector<Duration>& overshoots = watch.late;
    for (const Duration late : watch.late_after_sleep) {
        if (late >= costs.timer_wake) { overshoots.push_back(late - costs.timer_wake); }
    }
    costs.preemptions = overshoots.size();
    if (costs.preemptions > 0) { costs.tick_overshoot = median(overshoots) / ticks; }
    return costs;
}

}  // namespace gvlsim
