#include "models/scenario/load.hpp"
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

std::string answer(Scenario scenario, const std::vector<std::string>& wishes) {
    const Present present{scenario};
    const Runtime runtime = scenario.runtime;
    std::vector<Variant> variants;
    for (const std::string& wish : wishes) {
        for (const RuntimeVariant& one : vary(runtime, wish)) {
            scenario.runtime = one.runtime;
            variants.push_back(variant_of(one.name, scenario));
        }
    }
    return what_if_text(present, variants);
}

}  // namespace

TEST_CASE("bursts count only as far as somebody waits") {
    const Observed present = observe(bursts(45ms));
    CHECK(bursts_beyond(present, 10ms).count > 0);
    CHECK(bursts_beyond(present, 10ms).cpu >= 45ms);
    CHECK(bursts_beyond(present, 100ms).count == 0);
    const Observed alone = observe(build::scenario(
        "cruby-3.4", {build::thread("a", {build::cpu(500ms)})}));
    CHECK(bursts_beyond(alone, 10ms).count == 0);
}

TEST_CASE("a quantum that no burst exceeds does not matter, and the answer says so") {
    const std::string text = answer(bursts(5ms), {"quantum=10ms,50ms"});
    CHECK(text.find("does not matter") != std::string::npos);
    CHECK(text.find("10ms: 0, 50ms: 0, 100ms: 0.") != std::string::npos);
}

TEST_CASE("a quantum that cuts long bursts matters, and the answer says how much they computed") {
    const std::string text = answer(bursts(45ms), {"quantum=10ms"});
    CHECK(text.find("does not matter") == std::string::npos);
    CHECK(text.find("10ms: 0") == std::string::npos);
    CHECK(text.find("of all cpu)") != std::string::npos);
}

TEST_CASE("that a single tick also cuts short bursts is told") {
    const Block work{build::repeat(200, {build::cpu(3ms), build::io(7ms)})};
    const Scenario scenario = build::scenario(
        "cruby-3.4", {build::thread("a", work), build::thread("b", work), build::thread("c", work),
                      build::thread("d", work)});
    const std::string text = answer(scenario, {"quantum=10ms"});
    CHECK(text.find("10ms: 0") != std::string::npos);
    CHECK(text.find("Ticks cut shorter ones too") != std::string::npos);
    CHECK(answer(scenario, {"quantum=100ms"}).find("Ticks cut") == std::string::npos);
}

TEST_CASE("spans stand in a table of their own, and only where there are some") {
    Scenario scenario = bursts(45ms);
    CHECK(answer(scenario, {"quantum=10ms"}).find("change of p99") == std::string::npos);
    const std::string file = R"({"format": 1, "runtime": {"model": "cruby-3.4"}, "threads": [
      {"name": "w", "count": 2, "do": [{"repeat": 9, "do": [
        {"span": "request", "do": [{"cpu": "30ms"}, {"io": "7ms"}]}]}]}]})";
    const auto loaded = load_scenario(file, "spans.json");
    REQUIRE(loaded.file);
    const std::string text = answer(loaded.file->scenario(0), {"quantum=10ms"});
    CHECK(text.find("request  as it is") != std::string::npos);
    CHECK(text.find("request  10ms") != std::string::npos);
}

TEST_CASE("nothing is concluded from a variant that did not come to its end") {
    const Present present{bursts(5ms)};
    Variant cut = variant_of("cut", bursts(45ms));
    cut.completed = false;
    CHECK(what_if_text(present, {cut}).find("The change") == std::string::npos);
}

TEST_CASE("variants keep everything else, and models without the knob their own quantum") {
    Scenario scenario = bursts(5ms);
    scenario.runtime.quantum = 10ms;
    const auto models = vary(scenario.runtime, "model=cruby-3.2,cruby-4.0");
    CHECK_FALSE(models.at(0).runtime.quantum);
    CHECK(models.at(1).runtime.quantum == 10ms);
    CHECK(vary(scenario.runtime, "cpu_scale=0.5").at(0).runtime.costs.cpu_scale.value() == 0.5);
}

TEST_CASE("what cannot be varied is refused") {
    Scenario scenario = bursts(5ms);
    for (const char* wish : {"quantum", "quantum=", "quantum=1.5ms", "speed=2", "model=ruby",
                             "cpu_scale=x", "quantum=10ms,"}) {
        CAPTURE(wish);
        CHECK_THROWS_AS(static_cast<void>(vary(scenario.runtime, wish)), VariantError);
    }
    scenario.runtime.model = "cruby-3.2";
    CHECK_THROWS_AS(static_cast<void>(vary(scenario.runtime, "quantum=10ms")), VariantError);
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
}
