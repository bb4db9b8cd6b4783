#include "models/report/format.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace gvlsim {

TEST_CASE("milliseconds are rounded half to even") {
    CHECK(milliseconds(Duration{12'030'876'000}) == "12030.876");
    CHECK(milliseconds(Duration{500}) == "0.000");
    CHECK(milliseconds(Duration{1'500}) == "0.002");
    CHECK(milliseconds(Duration{2'500}) == "0.002");
    CHECK(milliseconds(Duration{2'501}) == "0.003");
    CHECK(milliseconds(Duration{999'999'500}) == "1000.000");
}

TEST_CASE("milliseconds take any number of decimals down to the nanosecond") {
    CHECK(milliseconds(Duration{1'234'567}, 0) == "1");
    CHECK(milliseconds(Duration{1'500'000}, 0) == "2");
    CHECK(milliseconds(Duration{1'250'000}, 1) == "1.2");
    CHECK(milliseconds(Duration{1'234'567}, 6) == "1.234567");
}

TEST_CASE("negative lengths keep their sign unless they round to nothing") {
    CHECK(milliseconds(Duration{-1'500'000}) == "-1.500");
    CHECK(milliseconds(Duration{-500}) == "0.000");
    CHECK(milliseconds(Duration::min()) == "-9223372036854.776");
}

TEST_CASE("the longest duration is shown to the last digit") {
    CHECK(milliseconds(Duration::max(), 6) == "9223372036854.775807");
    CHECK(exact_duration(Duration::max()) == "9223372036.854775807s");
}

TEST_CASE("exact durations are written as in scenario files") {
    CHECK(exact_duration(Duration{0}) == "0ns");
    CHECK(exact_duration(Duration{999}) == "999ns");
    CHECK(exact_duration(Duration{1'500}) == "1.5us");
    CHECK(exact_duration(Duration{77'121'000}) == "77.121ms");
    CHECK(exact_duration(Duration{100'000'000}) == "100ms");
    CHECK(exact_duration(Duration{12'500'000'000}) == "12.5s");
    CHECK(exact_duration(Duration{1'000'000'001}) == "1.000000001s");
}

TEST_CASE("shares are shown as percent, differences with a sign") {
    CHECK(percent(0.359, 1) == "35.9 %");
    CHECK(signed_percent(0.0031, 2) == "+0.31 %");
    CHECK(signed_percent(-0.0507, 2) == "-5.07 %");
}

TEST_CASE("nothing is ever minus zero") {
    CHECK(fixed(-0.0004, 3) == "0.000");
    CHECK(fixed(-0.0, 0) == "0");
    CHECK(signed_percent(-0.00001, 2) == "+0.00 %");
}

TEST_CASE("one thing is singular, none and several are plural") {
    CHECK(counted(1, "thread", "threads") == "1 thread");
    CHECK(counted(0, "thread", "threads") == "0 threads");
    CHECK(counted(std::numeric_limits<std::uint64_t>::max(), "tick", "ticks") ==
          "18446744073709551615 ticks");
}

}  // namespace gvlsim
