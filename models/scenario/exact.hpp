// Numbers and durations as people write them, read without rounding.
#pragma once

#include "models/scenario/quantity.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace gvlsim {

// `value`, or why the text is none.
struct ReadDuration {
    Duration value = Duration::zero();
    std::string_view problem;  // a phrase for the user; empty: fine
    [[nodiscard]] bool fine() const noexcept { return problem.empty(); }
};

// digits, an optional fraction and a unit (ns, us, ms, s or min): "77.121ms". Digits below 1 ns
// must be zero; no sign, blank or exponent; at most 2^63-1 ns.
[[nodiscard]] ReadDuration parse_duration(std::string_view text) noexcept;

// Digits of a JSON number without fraction or exponent; absent where it does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view digits) noexcept;
[[nodiscard]] std::optional<std::uint64_t> parse_unsigned(std::string_view digits) noexcept;

// A JSON number that is not negative, has at most 9 decimal places and fits; "2.5e-1" is 25 / 100.
[[nodiscard]] std::optional<Decimal> parse_decimal(std::string_view number) noexcept;

}  // namespace gvlsim
