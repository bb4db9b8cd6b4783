// Random numbers of a given shape, with algorithms of our own: std's distributions differ between
// libraries, and Boost's call libm, whose last digit does. Here only exact_math is used.
#pragma once

#include "sim/random.hpp"
#include "sim/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gvlsim {

// `nanoseconds` rounded to the nearest whole number, halves up. Negative numbers and NaN become 0;
// 2^63 and more become Duration::max().
[[nodiscard]] constexpr Duration nearest_duration(double nanoseconds) noexcept {
    if (!(nanoseconds > 0)) return Duration::zero();
    if (nanoseconds >= 0x1p63) return Duration::max();
    const auto whole = static_cast<std::int64_t>(nanoseconds);
    const bool up = nanoseconds - static_cast<double>(whole) >= 0.5;
    return Duration{whole + (up ? 1 : 0)};
}

// Whole nanosecond from low to high, both included and each equally likely. 0 <= low <= high.
[[nodiscard]] constexpr Duration uniform_duration(RandomStream& stream, Duration low,
                                                  Duration high) noexcept {
    const auto width = static_cast<std::uint64_t>(high.count() - low.count());
    return Duration{low.count() + static_cast<std::int64_t>(stream.below(width + 1))};
}

namespace detail {

// Marsaglia, Tsang: The Ziggurat Method for Generating Random Variables, 2000. A falling density f
// is covered by 256 layers of equal area. Layer i reaches from 0 to edge[i] and in height from
// f(edge[i]) to f(edge[i + 1]); layer 0 is the lowest, with the tail beyond edge[1], and its
// edge[0] is the width that a rectangle of its area would have. A point left of edge[i + 1] lies
// under f for certain: 97.8 % of the exponential draws, 98.5 % of the normal ones.
struct Ziggurat {
    static constexpr std::size_t layers = 256;
    std::array<double, layers + 1> edge;
    std::array<double, layers + 1> height;
};
extern const Ziggurat exponential_ziggurat;
extern const Ziggurat normal_ziggurat;

// What follows when the point may lie above the density.
[[nodiscard]] double finish_exponential(RandomStream& stream, std::size_t layer, double x) noexcept;
[[nodiscard]] double finish_normal(RandomStream& stream, std::size_t layer, double x) noexcept;

}  // namespace detail

// Exponential with mean 1. One draw of the stream in the usual case, with the layer in the lowest
// 8 bits and the place in the highest 53: none is used twice.
[[nodiscard]] inline double standard_exponential(RandomStream& stream) noexcept {
    const std::uint64_t bits = stream.next();
    const std::size_t layer = bits & (detail::Ziggurat::layers - 1);
    const auto place = static_cast<double>(static_cast<std::int64_t>(bits >> 11)) * 0x1p-53;
    const double x = place * detail::exponential_ziggurat.edge[layer];
    if (x < detail::exponential_ziggurat.edge[layer + 1]) [[likely]]
        return x;
    return detail::finish_exponential(stream, layer, x);
}

// Normal with mean 0 and standard deviation 1. The place has 54 bits, the highest for the sign.
[[nodiscard]] inline double standard_normal(RandomStream& stream) noexcept {
    const std::uint64_t bits = stream.next();
    const std::size_t layer = bits & (detail::Ziggurat::layers - 1);
    const auto place = static_cast<double>(static_cast<std::int64_t>(bits) >> 10) * 0x1p-53;
    const double x = place * detail::normal_ziggurat.edge[layer];
    if ((x < 0 ? -x : x) < detail::normal_ziggurat.edge[layer + 1]) [[likely]]
        return x;
    return detail::finish_normal(stream, layer, x);
}

// An index drawn with chances in proportion to weights, in constant time and with one draw of the
// stream: Walker's alias table built as by Vose (A Linear Algorithm for Generating Random Numbers
// with a Given Distribution, 1991). 16 bytes per weight; equal weights need no table.
class WeightedIndex {
public:
    // Throws std::invalid_argument, which the loader has to make impossible, unless there are 1 to
    // 2^32 - 1 weights, all finite, none negative and one positive.
    explicit WeightedIndex(std::span<const double> weights);

    // An index whose weight is 0 never comes up.
    [[nodiscard]] std::uint32_t draw(RandomStream& stream) const noexcept {
        if (slots_.empty()) return static_cast<std::uint32_t>(stream.below(count_));
        const Wide product = Wide{stream.next()} * count_;
        const auto place = static_cast<std::uint32_t>(product >> 64);
        const Slot& slot = slots_[place];
        // A mask and no branch: which of the two it is cannot be foretold.
        const auto own = 0 - std::uint32_t{static_cast<std::uint64_t>(product) < slot.own_share};
        return slot.alias ^ ((slot.alias ^ place) & own);
    }

private:
    struct Slot {
        std::uint64_t own_share;  // of 2^64; the rest is the alias's
        std::uint32_t alias;
    };
    void fill(std::span<const double> weights, double largest);

    std::vector<Slot> slots_;
    std::uint64_t count_;
};

}  // namespace gvlsim
