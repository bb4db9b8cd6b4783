#include "tools/import/sample.hpp"

#include <algorithm>
#include <cmath>

namespace gvlsim {

Duration Sample::quantile(double share) const noexcept {
    const double at = share * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    const double part = at - static_cast<double>(low);
    return values[low] +
           Duration{std::llround(static_cast<double>((values[high] - values[low]).count()) * part)};
}

double largest_distance(const std::vector<Duration>& one, const std::vector<Duration>& other,
                        Duration near) {
    // Share of `values` up to and including `limit`.
    const auto share = [](const std::vector<Duration>& values, Duration limit) {
        const auto above = std::upper_bound(values.begin(), values.end(), limit);
        return static_cast<double>(above - values.begin()) / static_cast<double>(values.size());
    };
    double largest = 0;
    for (const Duration value : one) {
        largest = std::max(largest, share(one, value) - share(other, value + near));
    }
    for (const Duration value : other) {
        largest = std::max(largest, share(other, value) - share(one, value + near));
    }
    return largest;
}

}  // namespace gvlsim
