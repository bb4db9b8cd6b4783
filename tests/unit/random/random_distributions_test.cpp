#include "sim/random_distributions.hpp"

#include "tests/unit/random/statistics.hpp"

#include "sim/exact_math.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace gvlsim {

namespace {

template <class Draw>
std::vector<double> sample_of(int size, Draw draw) {
    RandomStream stream(1, "sample");
    std::vector<double> sample;
    for (int i = 0; i < size; ++i) sample.push_back(draw(stream));
    return sample;
}

// How often the layers' edges are crossed, where a wrong table would show first.
template <class Distribution>
double deviation_between_edges(const std::vector<double>& sample, const detail::Ziggurat& table,
                               Distribution distribution) {
    std::vector<double> edges(table.edge.rbegin(), table.edge.rend() - 1);  // 0 … edge[1]
    std::vector<std::int64_t> counts(edges.size());
    std::vector<double> chances(edges.size());
    for (const double value : sample) {
        const auto above = std::upper_bound(edges.begin(), edges.end(), value);
        ++counts[static_cast<std::size_t>(above - edges.begin()) - 1];
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const double end = i + 1 < edges.size() ? distribution(edges[i + 1]) : 1;
        chances[i] = end - distribution(edges[i]);
    }
    return statistics::chi_square_deviation(counts, chances);
}

// The layers have equal areas and close at the top.
void check_layers(const detail::Ziggurat& table, double area) {
    for (std::size_t i = 0; i < detail::Ziggurat::layers; ++i) {
        const double bottom = i == 0 ? 0 : table.height[i];
        const double top = i == 0 ? table.height[1] : table.height[i + 1];
        CHECK(table.edge[i] * (top - bottom) == doctest::Approx(area).epsilon(1e-11));
        CHECK(table.edge[i] > table.edge[i + 1]);
    }
    CHECK(table.edge.back() == 0);
    CHECK(table.height.back() == 1);
}

}  // namespace

