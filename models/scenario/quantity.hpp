// A duration as a scenario file writes it: a fixed length or a distribution of lengths.
#pragma once

#include "sim/time.hpp"

#include <cstdint>
#include <variant>
#include <vector>

namespace gvlsim {

// A decimal number as written, kept exact: 0.25 is 25 / 100. The denominator is a power of ten,
// at most 10^9; values are not negative.
struct Decimal {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;

    [[nodiscard]] double value() const noexcept {
        return static_cast<double>(numerator) / static_cast<double>(denominator);
    }
    friend bool operator==(const Decimal&, const Decimal&) = default;
};

// Every distribution yields whole nanoseconds, rounded to the nearest, never negative.
struct Exponential {
    Duration mean;
    friend bool operator==(const Exponential&, const Exponential&) = default;
};
struct Normal {
    Duration mean;
    Duration deviation;
    friend bool operator==(const Normal&, const Normal&) = default;
};
struct LogNormal {
    Duration median;
    double sigma;
    friend bool operator==(const LogNormal&, const LogNormal&) = default;
};
struct Uniform {  // both ends included
    Duration low;
    Duration high;
    friend bool operator==(const Uniform&, const Uniform&) = default;
};
// One of the values, with chances in proportion to the weights (equal ones for `empirical`).
struct Choice {
    std::vector<Duration> values;
    std::vector<double> weights;
    friend bool operator==(const Choice&, const Choice&) = default;
};

using Quantity = std::variant<Duration, Exponential, Normal, LogNormal, Uniform, Choice>;

[[nodiscard]] inline bool is_fixed(const Quantity& quantity) noexcept {
    return std::holds_alternative<Duration>(quantity);
}
[[nodiscard]] inline bool is_zero(const Quantity& quantity) noexcept {
    return is_fixed(quantity) && std::get<Duration>(quantity) == Duration::zero();
}

}  // namespace gvlsim
