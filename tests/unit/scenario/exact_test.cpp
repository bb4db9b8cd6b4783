#include "models/scenario/exact.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace gvlsim;

namespace {

std::int64_t nanoseconds(std::string_view text) {
    const ReadDuration read = parse_duration(text);
    INFO(std::string{text});
    REQUIRE_MESSAGE(read.fine(), std::string{read.problem});
    return read.value.count();
}

bool refused(std::string_view text) { return !parse_duration(text).fine(); }

}  // namespace

TEST_CASE("durations become whole nanoseconds without rounding") {
    CHECK(nanoseconds("0ns") == 0);
    CHECK(nanoseconds("1us") == 1'000);
    CHECK(nanoseconds("77.121ms") == 77'121'000);
    CHECK(nanoseconds("48.59ms") == 48'590'000);
    CHECK(nanoseconds("61.070703s") == 61'070'703'000);
    CHECK(nanoseconds("1.5min") == 90'000'000'000);
    CHECK(nanoseconds("0.1s") == 100'000'000);  // no binary fraction is exactly a tenth
    CHECK(nanoseconds("00012.3400us") == 12'340);
}

TEST_CASE("digits below one nanosecond must be zero") {
    CHECK(nanoseconds("1.000ns") == 1);
    CHECK(nanoseconds("1.0000000010s") == 1'000'000'001);
    CHECK(nanoseconds("0.00000000005min") == 3);  // eleven digits, and still whole
    CHECK(nanoseconds("0.50000000000000000000000000000000000000s") == 500'000'000);
    CHECK(refused("1.5ns"));
    CHECK(refused("0.0001us"));
    CHECK(refused("0.0000000001s"));
    CHECK(refused("0.00000000001min"));
    CHECK(refused("0.00000000000000000000000000000000000001s"));
}

TEST_CASE("a duration beyond 2^63-1 ns is refused and never wraps") {
    CHECK(nanoseconds("9223372036854775807ns") == 9'223'372'036'854'775'807);
    CHECK(nanoseconds("9223372036.854775807s") == 9'223'372'036'854'775'807);
    CHECK(refused("9223372036854775808ns"));
    CHECK(refused("9223372036.854775808s"));
    CHECK(refused("18446744073709551616ns"));
    CHECK(refused("153722868min"));
    CHECK(refused("340282366920938463463374607431768211456s"));
    CHECK(refused(std::string(100'000, '9') + "s"));
}

TEST_CASE("signs, blanks, exponents and other units are no durations") {
    for (const char* text : {"", "1", "ms", "-1ms", "+1ms", " 1ms", "1 ms", "1ms ", "1e3ms", ".5s",
                             "1.s", "1,5s", "1h", "1sec", "1MS", "1.2.3s", "0x1s", "1µs"}) {
        CHECK_MESSAGE(refused(text), text);
    }
}

TEST_CASE("integers are whole or nothing") {
    CHECK(parse_integer("9223372036854775807") == 9'223'372'036'854'775'807);
    CHECK(parse_integer("-9223372036854775808").has_value());
    CHECK_FALSE(parse_integer("9223372036854775808"));
    CHECK(parse_unsigned("18446744073709551615") == 18'446'744'073'709'551'615U);
    CHECK_FALSE(parse_unsigned("18446744073709551616"));
    for (const char* text : {"", "-0", "-1", "1.0", "1e3", "0x10", " 1"}) {
        CHECK_FALSE_MESSAGE(parse_unsigned(text), text);
    }
}

TEST_CASE("decimals keep what was written") {
    CHECK(parse_decimal("0.25") == Decimal{25, 100});
    CHECK(parse_decimal("1.50") == Decimal{15, 10});
    CHECK(parse_decimal("3") == Decimal{3, 1});
    CHECK(parse_decimal("2.5e-1") == Decimal{25, 100});
    CHECK(parse_decimal("1E+2") == Decimal{100, 1});
    CHECK(parse_decimal("0.000000001") == Decimal{1, 1'000'000'000});
    CHECK_FALSE(parse_decimal("0.0000000001"));
    CHECK_FALSE(parse_decimal("9223372036854775808"));
    CHECK_FALSE(parse_decimal("1e400"));
    CHECK_FALSE(parse_decimal("-0.5"));
    CHECK_FALSE(parse_decimal("-0"));
}
