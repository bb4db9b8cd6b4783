#include "sim/random_distributions.hpp"

#include "sim/exact_math.hpp"

#include <algorithm>
#include <stdexcept>

namespace gvlsim {

namespace detail {

namespace {

// Layers of area `area` below the falling density f, the lowest of which turns into the tail at
// `tail`. `inverse` is the inverse of f.
template <class Density, class Inverse>
constexpr Ziggurat built(double tail, double area, Density f, Inverse inverse) {
    Ziggurat table{};
    table.edge[0] = area / f(tail);
    table.edge[1] = tail;
    table.height[1] = f(tail);
    for (std::size_t i = 2; i < Ziggurat::layers; ++i) {
        table.height[i] = table.height[i - 1] + area / table.edge[i - 1];
        table.edge[i] = inverse(table.height[i]);
    }
    table.height[Ziggurat::layers] = 1;  // where edge stays 0
    return table;
}

constexpr double exponential_density(double x) { return exact_math::exp(-x); }
constexpr double normal_density(double x) { return exact_math::exp(-0.5 * x * x); }

// Where the 256 layers close exactly at the top; solved to 50 digits with mpmath.
constexpr double exponential_tail = 7.6971174701310497;
constexpr double exponential_area = 0.0039496598225815572;
constexpr double normal_tail = 3.6541528853610088;
constexpr double normal_area = 0.0049286732339746553;

}  // namespace

constexpr Ziggurat exponential_ziggurat =
    built(exponential_tail, exponential_area, exponential_density,
          [](double y) { return -exact_math::log(y); });
constexpr Ziggurat normal_ziggurat = built(normal_tail, normal_area, normal_density, [](double y) {
    return exact_math::sqrt(-2 * exact_math::log(y));
});

namespace {

// Whether a random height within the layer lies below the density's value at the point.
bool below_density(RandomStream& stream, const Ziggurat& table, std::size_t layer, double density) {
    const double bottom = table.height[layer];
    const double top = table.height[layer + 1];
    return bottom + stream.unit() * (top - bottom) < density;
}

}  // namespace

// The exponential distribution has no memory: its tail is the whole of it, moved. A rejected point
// means starting over, which 1 % of the draws do: the recursion, here and below, stays flat.
double finish_exponential(RandomStream& stream, std::size_t layer, double x) noexcept {
    if (layer == 0) return exponential_tail + standard_exponential(stream);
    if (below_density(stream, exponential_ziggurat, layer, exponential_density(x))) return x;
    return standard_exponential(stream);
}

// Tail: Marsaglia, Generating a Variable from the Tail of the Normal Distribution, 1964.
double finish_normal(RandomStream& stream, std::size_t layer, double x) noexcept {
    if (layer != 0) {
        if (below_density(stream, normal_ziggurat, layer, normal_density(x))) return x;
        return standard_normal(stream);
    }
    for (;;) {
        const double beyond = standard_exponential(stream) / normal_tail;
        const double height = standard_exponential(stream);
        if (2 * height > beyond * beyond) {
            return x < 0 ? -(normal_tail + beyond) : normal_tail + beyond;
        }
    }
}

}  // namespace detail

WeightedIndex::WeightedIndex(std::span<const double> weights) : count_(weights.size()) {
    if (weights.empty() || count_ > UINT32_MAX) {
        throw std::invalid_argument("WeightedIndex: needs 1 to 2^32 - 1 weights");
    }
    const auto usable = [](double weight) { return weight >= 0 && weight < exact_math::infinity; };
    const double largest = *std::max_element(weights.begin(), weights.end());
    if (!std::all_of(weights.begin(), weights.end(), usable) || largest == 0) {
        throw std::invalid_argument(
            "WeightedIndex: weights must be finite, none negative, not all 0");
    }
    const bool equal = std::all_of(weights.begin(), weights.end(),
                                   [&](double weight) { return weight == weights.front(); });
    if (!equal) fill(weights, largest);
}

void WeightedIndex::fill(std::span<const double> weights, double largest) {
    double sum = 0;  // of weights in units of the largest: neither overflows nor vanishes
    for (const double weight : weights) sum += weight / largest;

    const auto heaviest = static_cast<std::uint32_t>(
        std::max_element(weights.begin(), weights.end()) - weights.begin());
    std::vector<double> share(weights.size());  // of a slot, 1 on average
    std::vector<std::uint32_t> poor;
    std::vector<std::uint32_t> rich;
    slots_.resize(weights.size());
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
        share[i] = weights[i] / largest * static_cast<double>(weights.size()) / sum;
        (share[i] < 1 ? poor : rich).push_back(i);
        // What holds for those that rounding leaves over below: a slot all of its own.
        slots_[i] = weights[i] > 0 ? Slot{UINT64_MAX, i} : Slot{0, heaviest};
    }
    // Each poor one fills its slot from a rich one, which then may be poor itself.
    while (!poor.empty() && !rich.empty()) {
        const std::uint32_t small = poor.back();
        const std::uint32_t large = rich.back();
        poor.pop_back();
        slots_[small] = {static_cast<std::uint64_t>(share[small] * 0x1p64), large};
        share[large] = (share[large] + share[small]) - 1;
        if (share[large] < 1) {
            rich.pop_back();
            poor.push_back(large);
        }
    }
}

}  // namespace gvlsim
