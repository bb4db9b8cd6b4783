// What real machines add to the lock rules: latencies and CPU time of the threading machinery.
// Meaning of each: scenario format, section "runtime". `ideal` is all zero.
#pragma once

#include "models/scenario/quantity.hpp"

#include <optional>

namespace gvlsim {

// Added to each sleep and timeout: a length, or the smaller of a fraction of the timed length
// (rounded down) and a maximum, as macOS coalesces timers.
struct SleepOvershoot {
    Quantity length = Duration::zero();
    std::optional<Decimal> fraction;  // set: `length` is not used
    Duration maximum = Duration::max();
    friend bool operator==(const SleepOvershoot&, const SleepOvershoot&) = default;
};

// Factor max(0, 1 + d + sigma N) on each cpu segment, d drifting slowly through the run.
struct CpuNoise {
    double sigma = 0;
    double drift = 0;
    std::int64_t drift_length = 1;  // cpu segments
    [[nodiscard]] bool none() const noexcept { return sigma == 0 && drift == 0; }
    friend bool operator==(const CpuNoise&, const CpuNoise&) = default;
};

struct Costs {
    Quantity hand_over = Duration::zero();  // key "switch"
    Quantity resume = Duration::zero();
    Quantity timer_wake = Duration::zero();
    Quantity tick_overshoot = Duration::zero();
    SleepOvershoot sleep_overshoot;
    Quantity create = Duration::zero();
    Quantity spawn = Duration::zero();
    Quantity submit = Duration::zero();
    Quantity check = Duration::zero();
    Decimal cpu_scale{1, 1};
    CpuNoise cpu_noise;
    friend bool operator==(const Costs&, const Costs&) = default;
};

}  // namespace gvlsim
