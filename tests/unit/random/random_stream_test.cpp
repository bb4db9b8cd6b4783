#include "sim/random.hpp"

#include "tests/unit/random/statistics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace gvlsim {

TEST_CASE("SplitMix64 gives the published sequence from state 0") {
    // From its authors' reference code with x = 0; `mixed` of the multiples of the step.
    CHECK(mixed(1 * StreamKey::step) == 0xe220a8397b1dcdaf);
    CHECK(mixed(2 * StreamKey::step) == 0x6e789e6aa1b965f4);
    CHECK(mixed(3 * StreamKey::step) == 0x06c45d188009454f);
}

TEST_CASE("a stream begins with the same numbers on every machine and at compile time") {
    constexpr std::uint64_t first = [] { return RandomStream(1, "thread/worker-1").next(); }();
    RandomStream stream(1, "thread/worker-1");
    CHECK(first == stream.next());
    CHECK(first == 0x0fcc5bec14a3cbcb);
    CHECK(stream.next() == 0xb6d23a11471464a2);
    CHECK(stream.next() == 0x5d2a1a49373bc2d1);
    CHECK(RandomStream(2, "thread/worker-1").next() == 0x623bbab508d93219);
    CHECK(RandomStream(1, "drift").next() == 0xae80394ed8d94569);
    // Letters are bytes from 0 to 255, whether or not char has a sign.
    CHECK(RandomStream(1, "noise/Zoë").next() == 0x30fc6ffe4b784843);
    CHECK(RandomStream(1, "").next() == 0x6ec85f1f8547bc0c);
}

TEST_CASE("a name made of parts is the name written in one") {
    CHECK(RandomStream(7, "thread/", "worker", '-', 1) == RandomStream(7, "thread/worker-1"));
    CHECK(RandomStream(7, "task/", "main", '/', 17) == RandomStream(7, "task/main/17"));
    CHECK(RandomStream(7, "task/", "main", '/', 0) == RandomStream(7, "task/main/0"));
    CHECK(RandomStream(7, "", "", '-', UINT64_MAX) == RandomStream(7, "-18446744073709551615"));
    const StreamKey workers = StreamKey(7).text("thread/").text("worker-");
    for (std::uint64_t number = 1; number < 2000; ++number) {
        const std::string name = "thread/worker-" + std::to_string(number);
        REQUIRE(RandomStream(workers.number(number)) == RandomStream(7, name));
    }
}

TEST_CASE("a million names and a thousand seeds all give different streams") {
    std::vector<std::uint64_t> first;
    for (std::uint64_t number = 0; number < 500'000; ++number) {
        first.push_back(RandomStream(1, "thread/", "worker", '-', number).next());
        first.push_back(RandomStream(1, "noise/", "worker", '-', number).next());
    }
    for (std::uint64_t seed = 2; seed < 1000; ++seed) {
        first.push_back(RandomStream(seed, "drift").next());
    }
    std::sort(first.begin(), first.end());
    CHECK(std::adjacent_find(first.begin(), first.end()) == first.end());
}

TEST_CASE("one bit of the seed or of the name changes half the bits of the stream") {
    double changed = 0;
    double changes = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const std::string name = "thread/t" + std::to_string(seed);
        const std::uint64_t base = RandomStream(seed, name).next();
        for (int bit = 0; bit < 64; ++bit) {
            const std::uint64_t other = seed ^ (std::uint64_t{1} << bit);
            changed += std::popcount(base ^ RandomStream(other, name).next());
            changes += 1;
        }
        for (std::size_t i = 0; i < name.size(); ++i) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string other = name;
                other[i] = static_cast<char>(static_cast<unsigned char>(other[i]) ^ (1u << bit));
                changed += std::popcount(base ^ RandomStream(seed, other).next());
                changes += 1;
            }
        }
    }
    CHECK(changed / changes == doctest::Approx(32).epsilon(0.002));
}

