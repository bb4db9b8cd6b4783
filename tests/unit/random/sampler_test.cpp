#include "models/sampler.hpp"

#include "tests/unit/random/statistics.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace gvlsim {

using namespace std::chrono_literals;

namespace {

std::vector<double> sample_of(const Quantity& quantity, int size) {
    const Sampler sampler(quantity);
    RandomStream stream(1, "thread/worker-1");
    std::vector<double> sample;
    for (int i = 0; i < size; ++i) {
        sample.push_back(static_cast<double>(sampler.draw(stream).count()));
    }
    return sample;
}

std::string first_four(const Quantity& quantity) {
    const Sampler sampler(quantity);
    RandomStream stream(1, "thread/worker-1");
    std::string draws;
    for (int i = 0; i < 4; ++i) {
        if (i > 0) draws += ' ';
        draws += std::to_string(sampler.draw(stream).count());
    }
    return draws;
}

std::uint64_t digest_of_a_million(const Quantity& quantity) {
    const Sampler sampler(quantity);
    RandomStream stream(1, "thread/worker-1");
    std::uint64_t digest = 0;
    for (int i = 0; i < 1'000'000; ++i) {
        digest = mixed(digest ^ static_cast<std::uint64_t>(sampler.draw(stream).count()));
    }
    return digest;
}

const Quantity exponential = Exponential{1ms};
const Quantity normal = Normal{10ms, 2ms};
const Quantity log_normal = LogNormal{10ms, 0.5};
const Quantity uniform = Uniform{1ms, 9ms};
const Quantity choice = Choice{{1ms, 2ms, 5ms}, {3, 1, 0.5}};
const Quantity empirical = Choice{{1ms, 2ms, 3ms, 4ms, 5ms}, {}};

}  // namespace

TEST_CASE("the first draws of each distribution are the same on every machine") {
    CHECK(first_four(exponential) == "51325 909417 278827 258269");
    CHECK(first_four(normal) == "10249636 8505404 11400472 11430873");
    CHECK(first_four(log_normal) == "10643975 6882185 14192349 14300627");
    CHECK(first_four(uniform) == "1493696 6713163 3911389 4470835");
    CHECK(first_four(choice) == "1000000 5000000 2000000 2000000");
    CHECK(first_four(empirical) == "1000000 4000000 2000000 3000000");
}

TEST_CASE("a million draws of each distribution are the same on every machine") {
    CHECK(digest_of_a_million(exponential) == 0x01e0181156c3eb8c);
    CHECK(digest_of_a_million(normal) == 0x84b290d6f6df9bf5);
    CHECK(digest_of_a_million(log_normal) == 0x4dbdeab8221ac644);
    CHECK(digest_of_a_million(uniform) == 0x08b0dc9b3b9b6cfe);
    CHECK(digest_of_a_million(choice) == 0xbc7ba5526bcc9194);
    CHECK(digest_of_a_million(empirical) == 0xaf3188e8ed8f305f);
}

TEST_CASE("a fixed length is itself and leaves the stream alone") {
    RandomStream stream(1, "thread/a");
    const RandomStream before = stream;
    CHECK(Sampler(Duration{77'121'000}).draw(stream) == Duration{77'121'000});
    CHECK(Sampler().draw(stream) == Duration::zero());
    CHECK(stream == before);
    CHECK(Sampler(Duration{1}).is_fixed());
    CHECK_FALSE(Sampler(Duration{1}).is_zero());
    CHECK(Sampler().is_zero());
    CHECK_FALSE(Sampler(exponential).is_fixed());
    CHECK_FALSE(Sampler(Exponential{0ns}).is_zero());
}

