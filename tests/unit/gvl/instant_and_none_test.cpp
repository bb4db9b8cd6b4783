// The two bounds: no lock at all, and a lock that comes back at once.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

TEST_CASE("Under `none` all threads run at once and the lock has no accounts") {
    const Timeline run = record(scenario(
        "none", {thread("A", {cpu(Duration{50ms})}), thread("B", {c_call(Duration{70ms})}),
                 thread("C", {gc(Duration{20ms}), sleep(Duration{30ms}), io(Duration{10ms})})}));
    CHECK(end_of(run, "A") == "50");
    CHECK(end_of(run, "B") == "70");
    CHECK(end_of(run, "C") == "60");
    CHECK(end_of(run) == "70");
    CHECK(run.result.lock.held == Duration::zero());
    CHECK(run.result.lock.handovers == 0);
    for (const ThreadResult& one : run.result.threads) {
        CHECK(one.lock_wait == Duration::zero());
    }
}

TEST_CASE("Under `none` costs of the lock do nothing, those of threads do") {
    Scenario built = scenario("none", {thread("A", {cpu(Duration{5ms}), sleep(Duration{5ms})})});
    built.runtime.costs.hand_over = Duration{1ms};
    built.runtime.costs.timer_wake = Duration{1ms};
    built.runtime.costs.tick_overshoot = Duration{1ms};
    CHECK(end_of(record(built), "A") == "10");
    built.runtime.costs.create = Duration{100us};
    built.runtime.costs.spawn = Duration{20us};
    built.runtime.costs.sleep_overshoot.length = Duration{3us};
    CHECK(end_of(record(built), "A") == "10.123");
}

TEST_CASE("Under `instant` a thread back from a wait takes the lock at once and gives it back") {
    const Timeline run = record(scenario(
        "instant", {thread("C", {cpu(Duration{100ms})}), thread("D", {cpu(Duration{10ms})}),
                    thread("S", {sleep(Duration{30ms}), cpu(Duration{5ms}), io(Duration{20ms}),
                                 cpu(Duration{5ms})})}));
    // S has to wait for its first turn; then C is never made to wait by D. S comes back from its
    // sleep at 140 and from its IO at 165.
    CHECK(resumed(run, "S") == "110 140 165");
    CHECK(ready(run, "S") == "0 140 165");
    CHECK(preempted(run, "C") == "");
}

TEST_CASE("Under `instant` the preempted owner is the next, before those that wait") {
    const Timeline run = record(scenario(
        "instant", {thread("S", {sleep(Duration{30ms}), cpu(Duration{5ms})}),
                    thread("C", {cpu(Duration{100ms})}), thread("D", {cpu(Duration{10ms})})}));
    CHECK(owners(run) == "main 0, S 0, C 0, S 30, C 35, D 105, main 115");
    CHECK(preempted(run, "C") == "30");
    CHECK(ready(run, "D") == "0");
}

TEST_CASE("Under `instant` native code is not interrupted, its end is") {
    const Timeline run = record(scenario(
        "instant", {thread("S", {sleep(Duration{30ms}), cpu(Duration{5ms})}),
                    thread("C", {c_call(Duration{50ms}), cpu(Duration{50ms})})}));
    CHECK(ready(run, "S") == "0 30");
    CHECK(resumed(run, "S") == "0 50");
    CHECK(preempted(run, "C") == "50");
    CHECK(resumed(run, "C") == "0 55");
}

TEST_CASE("Under `instant` there is no quantum") {
    const Timeline run = record(scenario(
        "instant", {thread("A", {cpu(Duration{5s})}), thread("B", {cpu(Duration{1ms})})}));
    CHECK(owners(run) == "main 0, A 0, B 5000, main 5001");
    CHECK(run.result.lock.ticks == 0);
}