TEST_CASE("streams of different names and neighbouring seeds are uncorrelated") {
    const int streams = 60;
    const int draws = 4000;
    std::vector<std::vector<double>> all;
    for (int number = 0; number < streams; ++number) {
        RandomStream stream = number < streams / 2
                                  ? RandomStream(1, "thread/", "worker", '-', unsigned(number))
                                  : RandomStream(unsigned(number), "thread/worker-1");
        std::vector<double>& values = all.emplace_back();
        for (int i = 0; i < draws; ++i) values.push_back(stream.unit() - 0.5);
    }
    double worst = 0;
    std::vector<double> correlations;
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            double sum = 0;
            for (std::size_t i = 0; i < all[a].size(); ++i) sum += all[a][i] * all[b][i];
            correlations.push_back(sum * 12 / std::sqrt(double(draws)));  // standard normal
            worst = std::max(worst, std::fabs(correlations.back()));
        }
    }
    CHECK(worst < 4.5);  // 1770 pairs
    CHECK(statistics::kolmogorov_smirnov(correlations, statistics::normal_distribution) < 1.63);
}

TEST_CASE("adding a thread leaves the draws of the others as they were") {
    const auto draws_of_b = [](const std::vector<std::string>& names) {
        std::vector<RandomStream> streams;
        std::vector<std::uint64_t> draws;
        for (const std::string& name : names) streams.emplace_back(1, "thread/" + name);
        for (int round = 0; round < 100; ++round) {
            for (std::size_t i = 0; i < names.size(); ++i) {
                const std::uint64_t value = streams[i].next();
                if (names[i] == "b") draws.push_back(value);
            }
        }
        return draws;
    };
    const auto alone = draws_of_b({"b"});
    CHECK(draws_of_b({"a", "b", "c"}) == alone);
    CHECK(draws_of_b({"c", "x", "a", "b"}) == alone);
}

TEST_CASE("unit lies strictly between 0 and 1 and is uniform") {
    CHECK((static_cast<double>((UINT64_MAX >> 12)) + 0.5) * 0x1p-52 < 1);
    RandomStream stream(1, "unit");
    std::vector<double> sample;
    for (int i = 0; i < 1'000'000; ++i) sample.push_back(stream.unit());
    CHECK(*std::min_element(sample.begin(), sample.end()) > 0);
    CHECK(*std::max_element(sample.begin(), sample.end()) < 1);
    const auto [mean, variance] = statistics::moments(sample);
    CHECK(mean == doctest::Approx(0.5).epsilon(0.002));
    CHECK(variance == doctest::Approx(1.0 / 12).epsilon(0.005));
    CHECK(statistics::kolmogorov_smirnov(sample, [](double x) { return x; }) < 1.63);
}

TEST_CASE("below(n) yields each number equally often") {
    RandomStream stream(1, "below");
    for (const std::uint64_t n : {2u, 3u, 7u, 10u, 100u, 1000u}) {
        std::vector<std::int64_t> counts(n);
        for (int i = 0; i < 300'000; ++i) ++counts.at(stream.below(n));
        const std::vector<double> chances(n, 1 / static_cast<double>(n));
        CAPTURE(n);
        CHECK(std::fabs(statistics::chi_square_deviation(counts, chances)) < 3.1);
    }
}

TEST_CASE("below(n) is unbiased where n does not divide 2^64 by far") {
    // With n = 3 * 2^62, multiplying without rejection would give multiples of 3 twice as often.
    RandomStream stream(1, "below");
    std::vector<std::int64_t> counts(3);
    for (int i = 0; i < 300'000; ++i) ++counts[stream.below(std::uint64_t{3} << 62) % 3];
    CHECK(std::fabs(statistics::chi_square_deviation(counts, {1. / 3, 1. / 3, 1. / 3})) < 3.1);
}

TEST_CASE("below(1) is 0 and below(0) stands for 2^64") {
    RandomStream stream(1, "below");
    RandomStream same = stream;
    CHECK(stream.below(1) == 0);
    CHECK(same.next() != 0);
    CHECK(stream.below(0) == same.next());
}

}  // namespace gvlsim
