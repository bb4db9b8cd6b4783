#include "models/scenario/exact.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>

namespace gvlsim {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
// A fraction of a minute with more digits (trailing zeros aside) is never a whole nanosecond:
// 1 min = 2^11 * 3 * 5^10 ns. Shorter units need fewer.
constexpr std::size_t longest_fraction = 11;

struct Unit {
    std::string_view name;
    std::int64_t nanoseconds;
};
constexpr std::array<Unit, 5> units{
    {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}, {"min", 60'000'000'000}}};

std::size_t count_digits(std::string_view text) noexcept {
    return std::min(text.find_first_not_of("0123456789"), text.size());
}

std::string_view without_trailing_zeros(std::string_view digits) noexcept {
    const std::size_t last = digits.find_last_not_of('0');
    return last == std::string_view::npos ? std::string_view{} : digits.substr(0, last + 1);
}

// digits.fraction × unit in whole nanoseconds.
ReadDuration scale(std::string_view digits, std::string_view fraction, const Unit& unit) noexcept {
    constexpr std::string_view too_long = "it is longer than 2^63-1 ns (about 292 years)";
    constexpr std::string_view too_fine = "the digits below 1 ns must be zero";
    const Wide factor = static_cast<Wide>(unit.nanoseconds);
    Wide sum = 0;
    for (const char digit : digits) {
        sum = sum * 10 + static_cast<Wide>(digit - '0');
        if (sum * factor > static_cast<Wide>(largest)) { return {Duration::zero(), too_long}; }
    }
    sum *= factor;
    const std::string_view exact = without_trailing_zeros(fraction);
    if (exact.size() > longest_fraction) { return {Duration::zero(), too_fine}; }
    Wide numerator = 0;
    Wide denominator = 1;
    for (const char digit : exact) {
        numerator = numerator * 10 + static_cast<Wide>(digit - '0');
        denominator *= 10;
    }
    if (numerator * factor % denominator != 0) { return {Duration::zero(), too_fine}; }
    sum += numerator * factor / denominator;
    if (sum > static_cast<Wide>(largest)) { return {Duration::zero(), too_long}; }
    return {Duration{static_cast<std::int64_t>(sum)}, {}};
}

template <typename Integer>
std::optional<Integer> parse_whole(std::string_view digits) noexcept {
    Integer value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stopped, problem] = std::from_chars(digits.data(), end, value);
    if (problem != std::errc{} || stopped != end || digits == "-0") { return std::nullopt; }
    return value;
}

}  // namespace

ReadDuration parse_duration(std::string_view text) noexcept {
    if (text.empty()) { return {Duration::zero(), "it is empty"}; }
    if (text.front() == '-' || text.front() == '+') {
        return {Duration::zero(), "it must not have a sign"};
    }
    if (text.find_first_of(" \t\r\n") != std::string_view::npos) {
        return {Duration::zero(), "it must not contain blanks"};
    }
    const std::string_view digits = text.substr(0, count_digits(text));
    if (digits.empty()) { return {Duration::zero(), "it does not begin with a digit"}; }
    text.remove_prefix(digits.size());
    std::string_view fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = text.substr(0, count_digits(text));
        if (fraction.empty()) { return {Duration::zero(), "digits are missing after the point"}; }
        text.remove_prefix(fraction.size());
    }
    if (text.empty()) { return {Duration::zero(), "the unit is missing"}; }
    if (text.front() == 'e' || text.front() == 'E') {
        return {Duration::zero(), "it must not have an exponent"};
    }
    const auto unit = std::find_if(units.begin(), units.end(),
                                   [&](const Unit& known) { return known.name == text; });
    if (unit == units.end()) {
        return {Duration::zero(), "the unit must be one of ns, us, ms, s and min"};
    }
    return scale(digits, fraction, *unit);
}

std::optional<std::int64_t> parse_integer(std::string_view digits) noexcept {
    return parse_whole<std::int64_t>(digits);
}

std::optional<std::uint64_t> parse_unsigned(std::string_view digits) noexcept {
    return parse_whole<std::uint64_t>(digits);
}

std::optional<Decimal> parse_decimal(std::string_view number) noexcept {
    constexpr std::int64_t most_places = 9;
    const std::string_view whole = number.substr(0, count_digits(number));
    number.remove_prefix(whole.size());
    std::string_view fraction;
    if (number.starts_with('.')) {
        number.remove_prefix(1);
        fraction = number.substr(0, count_digits(number));
        number.remove_prefix(fraction.size());
    }
    std::int64_t exponent = 0;
    if (number.starts_with('e') || number.starts_with('E')) {
        number.remove_prefix(number.substr(1).starts_with('+') ? 2 : 1);
        const std::optional<std::int64_t> power = parse_whole<std::int64_t>(number);
        if (!power || *power < -20 || *power > 20) { return std::nullopt; }
        exponent = *power;
        number = {};
    }
    if (whole.empty() || !number.empty()) { return std::nullopt; }
    fraction = without_trailing_zeros(fraction);
    Decimal result;
    bool overflow = false;
    const auto shift_in = [&](std::int64_t digit) {
        overflow = overflow || __builtin_mul_overflow(result.numerator, 10, &result.numerator) ||
                   __builtin_add_overflow(result.numerator, digit, &result.numerator);
    };
    for (const std::string_view part : {whole, fraction}) {
        for (const char digit : part) { shift_in(digit - '0'); }
    }
    std::int64_t places = static_cast<std::int64_t>(fraction.size()) - exponent;
    for (; places < 0; ++places) { shift_in(0); }
    if (overflow || places > most_places) { return std::nullopt; }
    for (; places > 0; --places) { result.denominator *= 10; }
    return result;
}

}  // namespace gvlsim
