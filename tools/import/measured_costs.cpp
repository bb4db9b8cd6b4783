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
    Watch(const RecordedRun& run, Duration tick, std::int64_t ticks, Duration timer_wake)
        : run_{run}, tick_{tick}, ticks_{ticks}, timer_wake_{timer_wake},
          queued_(run.threads.size()) {}

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
    std::vector<Duration> overshoots;

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
        const Duration late = since - ticks_ * tick_ - (idle_timer ? timer_wake_ : 0ns);
        const Duration each = late / ticks_;
        if (late >= Duration::zero() && each <= most_overshoot) { overshoots.push_back(each); }
    }

    const RecordedRun& run_;
    Duration tick_;
    std::int64_t ticks_;
    Duration timer_wake_;
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
    Watch watch{run, tick, effective / tick, costs.timer_wake};
    watch.look();
    costs.hand_overs = watch.latencies.size();
    costs.preemptions = watch.overshoots.size();
    if (costs.hand_overs > 0) { costs.hand_over = median(watch.latencies); }
    if (costs.preemptions > 0) { costs.tick_overshoot = median(watch.overshoots); }
    return costs;
}

}  // namespace gvlsim
