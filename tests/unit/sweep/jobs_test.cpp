#include "tools/sweep/jobs.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

using namespace gvlsim;

TEST_CASE("Every piece of work is done exactly once, however many threads share it") {
    for (const std::size_t count : {0, 1, 2, 63, 64, 65, 1000, 10'007}) {
        for (const std::size_t jobs : {1, 2, 3, 7, 64}) {
            CAPTURE(count);
            CAPTURE(jobs);
            std::vector<std::atomic<int>> times(count);
            for_all(count, jobs, [&](std::size_t index) { ++times[index]; });
            std::size_t once = 0;
            for (const std::atomic<int>& number : times) { once += number == 1 ? 1 : 0; }
            CHECK(once == count);
        }
    }
}

TEST_CASE("Progress counts pieces up to all of them with one thread") {
    std::vector<std::size_t> told;
    for_all(500, 1, [](std::size_t) {}, [&](std::size_t done) { told.push_back(done); });
    REQUIRE(!told.empty());
    CHECK(told.back() == 500);
    for (std::size_t index = 1; index < told.size(); ++index) {
        CHECK(told[index] > told[index - 1]);
    }
}

TEST_CASE("What a piece of work throws is thrown to the caller when all threads have ended") {
    for (const std::size_t jobs : {1, 2, 8}) {
        const auto work = [](std::size_t index) {
            if (index == 77) { throw std::runtime_error{"piece 77"}; }
        };
        CHECK_THROWS_WITH_AS(for_all(1000, jobs, work), "piece 77", std::runtime_error);
    }
}
