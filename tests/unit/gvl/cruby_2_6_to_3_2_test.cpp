// The waiter that is the timer in 2.6 - 3.2, and its deadline (old rules, section 2).
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

Timeline until(Duration end, std::vector<ThreadTemplate> threads, const Costs& costs = {}) {
    Scenario built = scenario("cruby-3.1", std::move(threads));
    built.stop.at = end;
    built.runtime.costs = costs;
    return record(built);
}

}  // namespace

TEST_CASE("On 3.1 a lock that was free gives the next waiter a fresh 100 ms") {
    // H takes the free lock at 0; W comes at 30 and is served at 130, not at once and not at 100.
    const Timeline run = until(400ms, {thread("H", {cpu(Duration{300ms})}),
                                       starting(thread("W", {cpu(Duration{1ms})}), 30ms)});
    CHECK(ready(run, "W") == "30");
    CHECK(resumed(run, "W") == "130");
    CHECK(ticks(run) == "130");
}

TEST_CASE("On 3.1 the deadline survives hand-overs and cuts whoever has the lock then") {
    // B waits from 0, D = 100. A gives way at 60, B at 90; C has had the lock 10 ms when D comes.
    const Timeline run =
        until(300ms, {thread("A", {cpu(Duration{60ms}), sleep(Duration{1s})}),
                      thread("B", {cpu(Duration{30ms}), sleep(Duration{1s})}),
                      thread("C", {cpu(Duration{90ms})}), thread("D", {cpu(Duration{90ms})})});
    CHECK(owners(run) == "main 0, A 0, B 60, C 90, D 100, C 190");
    CHECK(preempted(run, "C") == "100");
}

TEST_CASE("On 3.1 a deadline that has passed preempts at once") {
    // B's wait ended with a signal at 50, so D = 100 stays. C computes on; D comes at 150.
    const Timeline run = until(500ms, {thread("A", {cpu(Duration{50ms}), sleep(Duration{1s})}),
                                       thread("B", {cpu(Duration{300ms})}),
                                       starting(thread("C", {cpu(Duration{20ms})}), 150ms)});
    CHECK(ready(run, "C") == "150");
    CHECK(resumed(run, "C") == "150");
    CHECK(preempted(run, "B") == "150");
}

TEST_CASE("On 3.1 nothing ticks while nobody waits") {
    const Timeline run = until(2s, {thread("A", {cpu(Duration{1s})})});
    CHECK(ticks(run) == "");
}

TEST_CASE("On 3.1 the deadline comes `tick_overshoot` late") {
    Costs costs;
    costs.tick_overshoot = Duration{55us};
    const Timeline run =
        until(350ms, {thread("A", {cpu(Duration{9s})}), thread("B", {cpu(Duration{9s})})}, costs);
    CHECK(ticks(run) == "100.055 200.11 300.165");
}

TEST_CASE("On 3.1 priority p > 0 holds for 2^p ticks, and priorities below 0 change nothing") {
    const std::array<Duration, 7> slices{100ms, 100ms, 100ms, 100ms, 200ms, 400ms, 800ms};
    for (int priority = -3; priority <= 3; ++priority) {
        CAPTURE(priority);
        const Duration slice = slices[static_cast<std::size_t>(priority + 3)];
        const Timeline run =
            until(slice + 150ms, {with_priority(thread("A", {cpu(Duration{9s})}), priority),
                                  thread("B", {cpu(Duration{9s})})});
        CHECK(owners(run) ==
              "main 0, A 0, B " + milliseconds(slice) + ", A " + milliseconds(slice + 100ms));
    }
}

TEST_CASE("On 3.1 a native call delays the tick to its end, and several ticks are one") {
    const Timeline run = until(1s, {thread("A", {c_call(Duration{350ms}), cpu(Duration{50ms})}),
                                    thread("B", {cpu(Duration{50ms})})});
    CHECK(ticks(run) == "100 200 300 350");
    CHECK(preempted(run, "A") == "350");
    CHECK(resumed(run, "B") == "350");
}

TEST_CASE("On 3.1 the creator goes on, and the new threads queue in the order of creation") {
    Costs costs;
    costs.create = Duration{30us};
    costs.spawn = Duration{50us};
    ThreadTemplate worker = thread("w", {cpu(Duration{1ms}), sleep(Duration{50ms})});
    worker.count = 3;
    const Timeline run = until(20ms, {worker}, costs);
    CHECK(preempted(run, "main") == "");
    CHECK(suspended(run, "main") == "0.09");
    CHECK(ready(run, "w-1") == "0.08");
    CHECK(resumed(run, "w-1") == "0.09");
    CHECK(resumed(run, "w-2") == "1.09");
    CHECK(resumed(run, "w-3") == "2.09");
}
