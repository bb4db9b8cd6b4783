#include "sim/exact_math.hpp"

#include "sim/random.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace gvlsim {

namespace {

// Where long double is no better than double, libm's own last digit is allowed for.
constexpr double reference_error = std::numeric_limits<long double>::digits > 53 ? 0 : 0x1p-52;

double relative_error(double result, long double reference) {
    if (reference == 0) return std::fabs(result);
    return static_cast<double>(std::fabs((result - reference) / reference)) - reference_error;
}

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

// A positive number of any size, subnormal ones included.
double any_positive(RandomStream& stream) {
    for (;;) {
        const double value = std::bit_cast<double>(stream.next() >> 1);
        if (value > 0 && value < exact_math::infinity) return value;
    }
}

}  // namespace

TEST_CASE("log is within 2^-52 of libm's over the whole range and around 1") {
    RandomStream stream(1, "log");
    double worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double wide = any_positive(stream);
        const double narrow = 0.5 + 1.5 * stream.unit();
        const double distance = std::ldexp(stream.unit() - 0.5, -i % 50);
        for (const double x : {wide, narrow, 1 + distance}) {
            const long double reference = std::log(static_cast<long double>(x));
            worst = std::max(worst, relative_error(exact_math::log(x), reference));
        }
    }
    CHECK(worst < 0x1p-52);
}

TEST_CASE("exp is within 2^-52 of libm's wherever the result is a normal number") {
    RandomStream stream(1, "exp");
    double worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double wide = -708.3 + stream.unit() * (708.3 + 709.7);
        const double narrow = 4 * (stream.unit() - 0.5);
        for (const double x : {wide, narrow, std::ldexp(narrow, -i % 50)}) {
            const long double reference = std::exp(static_cast<long double>(x));
            worst = std::max(worst, relative_error(exact_math::exp(x), reference));
        }
    }
    CHECK(worst < 0x1p-52);
}

TEST_CASE("expm1 is within 6e-16 of libm's, also near 0") {
    RandomStream stream(1, "expm1");
    double worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double narrow = 4 * (stream.unit() - 0.5);
        for (const double x : {narrow, std::ldexp(narrow, -i % 60), -40 * stream.unit()}) {
            const long double reference = std::expm1(static_cast<long double>(x));
            worst = std::max(worst, relative_error(exact_math::expm1(x), reference));
        }
    }
    CHECK(worst < 6e-16);
}

TEST_CASE("sqrt is within 2^-52 of the true root over the whole range") {
    RandomStream stream(1, "sqrt");
    double worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double x = any_positive(stream);
        const long double reference = std::sqrt(static_cast<long double>(x));
        worst = std::max(worst, relative_error(exact_math::sqrt(x), reference));
    }
    CHECK(worst < 0x1p-52);
}

TEST_CASE("values at the edges are those of IEEE functions") {
    using namespace exact_math;
    CHECK(exact_math::log(1) == 0);
    CHECK(exact_math::log(0) == -infinity);
    CHECK(exact_math::log(infinity) == infinity);
    CHECK(std::isnan(exact_math::log(-1)));
    CHECK(std::isnan(exact_math::log(not_a_number)));
    CHECK(exact_math::log(5e-324) == doctest::Approx(-744.4400719213812).epsilon(1e-15));

    CHECK(exact_math::exp(0) == 1);
    CHECK(exact_math::exp(-0.0) == 1);
    CHECK(exact_math::exp(709.78) == doctest::Approx(std::exp(709.78)).epsilon(1e-15));
    CHECK(exact_math::exp(709.79) == infinity);
    CHECK(exact_math::exp(infinity) == infinity);
    CHECK(exact_math::exp(-745.13) == 5e-324);
    CHECK(exact_math::exp(-745.14) == 0);
    CHECK(exact_math::exp(-infinity) == 0);
    CHECK(std::isnan(exact_math::exp(not_a_number)));

    CHECK(exact_math::expm1(0) == 0);
    CHECK(exact_math::expm1(1e-300) == 1e-300);
    CHECK(exact_math::expm1(-infinity) == -1);
    CHECK(exact_math::expm1(infinity) == infinity);

    CHECK(exact_math::sqrt(0) == 0);
    CHECK(exact_math::sqrt(4) == 2);
    CHECK(exact_math::sqrt(0x1p-1074) == 0x1p-537);
    CHECK(exact_math::sqrt(infinity) == infinity);
    CHECK(std::isnan(exact_math::sqrt(-1)));
}

TEST_CASE("the compiler computes the same bits as the machine") {
    constexpr double log_ten = exact_math::log(10);
    constexpr double e = exact_math::exp(1);
    constexpr double tiny = exact_math::exp(-740);
    constexpr double root = exact_math::sqrt(2);
    volatile double ten = 10, one = 1, low = -740, two = 2;
    CHECK(bits_of(log_ten) == bits_of(exact_math::log(ten)));
    CHECK(bits_of(e) == bits_of(exact_math::exp(one)));
    CHECK(bits_of(tiny) == bits_of(exact_math::exp(low)));
    CHECK(bits_of(root) == bits_of(exact_math::sqrt(two)));
}

TEST_CASE("a million results have the same bits on every machine") {
    RandomStream stream(1, "bits");
    std::uint64_t digest = 0;
    for (int i = 0; i < 250'000; ++i) {
        const double x = any_positive(stream);
        const double y = 1500 * (stream.unit() - 0.5);
        for (const double result : {exact_math::log(x), exact_math::sqrt(x), exact_math::exp(y),
                                    exact_math::expm1(y / 1000)}) {
            digest = mixed(digest ^ bits_of(result));
        }
    }
    CHECK(digest == 0xb85e061333351463);
}

TEST_CASE("the build neither fuses nor reorders floating point operations") {
    volatile double above = 1 + 0x1p-30, below = 1 - 0x1p-30, minus_one = -1, huge = 0x1p60;
    const double a = above, b = below, c = minus_one, d = huge;
    CHECK(a * b + c == 0);  // fused: -2^-60
    CHECK((c + d) - d == 0);
}

}  // namespace gvlsim
