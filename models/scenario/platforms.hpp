// Named sets of costs: what the threading machinery adds on real systems.
#pragma once

#include "models/scenario/costs.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace gvlsim {

struct Model;

struct Platform {
    std::string_view name;
    std::string_view description;  // one line
    Costs costs;
    // Tick overshoot where a timer thread of Ruby 3.3 or later makes the ticks.
    Quantity tick_overshoot_from_3_3;
};

// `ideal` first.
[[nodiscard]] std::span<const Platform> platforms();
[[nodiscard]] const Platform* find_platform(std::string_view name);
[[nodiscard]] Costs platform_costs(const Platform& platform, const Model& model);

// A cost that is a single quantity; the keys `sleep_overshoot`, `cpu_scale` and `cpu_noise` have
// forms of their own.
struct CostField {
    std::string_view key;
    Quantity Costs::*member;
    std::string_view meaning;
};
[[nodiscard]] std::span<const CostField> cost_fields() noexcept;

}  // namespace gvlsim
