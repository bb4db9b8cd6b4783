// What 1.9.3 does differently from 2.0: one pipe, a limit of 250 ms, and the reset of the counter.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

Timeline two_cpu_threads(int priority, Duration until) {
    Scenario built =
        scenario("cruby-1.9", {with_priority(thread("A", {cpu(Duration{9s})}), priority),
                               with_priority(thread("B", {cpu(Duration{9s})}), priority)});
    built.stop.at = until;
    return record(built);
}

}  // namespace

TEST_CASE("On 1.9 two CPU-bound threads switch every 200 ms") {
    const Timeline run = two_cpu_threads(0, 1s);
    CHECK(owners(run) == "main 0, A 0, B 200, A 400, B 600, A 800, B 1000");
    // The one that gives way is a first waiter again and ticks at once; then every 100 ms.
    CHECK(ticks(run) == "0 100 200 200 300 400 400 500 600 600 700 800 800 900 1000 1000");
}

TEST_CASE("On 1.9 priorities double and halve the limit of 250 ms") {
    // Ticks to reach 500, 1000 and 2000 ms: 5, 10 and 20, the first of them at once.
    CHECK(preempted(two_cpu_threads(1, 1s), "A") == "400");
    CHECK(preempted(two_cpu_threads(2, 2s), "A") == "900");
    CHECK(preempted(two_cpu_threads(3, 3s), "A") == "1900");
    // 125 ms: two ticks.
    CHECK(owners(two_cpu_threads(-1, 350ms)) == "main 0, A 0, B 100, A 200, B 300");
}

TEST_CASE("On 1.9 every first waiter ticks at once and starts the 100 ms anew") {
    Scenario built = scenario("cruby-1.9", {thread("C", {cpu(Duration{9s})}),
                                            thread("S", {repeat(3, {sleep(Duration{30ms})})})});
    built.stop.at = 800ms;
    const Timeline run = record(built);
    // S queues at 0; C has its third tick at 200. S sleeps to 230, a tick at once; C has only one
    // of that tenure by then, so S waits for 330 and 430.
    CHECK(ticks(run).starts_with("0 100 200 200 230 330"));
    CHECK(ready(run, "S").starts_with("0 230"));
    CHECK(resumed(run, "S").starts_with("200"));
}

TEST_CASE("On 1.9 two threads of low priority preempt each other without end at one instant") {
    // 62.5 ms are reached by the tick that the other's queueing causes. Real threads need time for
    // each switch; without costs the run ends as one that does not get on.
    const Timeline none = two_cpu_threads(-2, 1ns);
    CHECK(none.result.kind == EndKind::zero_time);
    Scenario real = scenario("cruby-1.9", {with_priority(thread("A", {cpu(Duration{10ms})}), -2),
                                           with_priority(thread("B", {cpu(Duration{10ms})}), -2)});
    real.runtime.costs.hand_over = Duration{10us};
    CHECK(simulate(real).kind == EndKind::completed);
}
