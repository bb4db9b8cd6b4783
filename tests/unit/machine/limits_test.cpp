// Every limit of a run ends it with a result that says so. Events, time and operations at one
// instant are in ends_test.cpp; what a file may hold is in unit/scenario.
#include "models/simulate.hpp"
#include "tests/support/build.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;

TEST_CASE("A run with more threads than the limit ends there, with all of them in the result") {
    RunOptions options;
    options.max_threads = 100;
    for (const char* model : {"cruby-2.5", "cruby-3.1", "cruby-3.4", "none"}) {
        CAPTURE(std::string(model));
        ThreadTemplate worker = thread("w", {cpu(Duration{1ms})});
        worker.count = 100;
        CHECK(simulate(scenario(model, {worker}), options).kind == EndKind::completed);
        worker.count = 101;
        const Result cut = simulate(scenario(model, {worker}), options);
        CHECK(cut.kind == EndKind::threads);
        CHECK(cut.threads.size() == 101);  // main is none of the hundred
        CHECK(cut.end == start_of_time);
    }
}

TEST_CASE("Threads that spawn each other without end are a limit") {
    RunOptions options;
    options.max_threads = 1000;
    const Result cut =
        simulate(scenario("cruby-3.4", {thread("a", {spawn(0), sleep(Duration{1ms})})}), options);
    CHECK(cut.kind == EndKind::threads);
}

TEST_CASE("Tasks that nobody comes to do are a limit") {
    Scenario built = scenario("cruby-3.4", {thread("a", {submit(0, {cpu(Duration{1s})}, 60, 0)})});
    built.pools.resize(1);
    built.pools[0].name = "main";
    built.pools[0].min = built.pools[0].max = 1;
    built.futures = {"f"};
    RunOptions options;
    options.max_waiting_tasks = 60;
    CHECK(simulate(built, options).kind == EndKind::completed);
    options.max_waiting_tasks = 50;
    CHECK(simulate(built, options).kind == EndKind::tasks);
}
