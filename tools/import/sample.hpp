// The values of a figure that comes many times, and how far two sets of them are apart.
#pragma once

#include "sim/time.hpp"

#include <vector>

namespace gvlsim {

// Sorted.
struct Sample {
    std::vector<Duration> values;
    // The value below which a share of them lies; between two of them, in proportion. 0.5 is the
    // median. There must be values.
    [[nodiscard]] Duration quantile(double share) const noexcept;
};

// The largest distance between two distribution functions, where values of `one` and `other` that
// lie up to `near` apart count as equal. With 0 it is that of Kolmogorov and Smirnov. Both sorted
// and not empty.
[[nodiscard]] double largest_distance(const std::vector<Duration>& one,
                                      const std::vector<Duration>& other, Duration near);

}  // namespace gvlsim
