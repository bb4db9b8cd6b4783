#include "models/scenario/platforms.hpp"
#include "tests/unit/scenario/loading.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

std::string with_runtime(std::string_view members) {
    return R"({"format": 1, "runtime": {)" + std::string{members} + R"(}, "main": {"do": []}})";
}

Runtime runtime(std::string_view members) {
    return good(with_runtime(members)).scenario(0).runtime;
}

std::string runtime_mistakes(std::string_view members) { return mistakes(with_runtime(members)); }

constexpr Quantity microseconds(std::int64_t count) { return Duration{count * 1'000}; }

}  // namespace

TEST_CASE("the ideal platform costs nothing") {
    const Runtime read = runtime(R"("model": "cruby-3.4")");
    CHECK(read.platform == "ideal");
    CHECK(read.costs == Costs{});
    CHECK(read.ties == Ties::completion_first);
    CHECK_FALSE(read.quantum);
}

TEST_CASE("linux and macos have the costs of the contract") {
    const Costs old = runtime(R"("model": "cruby-2.3", "platform": "linux")").costs;
    CHECK(old.hand_over == microseconds(10));
    CHECK(old.resume == microseconds(20));
    CHECK(old.timer_wake == microseconds(40));
    CHECK(old.tick_overshoot == microseconds(55));
    CHECK(old.sleep_overshoot.length == microseconds(55));
    CHECK(old.create == microseconds(30));
    CHECK(old.spawn == microseconds(50));
    CHECK(old.submit == microseconds(30));
    CHECK(old.check == microseconds(0));
    CHECK(old.cpu_scale == Decimal{1, 1});
    CHECK(old.cpu_noise.none());
    const Costs present = runtime(R"("model": "cruby-3.3", "platform": "linux")").costs;
    CHECK(present.tick_overshoot == microseconds(100));
    const Costs macos = runtime(R"("model": "cruby-3.4", "platform": "macos")").costs;
    CHECK(macos.tick_overshoot == microseconds(1500));
    CHECK(macos.sleep_overshoot.fraction == Decimal{25, 100});
    CHECK(macos.sleep_overshoot.maximum == Duration{4'700'000});
    CHECK(macos.create == microseconds(0));
    CHECK(macos.submit == microseconds(180));
}

TEST_CASE("single costs replace those of the platform") {
    const Costs costs = runtime(R"("model": "cruby-2.3", "platform": "linux", "costs": {
        "switch": 0, "create": {"uniform": [1, 2]}, "cpu_scale": 1.25,
        "sleep_overshoot": {"fraction": 0.125, "max": "1ms"},
        "cpu_noise": {"sigma": 0.005, "drift": 0.01, "drift_length": 20}})")
                            .costs;
    CHECK(costs.hand_over == microseconds(0));
    CHECK(costs.create == Quantity{Uniform{Duration{1}, Duration{2}}});
    CHECK(costs.resume == microseconds(20));
    CHECK(costs.cpu_scale == Decimal{125, 100});
    CHECK(costs.sleep_overshoot.fraction == Decimal{125, 1000});
    CHECK(costs.cpu_noise == CpuNoise{0.005, 0.01, 20});
    const Costs plain =
        runtime(R"("model": "none", "platform": "macos", "costs": {"sleep_overshoot": "5us"})")
            .costs;
    CHECK(plain.sleep_overshoot == SleepOvershoot{microseconds(5), std::nullopt, Duration::max()});
}

TEST_CASE("costs that cannot be are mistakes") {
    for (const char* cost :
         {R"("swich": 1)", R"("switch": -1)", R"("switch": "10")", R"("cpu_scale": 0)",
          R"("cpu_scale": -1)", R"("cpu_scale": "2")", R"("cpu_scale": 1000000)",
          R"("cpu_scale": 1.0000000001)", R"("cpu_noise": 0.1)", R"("cpu_noise": {"sigma": -1})",
          R"("cpu_noise": {"drift_length": 0})", R"("cpu_noise": {"drift_length": 1.5})",
          R"("cpu_noise": {"sigm": 1})", R"("sleep_overshoot": {"max": 1})",
          R"("sleep_overshoot": {"fraction": -0.1, "max": 1})",
          R"("sleep_overshoot": {"fraction": 0.1, "max": "1"})", R"("sleep_overshoot": null)"}) {
        CHECK_MESSAGE(
            !runtime_mistakes(R"("model": "none", "costs": {)" + std::string{cost} + "}").empty(),
            cost);
    }
}

