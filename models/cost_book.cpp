#include "models/cost_book.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

CostBook::Cost cost(const Quantity& quantity, std::uint64_t seed, std::string_view name) {
    // A fixed cost never draws, so its stream need not be made: most costs of most runs.
    const StreamKey seeded{seed};
    return {Sampler{quantity},
            RandomStream{is_fixed(quantity) ? seeded : seeded.text("cost/").text(name)}};
}

}  // namespace

CostBook::CostBook(const Costs& costs, std::uint64_t seed)
    : hand_over(cost(costs.hand_over, seed, "switch")),
      resume(cost(costs.resume, seed, "resume")),
      timer_wake(cost(costs.timer_wake, seed, "timer_wake")),
      tick_overshoot(cost(costs.tick_overshoot, seed, "tick_overshoot")),
      create(cost(costs.create, seed, "create")),
      spawn(cost(costs.spawn, seed, "spawn")),
      submit(cost(costs.submit, seed, "submit")),
      check(cost(costs.check, seed, "check")),
      overshoot_(cost(costs.sleep_overshoot.length, seed, "sleep_overshoot")),
      overshoot_rule_(costs.sleep_overshoot),
      cpu_scale_(costs.cpu_scale),
      noisy_(!costs.cpu_noise.none()),
      noise_(costs.cpu_noise, RandomStream{seed, "drift"}) {}

Duration CostBook::sleep_overshoot(Duration length) {
    if (!overshoot_rule_.fraction) {
        return overshoot_.draw();
    }
    return std::min(scaled_down(length, *overshoot_rule_.fraction), overshoot_rule_.maximum);
}

Duration CostBook::scaled_cpu(Duration written, RandomStream& noise) {
    const Duration length = scaled(written);
    return noisy_ ? noise_.apply(length, noise) : length;
}

Duration CostBook::scaled(Duration written) const {
    return cpu_scale_.numerator == cpu_scale_.denominator ? written
                                                          : gvlsim::scaled(written, cpu_scale_);
}

}  // namespace gvlsim