TEST_CASE("a distribution with a single value yields it and still draws") {
    for (const Quantity& quantity :
         {Quantity{Normal{5ms, 0ms}}, Quantity{LogNormal{5ms, 0}}, Quantity{Uniform{5ms, 5ms}},
          Quantity{Choice{{5ms}, {}}}, Quantity{Choice{{5ms, 6ms}, {1, 0}}}}) {
        RandomStream stream(1, "thread/a");
        const RandomStream before = stream;
        CHECK(Sampler(quantity).draw(stream) == 5ms);
        CHECK_FALSE(stream == before);
    }
    RandomStream stream(1, "thread/a");
    CHECK(Sampler(Exponential{0ns}).draw(stream) == 0ns);
    CHECK(Sampler(LogNormal{0ns, 1e6}).draw(stream) == 0ns);
}

TEST_CASE("exponential lengths have their mean and shape") {
    const auto sample = sample_of(exponential, 300'000);
    const auto [mean, variance] = statistics::moments(sample);
    CHECK(mean == doctest::Approx(1e6).epsilon(0.006));
    CHECK(variance == doctest::Approx(1e12).epsilon(0.02));
    CHECK(statistics::kolmogorov_smirnov(sample, [](double x) {
              return statistics::exponential_distribution(x / 1e6);
          }) < 1.63);
}

TEST_CASE("normal lengths have their mean, deviation and shape") {
    const auto sample = sample_of(normal, 300'000);
    const auto [mean, variance] = statistics::moments(sample);
    CHECK(mean == doctest::Approx(1e7).epsilon(0.002));
    CHECK(std::sqrt(variance) == doctest::Approx(2e6).epsilon(0.006));
    CHECK(statistics::kolmogorov_smirnov(sample, [](double x) {
              return statistics::normal_distribution((x - 1e7) / 2e6);
          }) < 1.63);
}

TEST_CASE("negative values of a normal distribution become 0") {
    const auto sample = sample_of(Normal{1ms, 1ms}, 100'000);
    double zeros = 0;
    for (const double value : sample) {
        REQUIRE(value >= 0);
        zeros += value == 0 ? 1 : 0;
    }
    CHECK(zeros / 100'000 == doctest::Approx(0.15866).epsilon(0.03));
}

TEST_CASE("lognormal lengths have their median and shape") {
    const auto sample = sample_of(log_normal, 300'000);
    const auto [mean, variance] = statistics::moments(sample);
    CHECK(mean == doctest::Approx(1e7 * std::exp(0.125)).epsilon(0.005));
    CHECK(variance == doctest::Approx(1e14 * std::exp(0.25) * (std::exp(0.25) - 1)).epsilon(0.03));
    const auto distribution = [](double x) {
        return statistics::normal_distribution(std::log(x / 1e7) / 0.5);
    };
    CHECK(statistics::kolmogorov_smirnov(sample, distribution) < 1.63);
}

TEST_CASE("uniform lengths fill their range evenly") {
    const auto sample = sample_of(uniform, 300'000);
    const auto [mean, variance] = statistics::moments(sample);
    CHECK(mean == doctest::Approx(5e6).epsilon(0.003));
    CHECK(variance == doctest::Approx(64e12 / 12).epsilon(0.01));
    CHECK(statistics::kolmogorov_smirnov(sample, [](double x) { return (x - 1e6) / 8e6; }) < 1.63);
}

TEST_CASE("choices follow their weights, empirical ones are equally likely") {
    const auto counts_of = [](const Quantity& quantity) {
        std::vector<std::int64_t> counts(5);
        for (const double value : sample_of(quantity, 300'000)) {
            ++counts.at(static_cast<std::size_t>(value / 1e6) - 1);
        }
        return counts;
    };
    CHECK(std::fabs(statistics::chi_square_deviation(counts_of(choice),
                                                     {3 / 4.5, 1 / 4.5, 0, 0, 0.5 / 4.5})) < 3.1);
    CHECK(std::fabs(statistics::chi_square_deviation(counts_of(empirical),
                                                     {0.2, 0.2, 0.2, 0.2, 0.2})) < 3.1);
}

TEST_CASE("lengths beyond 292 years end at the longest Duration") {
    RandomStream stream(1, "thread/a");
    bool reached = false;
    for (int i = 0; i < 100; ++i) {
        for (const Quantity& quantity :
             {Quantity{Exponential{Duration::max()}}, Quantity{Normal{Duration::max(), 1s}},
              Quantity{LogNormal{1s, 1e300}}, Quantity{Uniform{0ns, Duration::max()}}}) {
            const Duration length = Sampler(quantity).draw(stream);
            REQUIRE(length >= Duration::zero());
            reached = reached || length == Duration::max();
        }
    }
    CHECK(reached);
}

TEST_CASE("copies of a sampler draw alike and are small") {
    CHECK(sizeof(Sampler) <= 32);
    const Sampler original(choice);
    const Sampler copy = original;
    RandomStream one(1, "thread/a");
    RandomStream two(1, "thread/a");
    for (int i = 0; i < 100; ++i) REQUIRE(original.draw(one) == copy.draw(two));
}

TEST_CASE("what the loader refuses cannot become a sampler") {
    CHECK_THROWS_AS(Sampler(Choice{{}, {}}), std::invalid_argument);
    CHECK_THROWS_AS(Sampler(Choice{{1ms, 2ms}, {1}}), std::invalid_argument);
    CHECK_THROWS_AS(Sampler(Choice{{1ms, 2ms}, {0, 0}}), std::invalid_argument);
    CHECK_THROWS_AS(Sampler(Uniform{2ms, 1ms}), std::invalid_argument);
}

TEST_CASE("cpu noise without sigma and drift changes nothing and draws nothing") {
    NoiseFactor noise(CpuNoise{}, RandomStream(1, "drift"));
    RandomStream stream(1, "noise/a");
    const RandomStream before = stream;
    CHECK(noise.apply(Duration::max(), stream) == Duration::max());
    CHECK(noise.next(stream) == 1);
    CHECK(stream == before);
}

TEST_CASE("sigma alone makes independent normal factors") {
    NoiseFactor noise(CpuNoise{0.05, 0, 20}, RandomStream(1, "drift"));
    RandomStream stream(1, "noise/a");
    std::vector<double> factors;
    for (int i = 0; i < 200'000; ++i) factors.push_back(noise.next(stream));
    CHECK(statistics::kolmogorov_smirnov(factors, [](double x) {
              return statistics::normal_distribution((x - 1) / 0.05);
          }) < 1.63);
}

TEST_CASE("drift alone wanders with its deviation and length, from the first segment on") {
    const double drift = 0.01;
    const double kept = std::exp(-1.0 / 20);
    std::vector<double> first;  // over many runs
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        NoiseFactor noise(CpuNoise{0, drift, 20}, RandomStream(seed, "drift"));
        RandomStream stream(seed, "noise/a");
        const RandomStream before = stream;
        first.push_back(noise.next(stream) - 1);
        REQUIRE(stream == before);
    }
    CHECK(statistics::kolmogorov_smirnov(
              first, [&](double x) { return statistics::normal_distribution(x / drift); }) < 1.63);

    NoiseFactor noise(CpuNoise{0, drift, 20}, RandomStream(1, "drift"));
    RandomStream stream(1, "noise/a");
    std::vector<double> path;
    for (int i = 0; i < 1'000'000; ++i) path.push_back(noise.next(stream) - 1);
    const auto [mean, variance] = statistics::moments(path);
    CHECK(std::fabs(mean) < 0.0003);
    CHECK(std::sqrt(variance) == doctest::Approx(drift).epsilon(0.02));
    std::vector<double> renewed;  // what each step adds: independent and normal
    for (std::size_t i = 1; i < 200'000; ++i) renewed.push_back(path[i] - kept * path[i - 1]);
    const double step = drift * std::sqrt(1 - kept * kept);
    CHECK(statistics::kolmogorov_smirnov(
              renewed, [&](double x) { return statistics::normal_distribution(x / step); }) < 1.63);
}

TEST_CASE("threads share the drift but not the noise") {
    const CpuNoise settings{0.005, 0.01, 20};
    NoiseFactor noise(settings, RandomStream(1, "drift"));
    NoiseFactor same(settings, RandomStream(1, "drift"));
    RandomStream a(1, "noise/a");
    RandomStream b(1, "noise/b");
    CHECK(noise.next(a) != same.next(b));
    RandomStream a_again(1, "noise/a");
    NoiseFactor again(settings, RandomStream(1, "drift"));
    NoiseFactor original(settings, RandomStream(1, "drift"));
    RandomStream a_first(1, "noise/a");
    CHECK(again.next(a_again) == original.next(a_first));
}

TEST_CASE("a factor is never negative") {
    NoiseFactor noise(CpuNoise{3, 3, 2}, RandomStream(1, "drift"));
    RandomStream stream(1, "noise/a");
    int zeros = 0;
    for (int i = 0; i < 1000; ++i) {
        const Duration length = noise.apply(1ms, stream);
        REQUIRE(length >= 0ns);
        zeros += length == 0ns ? 1 : 0;
    }
    CHECK(zeros > 300);
    NoiseFactor absurd(CpuNoise{1e308, 1e308, INT64_MAX}, RandomStream(1, "drift"));
    for (int i = 0; i < 1000; ++i) REQUIRE(absurd.apply(1h, stream) >= 0ns);
}

TEST_CASE("a million noisy segments are the same on every machine") {
    NoiseFactor noise(CpuNoise{0.005, 0.01, 20}, RandomStream(1, "drift"));
    RandomStream stream(1, "noise/worker-1");
    std::uint64_t digest = 0;
    for (int i = 0; i < 1'000'000; ++i) {
        digest = mixed(digest ^ static_cast<std::uint64_t>(noise.apply(10ms, stream).count()));
    }
    CHECK(digest == 0x839b2b803f4d73b2);
}

TEST_CASE("scaling is exact, with halves rounded up") {
    CHECK(scaled(Duration{1000}, {15, 10}) == Duration{1500});
    CHECK(scaled(Duration{1}, {5, 10}) == Duration{1});
    CHECK(scaled(Duration{1}, {49, 100}) == Duration{0});
    CHECK(scaled(Duration{3}, {5, 10}) == Duration{2});
    CHECK(scaled(Duration{7}, {1, 1}) == Duration{7});
    CHECK(scaled(Duration{7}, {10, 10}) == Duration{7});
    CHECK(scaled(Duration{7}, {0, 1}) == Duration{0});
    // 2^53 + 1 times 1.1, where a double has lost the last digit: 9907919180215092.3
    CHECK(scaled(Duration{9'007'199'254'740'993}, {11, 10}) == Duration{9'907'919'180'215'092});
    CHECK(scaled(Duration::max(), {999'999'999, 1'000'000'000}) ==
          Duration{9'223'372'027'631'403'770});
}

TEST_CASE("scaling down drops what is below a nanosecond") {
    CHECK(scaled_down(Duration{7}, {25, 100}) == Duration{1});
    CHECK(scaled_down(Duration{999}, {1, 1000}) == Duration{0});
    CHECK(scaled_down(Duration{100'000'000}, {25, 100}) == Duration{25'000'000});
}

TEST_CASE("scaling beyond the longest Duration ends there") {
    CHECK(scaled(Duration::max(), {1, 1}) == Duration::max());
    CHECK(scaled(Duration::max(), {11, 10}) == Duration::max());
    CHECK(scaled(Duration::max(), {INT64_MAX, 1}) == Duration::max());
    CHECK(scaled(Duration{INT64_MAX / 2 + 1}, {2, 1}) == Duration::max());
    CHECK(scaled(Duration{INT64_MAX / 2}, {2, 1}) == Duration{INT64_MAX - 1});
}

}  // namespace gvlsim