TEST_CASE("runtimes that do not exist are answered with the nearest") {
    const Loaded loaded = load(with_runtime(R"("model": "crubi-3.4")"));
    REQUIRE(loaded.diagnostics.errors() == 1);
    CHECK(headline(loaded.diagnostics.shown()[0]) ==
          "f.json:1:36: error: there is no runtime \"crubi-3.4\" (at /runtime/model)");
    CHECK(loaded.diagnostics.shown()[0].hint == "did you mean `cruby-3.4`?");
    CHECK(runtime(R"("model": "cruby-2.3.8")").model == "cruby-2.3.8");
    CHECK_FALSE(runtime_mistakes(R"("model": 3.4)").empty());
    CHECK_FALSE(runtime_mistakes("").empty());
}

TEST_CASE("a quantum that this runtime cannot have is a mistake") {
    CHECK(runtime(R"("model": "cruby-3.4", "quantum": "15ms")").quantum == Duration{15'000'000});
    CHECK(runtime(R"("model": "cruby-2.3", "quantum": "100ms")").quantum == Duration{100'000'000});
    for (const char* members :
         {R"("model": "cruby-3.3", "quantum": "10ms")",
          R"("model": "cruby-2.3", "quantum": "50ms")",
          R"("model": "cruby-3.4", "quantum": "1.5ms")", R"("model": "cruby-3.4", "quantum": 0)",
          R"("model": "cruby-3.4", "quantum": "4294967296ms")",
          R"("model": "none", "quantum": "100ms")", R"("model": "instant", "quantum": "1ms")",
          R"("model": "cruby-3.4", "quantum": "fast")"}) {
        CHECK_MESSAGE(contains(runtime_mistakes(members), "(at /runtime/quantum)"), members);
    }
    // Ruby takes this one, but wraps it.
    const Loaded odd = load(with_runtime(R"("model": "cruby-3.4", "quantum": "4294967295ms")"));
    CHECK(odd.file);
    CHECK(odd.diagnostics.warnings() == 1);
}

TEST_CASE("ties and platforms are known words") {
    CHECK(runtime(R"("model": "none", "ties": "wake-first")").ties == Ties::wake_first);
    CHECK(contains(runtime_mistakes(R"("model": "none", "ties": "wakefirst")"),
                   "\"completion-first\" or \"wake-first\""));
    CHECK(contains(runtime_mistakes(R"("model": "none", "platform": "Linux2")"),
                   "there is no platform \"Linux2\""));
}

TEST_CASE("pools have the settings of concurrent-ruby") {
    const auto pools = [](const char* pool) {
        return file_with(R"("pools": {"p": )" + std::string{pool} + "}, ");
    };
    const auto pool = [&](const char* text) { return good(pools(text)).scenario(0).pools.at(0); };
    const PoolSettings fixed = pool(R"({"kind": "fixed", "threads": 10})");
    CHECK(fixed.min == 10);
    CHECK(fixed.max == 10);
    CHECK(fixed.idle == std::chrono::seconds{60});
    const PoolSettings cached = pool(R"({"kind": "cached"})");
    CHECK(cached.min == 0);
    CHECK(cached.max == 2'147'483'647);
    const PoolSettings own =
        pool(R"({"min": 2, "max": 5, "queue": 10, "idle": "1s", "fallback": "caller_runs"})");
    CHECK(own.min == 2);
    CHECK(own.max == 5);
    CHECK(own.queue == 10);
    CHECK(own.idle == std::chrono::seconds{1});
    CHECK(own.fallback == PoolSettings::Fallback::caller_runs);
    for (const char* wrong :
         {R"({"kind": "fixed"})", R"({"kind": "fixed", "threads": 0})",
          R"({"kind": "fixed", "threads": 2, "max": 3})", R"({"kind": "cached", "threads": 3})",
          R"({"kind": "single"})", R"({"min": 3, "max": 2})", R"({"max": 0})",
          R"({"fallback": "ignore"})", R"({"kind": "cached", "idel": 1})", "4"}) {
        CHECK_MESSAGE(!mistakes(pools(wrong)).empty(), wrong);
    }
}
