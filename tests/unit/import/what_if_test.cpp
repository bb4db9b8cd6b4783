#include "tests/support/build.hpp"
#include "tools/import/predict.hpp"
#include "tools/import/what_if.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace std::chrono_literals;

namespace {

// Two threads that compute in bursts of `burst` and sleep between.
Scenario bursts(Duration burst) {
    const Block work{build::repeat(20, {build::cpu(burst), build::io(30ms)})};
    Scenario scenario = build::scenario("cruby-3.4", {build::thread("a", work),
                                                      build::thread("b", work)});
    return scenario;
}

}  // namespace

TEST_CASE("bursts count only as far as somebody waits") {
    const Observed present = observe(bursts(45ms));
    CHECK(bursts_beyond(present, 10ms) > 0);
    CHECK(bursts_beyond(present, 100ms) == 0);
    const Observed alone = observe(build::scenario(
        "cruby-3.4", {build::thread("a", {build::cpu(500ms)})}));
    CHECK(bursts_beyond(alone, 10ms) == 0);
}

TEST_CASE("a quantum that no burst exceeds does not matter, and the answer says so") {
    const Scenario scenario = bursts(5ms);
    const std::string text = what_if_text(scenario, vary(scenario, "quantum=10ms,50ms"));
    CHECK(text.find("does not matter") != std::string::npos);
    CHECK(text.find("0 did for 10ms, 0 did for 50ms and 0 did for 100ms") != std::string::npos);
}

TEST_CASE("variants keep everything else, and models without the knob their own quantum") {
    Scenario scenario = bursts(5ms);
    scenario.runtime.quantum = 10ms;
    const auto models = vary(scenario, "model=cruby-3.2,cruby-4.0");
    CHECK_FALSE(models.at(0).scenario.runtime.quantum);
    CHECK(models.at(1).scenario.runtime.quantum == 10ms);
    CHECK(vary(scenario, "cpu_scale=0.5").at(0).scenario.runtime.costs.cpu_scale.value() == 0.5);
}

TEST_CASE("what cannot be varied is refused") {
    Scenario scenario = bursts(5ms);
    for (const char* wish : {"quantum", "quantum=", "quantum=1.5ms", "speed=2", "model=ruby",
                             "cpu_scale=x", "quantum=10ms,"}) {
        CAPTURE(wish);
        CHECK_THROWS_AS(static_cast<void>(vary(scenario, wish)), VariantError);
    }
    scenario.runtime.model = "cruby-3.2";
    CHECK_THROWS_AS(static_cast<void>(vary(scenario, "quantum=10ms")), VariantError);
}

TEST_CASE("percentiles of stalls are nearest rank") {
    Observed observed;
    for (int stall = 1; stall <= 100; ++stall) {
        observed.stalls.push_back(std::chrono::milliseconds{101 - stall});
    }
    const Variant variant = variant_of("x", observed);
    CHECK(variant.p50 == 50ms);
    CHECK(variant.p95 == 95ms);
    CHECK(variant.p99 == 99ms);
    CHECK(variant.longest == 100ms);
}
