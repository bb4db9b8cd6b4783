// Nothing is allocated per event: a hundred times the rounds allocate the same.
#include "models/gvl/model.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

class Counting final : public TimelineSink {
public:
    void begin(const Names&) override {}
    void take(std::span<const Record> records) override { rows += records.size(); }
    void end(const Result&) override {}
    std::uint64_t rows = 0;
};

Scenario with_costs(Scenario scenario) {
    scenario.runtime.costs.hand_over = Duration{10us};
    scenario.runtime.costs.resume = Duration{20us};
    scenario.runtime.costs.timer_wake = Duration{40us};
    scenario.runtime.costs.tick_overshoot = Duration{55us};
    scenario.runtime.costs.check = Duration{1us};
    return scenario;
}

// Two that compute, one that sleeps, and one that does all the rest.
Scenario threads_and_waits(const std::string& model, std::int64_t rounds) {
    return scenario(
        model,
        {thread("A", {repeat(rounds, {cpu(Duration{7ms}), pass()})}),
         thread("B", {repeat(rounds, {cpu(Duration{3ms}), c_call(Duration{1ms})})}),
         thread("S", {repeat(rounds, {sleep(Duration{5ms}), mark("awake")})}),
         thread("R", {repeat(rounds, {io(Duration{2ms}), gc(Duration{1ms}), priority(1),
                                      repeat(2, {c_call(Duration{500us}, true)}), priority(0)})})});
}

// A producer and a consumer, and two that share a mutex and signal each other.
Scenario objects(const std::string& model, std::int64_t rounds) {
    Step wait = timed(about("wait", 0), Duration{4ms});
    wait.second = 0;
    Scenario built = scenario(
        model, {thread("producer", {repeat(rounds, {cpu(Duration{1ms}), about("push", 0)})}),
                thread("consumer", {repeat(rounds, {about("pop", 0), cpu(Duration{2ms})})}),
                thread("waiter", {repeat(rounds, {about("lock", 0), wait, about("unlock", 0)})}),
                thread("waker", {repeat(rounds, {about("lock", 0), about("signal", 0),
                                                 about("unlock", 0), sleep(Duration{3ms})})})});
    built.mutexes = {"m"};
    built.conditions = {"c"};
    built.queues = {{"q", 5}};
    return built;
}

std::uint64_t allocations(const Scenario& scenario, bool with_rows) {
    Counting sink;
    RunOptions options;
    options.fast_forward = false;
    options.sink = with_rows ? &sink : nullptr;
    const AllocationCounter counter;
    const Result result = simulate(scenario, options);
    const std::uint64_t count = counter.count();
    CHECK(result.kind == EndKind::completed);
    CHECK((sink.rows > 0) == with_rows);
    return count;
}

}  // namespace

TEST_CASE("A run of a hundred thousand rounds allocates as little as one of a thousand") {
    for (const char* model : {"cruby-2.5", "cruby-3.1", "cruby-3.4"}) {
        CAPTURE(std::string(model));
        for (const bool with_rows : {false, true}) {
            CHECK(allocations(threads_and_waits(model, 1'000), with_rows) ==
                  allocations(threads_and_waits(model, 100'000), with_rows));
        }
    }
}

TEST_CASE("No policy allocates per event") {
    for (const Model& model : models()) {
        const std::string name{model.name};
        CAPTURE(name);
        CHECK(allocations(with_costs(threads_and_waits(name, 500)), false) ==
              allocations(with_costs(threads_and_waits(name, 5'000)), false));
        CHECK(allocations(objects(name, 500), false) == allocations(objects(name, 5'000), false));
    }
}

TEST_CASE("Preempting allocates no more than a list for every thousand events it cancels") {
    for (const char* model : {"cruby-2.5", "cruby-3.1", "cruby-3.4", "instant"}) {
        CAPTURE(std::string(model));
        const auto long_segments = [&](Duration length) {
            return scenario(model, {thread("A", {cpu(length)}), thread("B", {cpu(length)}),
                                    thread("C", {sleep(length), cpu(Duration{1ms})})});
        };
        // 20,000 preemptions more.
        CHECK(allocations(long_segments(1000s), false) <=
              allocations(long_segments(1s), false) + 100);
    }
}
