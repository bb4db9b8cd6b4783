// Elementary functions with the same bits on every compiler and machine, also at compile time.
//
// The last digit of std::log differs between C libraries, and one digit can move a drawn duration
// by a nanosecond. These use only IEEE double +, -, *, / rounded to nearest and integer bit
// operations, each of which has one right answer. The build must not fuse multiplications and
// additions (-ffp-contract=off) nor reorder them (no -ffast-math); the tests look at both.
//
// Relative error (3e7 arguments over the whole range against 64-bit mantissas of x87): log, exp and
// sqrt below 1.7e-16, bound in the tests 2^-52; expm1 below 5e-16, bound 6e-16. Results of exp
// below 2^-1022 have fewer digits and are within one unit of the last.
#pragma once

#include <array>
#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <limits>

#if defined(__FAST_MATH__)
#error "gvlsim must not be compiled with -ffast-math: results would depend on the compiler"
#endif
static_assert(FLT_EVAL_METHOD == 0, "double arithmetic must not carry more digits (x87)");
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);

namespace gvlsim::exact_math {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// As std::bit_cast, which the library of emscripten 3.1.6 has not got yet.
[[nodiscard]] constexpr std::uint64_t bits_of(double x) noexcept {
    return __builtin_bit_cast(std::uint64_t, x);
}
[[nodiscard]] constexpr double from_bits(std::uint64_t bits) noexcept {
    return __builtin_bit_cast(double, bits);
}

// 2^exponent for exponents from -1022 to 1023.
[[nodiscard]] constexpr double power_of_two(int exponent) noexcept {
    return from_bits(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

namespace detail {

// ln 2 in two parts; the first ends in 32 zero bits, so that its product with an exponent is exact.
inline constexpr double ln2_high = 0x1.62e42feep-1;
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;
inline constexpr double inverse_ln2 = 0x1.71547652b82fep+0;

// 1/n!; the factorials up to 13! are exact, so each entry is rounded once.
inline constexpr auto inverse_factorial = [] {
    std::array<double, 14> table{};
    double factorial = 1;
    table[0] = 1;
    for (std::size_t n = 1; n < table.size(); ++n) {
        factorial *= static_cast<double>(n);
        table[n] = 1.0 / factorial;
    }
    return table;
}();

// e^r - 1 - r for |r| <= ln(2)/2: the Taylor series to r^13, what is left out is below 2^-57. Even
// and odd powers apart, so that a processor can work on both at once.
[[nodiscard]] constexpr double exp_beyond_linear(double r) noexcept {
    constexpr const auto& c = inverse_factorial;
    const double q = r * r;
    const double even = c[2] + q * (c[4] + q * (c[6] + q * (c[8] + q * (c[10] + q * c[12]))));
    const double odd = c[3] + q * (c[5] + q * (c[7] + q * (c[9] + q * (c[11] + q * c[13]))));
    return q * (even + r * odd);
}

}  // namespace detail

// e^x. Overflow gives infinity, underflow 0.
[[nodiscard]] constexpr double exp(double x) noexcept {
    if (x != x) return x;
    if (x > 0x1.62e42fefa39efp+9) return infinity;  // ln(2^1024)
    if (x < -0x1.74910d52d3051p+9) return 0;        // ln(2^-1075)
    // x = k ln 2 + r with |r| <= ln(2)/2
    const int k = static_cast<int>(x * detail::inverse_ln2 + (x < 0 ? -0.5 : 0.5));
    const double r = (x - k * detail::ln2_high) - k * detail::ln2_low;
    const double mantissa = 1 + (r + detail::exp_beyond_linear(r));
    if (k > 1023) return mantissa * power_of_two(1023) * 2;
    if (k < -1022) return mantissa * power_of_two(k + 64) * power_of_two(-64);
    return mantissa * power_of_two(k);
}

// e^x - 1, without losing digits near 0.
[[nodiscard]] constexpr double expm1(double x) noexcept {
    if (x > -0.34 && x < 0.34) return x + detail::exp_beyond_linear(x);
    return exp(x) - 1;
}

// Natural logarithm. 0 gives -infinity, negative numbers give NaN.
//
// x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); with s = f / (2 + f), log(1 + f) =
// 2 (s + s^3/3 + s^5/5 + …), summed around f - f²/2 as in FreeBSD's e_log.c to keep f's digits.
[[nodiscard]] constexpr double log(double x) noexcept {
    if (x != x || x == infinity) return x;
    if (x == 0) return -infinity;
    if (x < 0) return not_a_number;
    int k = 0;
    if (x < power_of_two(-1022)) {
        x *= power_of_two(54);
        k = -54;
    }
    const auto bits = bits_of(x);
    k += static_cast<int>(bits >> 52) - 1023;
    double mantissa = from_bits((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
    if (mantissa > 0x1.6a09e667f3bcdp+0) {
        mantissa *= 0.5;
        ++k;
    }
    const double f = mantissa - 1;
    const double s = f / (2 + f);
    const double z = s * s;
    const double w = z * z;
    const double odd = 2. / 3 + w * (2. / 7 + w * (2. / 11 + w * (2. / 15 + w * (2. / 19))));
    const double even = 2. / 5 + w * (2. / 9 + w * (2. / 13 + w * (2. / 17 + w * (2. / 21))));
    const double series = z * (odd + z * even);
    const double half_square = 0.5 * f * f;
    const double rest = half_square - (s * (half_square + series) + k * detail::ln2_low);
    return k * detail::ln2_high - (rest - f);
}

// Square root by Newton's iteration; negative numbers give NaN.
[[nodiscard]] constexpr double sqrt(double x) noexcept {
    if (x != x || x == infinity || x == 0) return x;
    if (x < 0) return not_a_number;
    if (x < power_of_two(-1022)) return sqrt(x * power_of_two(108)) * power_of_two(-54);
    // Half the exponent and half the mantissa: within 7 %, squared by each of the rounds.
    double root = from_bits((bits_of(x) >> 1) + (std::uint64_t{1023} << 51));
    for (int round = 0; round < 5; ++round) root = 0.5 * (root + x / root);
    return root;
}

}  // namespace gvlsim::exact_math
