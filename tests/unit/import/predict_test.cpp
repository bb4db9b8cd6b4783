// One recording of a program foretells another: the fib/sleep pair, made on one machine with a
// quantum of 10 and of 100 ms.
#include "tests/unit/import/importing.hpp"
#include "tools/import/predict.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

Import recording(const char* name) { return import_recording({shared_trace(name), {}, {}}); }

double change_of(Duration value, Duration from) {
    return static_cast<double>(value.count()) / static_cast<double>(from.count()) - 1;
}

}  // namespace

TEST_CASE("for equal work a recording at one quantum foretells the one at the other") {
    const Import at_10 = recording("fib_sleep_q10");
    const Import at_100 = recording("fib_sleep_q100");
    for (const bool forward : {true, false}) {
        CAPTURE(forward);
        const Prediction prediction = forward ? predict(at_100, at_10) : predict(at_10, at_100);
        CHECK(prediction.holds());
        CHECK(std::abs(prediction.equal_error()) < 0.001);
        CHECK(std::abs(change_of(prediction.equal_wait, prediction.other_wait)) < 0.05);
        // Raw it misses by what the runs did differently: more than nothing, but no more than that.
        const double cpu = std::abs(change_of(prediction.other_cpu, prediction.cpu));
        const double waiting = std::abs(change_of(prediction.other_waiting, prediction.waiting));
        CHECK(std::abs(prediction.raw_error()) > 0.03);
        CHECK(std::abs(prediction.raw_error()) <= std::max(cpu, waiting));
        const std::string text = to_text(prediction, "the other");
        CHECK(text.find("sums the end is within 3 %") != std::string::npos);
    }
}

TEST_CASE("a recording foretells itself, raw as well") {
    const Import import = recording("fib_sleep_q10");
    const Prediction prediction = predict(import, import);
    CHECK(prediction.cpu == prediction.other_cpu);
    CHECK(prediction.raw_end == prediction.equal_end);
    CHECK(std::abs(prediction.raw_error()) < 0.001);
}

TEST_CASE("a prediction that misses for equal work says so") {
    Prediction prediction;
    prediction.other_end = std::chrono::milliseconds{100};
    prediction.equal_end = std::chrono::milliseconds{104};
    prediction.raw_end = std::chrono::milliseconds{100};
    CHECK_FALSE(prediction.holds());
    const std::string text = to_text(prediction, "the other");
    CHECK(text.find("sums the end is not within 3 %") != std::string::npos);
}
