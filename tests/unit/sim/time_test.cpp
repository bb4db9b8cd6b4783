#include "sim/time.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <type_traits>

using namespace gvlsim;
using namespace std::chrono_literals;

namespace {

template <typename T>
concept HasNow = requires { T::now(); };
template <typename T>
concept Addable = requires(T a, T b) { a + b; };

}  // namespace

TEST_CASE("Time cannot be mistaken: no clock to read, no sum of instants, no fractions") {
    static_assert(!HasNow<VirtualClock>);
    static_assert(!Addable<Instant>);
    static_assert(!std::is_convertible_v<std::chrono::duration<double>, Duration>);
    static_assert(!std::is_convertible_v<Duration, Instant>);
    static_assert(!std::is_convertible_v<std::int64_t, Duration>);
    static_assert(std::is_convertible_v<std::chrono::milliseconds, Duration>);
    CHECK(start_of_time.time_since_epoch() == Duration::zero());
    CHECK(end_of_time.time_since_epoch().count() == INT64_MAX);
}

TEST_CASE("A sum that does not fit is the end of time and never a wrapped number") {
    CHECK(later(start_of_time, 1s) == Instant{Duration{1'000'000'000}});
    CHECK(later(later(start_of_time, 1s), -1s) == start_of_time);
    CHECK(later(start_of_time, Duration::max()) == end_of_time);
    CHECK(later(Instant{1ns}, Duration::max() - 1ns) == end_of_time);
    CHECK(later(Instant{1ns}, Duration::max()) == end_of_time);
    CHECK(later(Instant{Duration::max() - 1ns}, 1ns) == end_of_time);
    CHECK(later(Instant{Duration::max() - 1ns}, 2ns) == end_of_time);
    CHECK(later(end_of_time, 1ns) == end_of_time);
    CHECK(later(Instant{Duration::max() - 5ns}, 4ns) < end_of_time);
}
