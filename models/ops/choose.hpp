// Which branch of a `choose` a random number means.
#pragma once

#include <cstdint>
#include <span>

namespace gvlsim::ops {

// `sums`: of the weights up to and including each branch; `unit`: between 0 and 1.
[[nodiscard]] inline std::uint32_t chosen_branch(std::span<const double> sums, double unit) {
    const double point = unit * sums.back();
    std::uint32_t chosen = 0;
    while (chosen + 1 < sums.size() && point >= sums[chosen]) {
        ++chosen;
    }
    return chosen;
}

}  // namespace gvlsim::ops
