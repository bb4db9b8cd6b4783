// How a run ends, and what is true of it then.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

Scenario two_threads() {
    return scenario("cruby-3.4", {thread("A", {cpu(Duration{30ms}), sleep(Duration{30ms})}),
                                  thread("B", {cpu(Duration{50ms})})});
}

}  // namespace

TEST_CASE("The process ends with main, and the others with it") {
    Scenario built = two_threads();
    built.main = Block{spawn(0), spawn(1), join(0)};
    const Timeline run = record(built);
    CHECK(run.result.kind == EndKind::completed);
    CHECK(end_of(run) == "80");  // A: 30, B until 80, A's sleep was over at 60
    built.main = Block{spawn(0), sleep(Duration{20ms}), spawn(1)};
    const Timeline cut = record(built);
    CHECK(end_of(cut) == "30");
    CHECK(end_of(cut, "main") == "30");
    CHECK(end_of(cut, "A") == "-");
    CHECK(end_of(cut, "B") == "-");
    // What A was asked for and has done: 30 ms of cpu, nothing of its sleep yet.
    CHECK(cut.result.threads[1].solo == Duration{30ms});
}

TEST_CASE("stop at ends a run after all that happens at that moment") {
    Scenario built = two_threads();
    built.stop.at = 30ms;
    const Timeline run = record(built);
    CHECK(run.result.kind == EndKind::stopped);
    CHECK(end_of(run) == "30");
    CHECK(suspended(run, "A") == "30");
    CHECK(resumed(run, "B") == "30");
    built.stop.at = 0ms;
    const Timeline at_once = record(built);
    CHECK(end_of(at_once) == "0");
    CHECK(resumed(at_once, "A") == "0");
    // Where the program ends before, nothing is stopped.
    built.stop.at = 1s;
    CHECK(record(built).result.kind == EndKind::completed);
}

TEST_CASE("stop when ends a run with the last thread of an entry") {
    Scenario built = two_threads();
    built.stop.when = 1;
    const Timeline run = record(built);
    CHECK(run.result.kind == EndKind::stopped);
    CHECK(end_of(run) == "80");
    CHECK(end_of(run, "B") == "80");
    CHECK(end_of(run, "main") == "-");
    built.threads[1].count = 3;
    CHECK(end_of(record(built), "B-3") == end_of(record(built)));
}

TEST_CASE("--until ends a run that goes on, at that moment and not before") {
    RunOptions options;
    options.until = 40ms;
    const Timeline run = record(two_threads(), options);
    CHECK(run.result.kind == EndKind::until);
    CHECK(end_of(run) == "40");
    CHECK(run.result.threads[2].cpu == Duration{10ms});
    CHECK(run.result.threads[2].solo == Duration{10ms});
    CHECK(run.result.threads[1].solo == Duration{40ms});  // 10 ms of its sleep
    // The scenario's own stop comes first where both are due.
    Scenario stopping = two_threads();
    stopping.stop.at = 40ms;
    CHECK(record(stopping, options).result.kind == EndKind::stopped);
    stopping.stop.at = 41ms;
    CHECK(record(stopping, options).result.kind == EndKind::until);
}

TEST_CASE("--max-events ends a run after that many") {
    RunOptions options;
    options.max_events = 3;
    const Timeline run = record(two_threads(), options);
    CHECK(run.result.kind == EndKind::max_events);
    CHECK(run.result.events == 3);
    options.max_events = 1'000;
    CHECK(record(two_threads(), options).result.kind == EndKind::completed);
}

TEST_CASE("A program that does not let the clock move is a limit") {
    for (const char* model : {"cruby-2.5", "cruby-3.1", "cruby-3.4", "none", "instant"}) {
        CAPTURE(std::string(model));
        CHECK(simulate(scenario(model, {thread("A", {forever({pass()})})})).kind ==
              EndKind::zero_time);
        CHECK(simulate(scenario(model, {thread("A", {forever({sleep(Duration{0ms})})})})).kind ==
              EndKind::zero_time);
        CHECK(simulate(scenario(model, {thread("A", {forever({pass(), sleep(Duration{0ms})})}),
                                        thread("B", {forever({io(Duration{0ms})})})}))
                  .kind == EndKind::zero_time);
    }
}

TEST_CASE("Much may happen at one moment, if it is by many threads") {
    ThreadTemplate worker = thread("w", {repeat(2, {mark("x")}), sleep(Duration{1ms})});
    worker.count = 100'000;
    const Result result = simulate(scenario("cruby-3.4", {worker}));
    CHECK(result.kind == EndKind::completed);
    CHECK(result.largest_alive == 100'000);
}

TEST_CASE("A run that reaches the end of time is a limit, and its accounts hold") {
    constexpr Duration half = Duration::max() / 2;
    for (const Step& step : {sleep(half), io(half), c_call(half, true), cpu(half), gc(half)}) {
        const Result result = simulate(scenario("cruby-3.4", {thread("A", {step, step, step})}));
        CHECK(result.kind == EndKind::time_limit);
        CHECK(result.end == end_of_time);
        CHECK(result.threads[1].end == std::nullopt);
        CHECK(result.threads[1].solo == Duration::max());
    }
}

TEST_CASE("Threads that wait for each other are a deadlock, at the moment of the last wait") {
    for (const char* model : {"cruby-1.9", "cruby-2.5", "cruby-3.1", "cruby-3.4", "none"}) {
        CAPTURE(std::string(model));
        Scenario built = scenario(model, {thread("A", {cpu(Duration{5ms}), join(1)}),
                                          thread("B", {cpu(Duration{5ms}), join(0)})});
        const Timeline run = record(built);
        CHECK(run.result.kind == EndKind::deadlock);
        CHECK(end_of(run) == (std::string(model) == "none" ? "5" : "10"));
        CHECK(end_of(run, "main") == "-");
    }
}

TEST_CASE("A main that does nothing is a run of no length") {
    Scenario built = two_threads();
    built.main = Block{};
    const Timeline run = record(built);
    CHECK(run.result.kind == EndKind::completed);
    CHECK(end_of(run) == "0");
    CHECK(run.result.threads.size() == 1);
    CHECK(run.result.lock.held == Duration::zero());
}