TEST_CASE("a number of nanoseconds is rounded to the nearest, halves up") {
    const auto rounded = [](double value) { return nearest_duration(value).count(); };
    CHECK(rounded(0) == 0);
    CHECK(rounded(0.49999999999999994) == 0);  // + 0.5 would be 1
    CHECK(rounded(0.5) == 1);
    CHECK(rounded(1.4999) == 1);
    CHECK(rounded(2.5) == 3);
    CHECK(rounded(1e15 + 0.5) == 1'000'000'000'000'001);
    CHECK(rounded(0x1p52 + 1) == (std::int64_t{1} << 52) + 1);  // + 0.5 would be one more
}

TEST_CASE("negative lengths become 0 and those beyond 2^63 the longest Duration") {
    CHECK(nearest_duration(-0.0) == Duration::zero());
    CHECK(nearest_duration(-1e30) == Duration::zero());
    CHECK(nearest_duration(-exact_math::infinity) == Duration::zero());
    CHECK(nearest_duration(exact_math::not_a_number) == Duration::zero());
    CHECK(nearest_duration(0x1.fffffffffffffp62) == Duration{INT64_MAX - 1023});
    CHECK(nearest_duration(0x1p63) == Duration::max());
    CHECK(nearest_duration(1e30) == Duration::max());
    CHECK(nearest_duration(exact_math::infinity) == Duration::max());
}

TEST_CASE("the ziggurats' layers have equal areas") {
    const double root_half_pi = std::sqrt(std::acos(-1.0) / 2);
    const detail::Ziggurat& exponential = detail::exponential_ziggurat;
    const double r = exponential.edge[1];
    CHECK(exponential.height[1] == doctest::Approx(std::exp(-r)).epsilon(1e-15));
    check_layers(exponential, r * std::exp(-r) + std::exp(-r));
    const detail::Ziggurat& normal = detail::normal_ziggurat;
    const double s = normal.edge[1];
    CHECK(normal.height[1] == doctest::Approx(std::exp(-s * s / 2)).epsilon(1e-15));
    check_layers(normal, s * std::exp(-s * s / 2) + root_half_pi * std::erfc(s / std::sqrt(2.0)));
}

TEST_CASE("exponential draws have mean, variance and shape of the exponential distribution") {
    const auto sample = sample_of(1'000'000, standard_exponential);
    const auto [mean, variance] = statistics::moments(sample);
    CHECK(mean == doctest::Approx(1).epsilon(0.003));
    CHECK(variance == doctest::Approx(1).epsilon(0.01));
    CHECK(*std::min_element(sample.begin(), sample.end()) >= 0);
    const auto distribution = statistics::exponential_distribution;
    CHECK(statistics::kolmogorov_smirnov(sample, distribution) < 1.63);
    CHECK(std::fabs(deviation_between_edges(sample, detail::exponential_ziggurat, distribution)) <
          3.1);
}

TEST_CASE("normal draws have mean, variance and shape of the normal distribution") {
    auto sample = sample_of(1'000'000, standard_normal);
    const auto [mean, variance] = statistics::moments(sample);
    CHECK(std::fabs(mean) < 0.003);
    CHECK(variance == doctest::Approx(1).epsilon(0.005));
    CHECK(statistics::kolmogorov_smirnov(sample, statistics::normal_distribution) < 1.63);
    for (double& value : sample) value = std::fabs(value);
    const auto distribution = [](double x) { return std::erf(x / std::sqrt(2.0)); };
    CHECK(std::fabs(deviation_between_edges(sample, detail::normal_ziggurat, distribution)) < 3.1);
}

TEST_CASE("the tail of the exponential ziggurat is as heavy and as long as it should be") {
    const double start = detail::exponential_ziggurat.edge[1];
    RandomStream stream(1, "tail");
    std::vector<double> beyond;
    const int draws = 4'000'000;
    for (int i = 0; i < draws; ++i) {
        const double value = standard_exponential(stream);
        if (value >= start) beyond.push_back(value - start);
    }
    const double expected = draws * std::exp(-start);  // 1816
    const auto found = static_cast<double>(beyond.size());
    CHECK(std::fabs(found - expected) < 3.1 * std::sqrt(expected));
    CHECK(statistics::kolmogorov_smirnov(beyond, statistics::exponential_distribution) < 1.63);
    CHECK(*std::max_element(beyond.begin(), beyond.end()) > 5);
}

TEST_CASE("both tails of the normal ziggurat are as heavy and as long as they should be") {
    const double start = detail::normal_ziggurat.edge[1];
    RandomStream stream(1, "tail");
    std::vector<double> beyond;
    std::int64_t negative = 0;
    const int draws = 4'000'000;
    for (int i = 0; i < draws; ++i) {
        const double value = standard_normal(stream);
        if (std::fabs(value) < start) continue;
        beyond.push_back(std::fabs(value));
        negative += value < 0 ? 1 : 0;
    }
    const double weight = std::erfc(start / std::sqrt(2.0));
    const double expected = draws * weight;  // 1032
    const auto found = static_cast<double>(beyond.size());
    CHECK(std::fabs(found - expected) < 3.1 * std::sqrt(expected));
    CHECK(std::fabs(static_cast<double>(negative) - found / 2) < 3.1 * std::sqrt(found / 4));
    const auto distribution = [&](double x) { return 1 - std::erfc(x / std::sqrt(2.0)) / weight; };
    CHECK(statistics::kolmogorov_smirnov(beyond, distribution) < 1.63);
    CHECK(*std::max_element(beyond.begin(), beyond.end()) > 4.8);
}

TEST_CASE("nearly every exponential and normal draw takes one number from the stream") {
    const auto share_of_single = [](auto draw) {
        RandomStream stream(1, "count");
        double single = 0;
        for (int i = 0; i < 100'000; ++i) {
            RandomStream one_on = stream;
            one_on.next();
            static_cast<void>(draw(stream));
            single += stream == one_on ? 1 : 0;
        }
        return single / 100'000;
    };
    // The mean of edge[i + 1] / edge[i] over the layers, computed with mpmath.
    CHECK(share_of_single(standard_exponential) == doctest::Approx(0.97778).epsilon(0.002));
    CHECK(share_of_single(standard_normal) == doctest::Approx(0.98508).epsilon(0.002));
}

TEST_CASE("uniform lengths include both ends and are equally likely") {
    RandomStream stream(1, "uniform");
    std::vector<std::int64_t> counts(11);
    for (int i = 0; i < 300'000; ++i) {
        const Duration length = uniform_duration(stream, Duration{5}, Duration{15});
        ++counts.at(static_cast<std::size_t>(length.count() - 5));
    }
    const std::vector<double> chances(11, 1. / 11);
    CHECK(std::fabs(statistics::chi_square_deviation(counts, chances)) < 3.1);
    CHECK(uniform_duration(stream, Duration{3}, Duration{3}) == Duration{3});
    const Duration any = uniform_duration(stream, Duration::zero(), Duration::max());
    CHECK(any > Duration::zero());
    CHECK(uniform_duration(stream, Duration::max(), Duration::max()) == Duration::max());
}

TEST_CASE("indices come up in proportion to their weights, and never with weight 0") {
    const std::vector<std::vector<double>> cases = {{3, 1},
                                                    {1, 1, 1, 1},
                                                    {0, 1, 0, 2, 0},
                                                    {0.1, 0.2, 0.3, 0.4},
                                                    {1e-3, 1, 1e3},
                                                    {5},
                                                    {0, 0, 7},
                                                    {1e308, 1e308, 5e307},
                                                    {1e-320, 2e-320},
                                                    {1, 2, 3, 4, 5, 6, 7},
                                                    {9, 1, 1, 1, 1, 1, 0}};
    RandomStream stream(1, "weights");
    for (const std::vector<double>& weights : cases) {
        CAPTURE(weights.size());
        CAPTURE(weights.front());
        const WeightedIndex index(weights);
        std::vector<std::int64_t> counts(weights.size());
        for (int i = 0; i < 400'000; ++i) ++counts.at(index.draw(stream));
        std::vector<double> chances;
        double sum = 0;
        const double largest = *std::max_element(weights.begin(), weights.end());
        for (const double weight : weights) sum += weight / largest;
        for (const double weight : weights) chances.push_back(weight / largest / sum);
        int possible = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (weights[i] == 0) CHECK(counts[i] == 0);
            possible += weights[i] > 0 ? 1 : 0;
        }
        if (possible > 1) {
            CHECK(std::fabs(statistics::chi_square_deviation(counts, chances)) < 3.1);
        }
    }
}

TEST_CASE("a large table of uneven weights is followed") {
    std::vector<double> weights;
    double sum = 0;
    for (int i = 0; i < 1000; ++i) weights.push_back(1 + i % 17 + (i % 5 == 0 ? 20 : 0));
    for (const double weight : weights) sum += weight;
    std::vector<double> chances;
    for (const double weight : weights) chances.push_back(weight / sum);
    const WeightedIndex index(weights);
    RandomStream stream(1, "weights");
    std::vector<std::int64_t> counts(weights.size());
    for (int i = 0; i < 1'000'000; ++i) ++counts.at(index.draw(stream));
    CHECK(std::fabs(statistics::chi_square_deviation(counts, chances)) < 3.1);
}

TEST_CASE("weights that cannot be followed are refused") {
    const auto refused = [](std::vector<double> weights) {
        CHECK_THROWS_AS(WeightedIndex{weights}, std::invalid_argument);
    };
    refused({});
    refused({0, 0});
    refused({1, -1});
    refused({1, exact_math::infinity});
    refused({1, exact_math::not_a_number});
    refused({exact_math::not_a_number, 1});
}

}  // namespace gvlsim
