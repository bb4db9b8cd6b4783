// The costs of one run, each drawn from its own stream "cost/<name>".
#pragma once

#include "models/sampler.hpp"
#include "models/scenario/costs.hpp"
#include "sim/random.hpp"

#include <cstdint>

namespace gvlsim {

class CostBook {
public:
    struct Cost {
        Sampler sampler;
        RandomStream stream;
        [[nodiscard]] Duration draw() { return sampler.draw(stream); }
        [[nodiscard]] bool none() const { return sampler.is_zero(); }
    };

    CostBook(const Costs& costs, std::uint64_t seed);

    Cost hand_over;
    Cost resume;
    Cost timer_wake;
    Cost tick_overshoot;
    Cost create;
    Cost spawn;
    Cost submit;
    Cost check;

    // What a sleep or timeout of `length` takes longer.
    [[nodiscard]] Duration sleep_overshoot(Duration length);
    // A cpu segment as written becomes what this run spends on it: scaled, then with noise.
    [[nodiscard]] Duration scaled_cpu(Duration written, RandomStream& noise);
    // Native code is scaled but has no noise.
    [[nodiscard]] Duration scaled(Duration written) const;
    [[nodiscard]] bool noisy() const noexcept { return noisy_; }

private:
    Cost overshoot_;
    SleepOvershoot overshoot_rule_;
    Decimal cpu_scale_;
    bool noisy_;
    NoiseFactor noise_;
};

}  // namespace gvlsim
