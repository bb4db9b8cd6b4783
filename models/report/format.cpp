#include "models/report/format.hpp"

#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace gvlsim {

namespace {

constexpr std::array<std::uint64_t, 7> powers_of_ten{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};

// The size of a length; 2^63 ns fits, so the smallest int64 is no special case.
std::uint64_t magnitude(Duration length) {
    const auto bits = static_cast<std::uint64_t>(length.count());
    return length.count() < 0 ? 0 - bits : bits;
}

std::uint64_t divide_half_even(std::uint64_t number, std::uint64_t divisor) {
    const std::uint64_t quotient = number / divisor;
    const std::uint64_t twice = (number % divisor) * 2;
    const bool up = twice > divisor || (twice == divisor && quotient % 2 == 1);
    return up ? quotient + 1 : quotient;
}

}  // namespace

std::string milliseconds(Duration length, int decimals) {
    const std::uint64_t unit = powers_of_ten.at(static_cast<std::size_t>(6 - decimals));
    const std::uint64_t scale = powers_of_ten.at(static_cast<std::size_t>(decimals));
    const std::uint64_t rounded = divide_half_even(magnitude(length), unit);
    const char* const sign = length.count() < 0 && rounded != 0 ? "-" : "";
    if (decimals == 0) { return fmt::format("{}{}", sign, rounded); }
    return fmt::format("{}{}.{:0{}}", sign, rounded / scale, rounded % scale, decimals);
}

std::string exact_duration(Duration length) {
    struct Unit {
        const char* name;
        std::uint64_t nanoseconds;
        int digits;
    };
    constexpr std::array units{Unit{"s", 1'000'000'000, 9}, Unit{"ms", 1'000'000, 6},
                               Unit{"us", 1'000, 3}, Unit{"ns", 1, 0}};
    const std::uint64_t number = magnitude(length);
    const char* const sign = length.count() < 0 ? "-" : "";
    for (const Unit& unit : units) {
        if (number < unit.nanoseconds && unit.nanoseconds > 1) { continue; }
        const std::uint64_t rest = number % unit.nanoseconds;
        if (rest == 0) { return fmt::format("{}{}{}", sign, number / unit.nanoseconds, unit.name); }
        std::string fraction = fmt::format("{:0{}}", rest, unit.digits);
        fraction.erase(fraction.find_last_not_of('0') + 1);
        return fmt::format("{}{}.{}{}", sign, number / unit.nanoseconds, fraction, unit.name);
    }
    return "0ns";
}

std::string fixed(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    const bool zero = text.find_first_not_of("-0.") == std::string::npos;
    return zero && text.front() == '-' ? text.substr(1) : text;
}

std::string percent(double share, int decimals) { return fixed(share * 100, decimals) + " %"; }

std::string signed_percent(double share, int decimals) {
    const std::string text = percent(share, decimals);
    return text.front() == '-' ? text : "+" + text;
}

std::string counted(std::uint64_t number, const char* one, const char* many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

}  // namespace gvlsim
