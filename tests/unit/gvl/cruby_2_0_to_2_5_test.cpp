// The timer thread of 2.0 - 2.5 (old rules, section 1).
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

Timeline until(Duration end, std::vector<ThreadTemplate> threads, const Costs& costs = {}) {
    Scenario built = scenario("cruby-2.5", std::move(threads));
    built.stop.at = end;
    built.runtime.costs = costs;
    return record(built);
}

}  // namespace

TEST_CASE("On 2.5 a poll that ends without waiters ticks twice if somebody had queued meanwhile") {
    const Timeline run =
        until(700ms, {thread("H", {cpu(Duration{9s})}), thread("W", {sleep(Duration{300ms})})});
    // At 0 W is the first waiter, at 300 again; each time H, preempted, leaves a byte in the pipe
    // that the polling timer does not look at.
    CHECK(ticks(run) == "0 100 100 300 400 400");
    CHECK(preempted(run, "H") == "0 300");
}

TEST_CASE("On 2.5 the tick comes `timer_wake` after the first waiter and `tick_overshoot` late") {
    Costs costs;
    costs.timer_wake = Duration{40us};
    costs.tick_overshoot = Duration{55us};
    const Timeline run =
        until(350ms, {thread("A", {cpu(Duration{9s})}), thread("B", {cpu(Duration{9s})})}, costs);
    CHECK(ticks(run) == "0.04 100.095 200.15 300.205");
    CHECK(preempted(run, "A") == "0.04 200.15");
}

TEST_CASE("On 2.5 priority p > 0 holds for 2^p ticks, and priorities below 0 change nothing") {
    const std::array<Duration, 4> slices{100ms, 200ms, 400ms, 800ms};
    for (int priority = 0; priority <= 3; ++priority) {
        CAPTURE(priority);
        const Duration slice = slices[static_cast<std::size_t>(priority)];
        const Timeline run =
            until(slice + 250ms, {thread("B", {cpu(Duration{9s})}),
                                  with_priority(thread("A", {cpu(Duration{9s})}), priority)});
        // B is preempted at once by A, the first waiter; A meets 2^p ticks of the grid.
        CHECK(owners(run) == "main 0, B 0, A 0, B " + milliseconds(slice) + ", A " +
                                 milliseconds(slice + 100ms) + (priority == 0 ? ", B 300" : ""));
    }
    for (int priority = -3; priority < 0; ++priority) {
        const Timeline run =
            until(250ms, {thread("B", {cpu(Duration{9s})}),
                          with_priority(thread("A", {cpu(Duration{9s})}), priority)});
        CHECK(owners(run) == "main 0, B 0, A 0, B 100, A 200");
    }
}

TEST_CASE("On 2.5 a tick that falls into IO acts on return, one that falls into sleep is lost") {
    // A is the last that was current when the poll ends at 100. At 150 it comes back as the first
    // waiter, ticks C away and gets the lock.
    const auto program = [](const Step& wait) {
        return std::vector{thread("A", {cpu(Duration{40ms}), wait, cpu(Duration{30ms})}),
                           thread("B", {cpu(Duration{10ms})}),
                           starting(thread("C", {cpu(Duration{40ms})}), 120ms)};
    };
    const Timeline with_io = until(1s, program(io(Duration{100ms})));
    CHECK(resumed(with_io, "A") == "0 10 150 160");
    CHECK(preempted(with_io, "A") == "0 150");
    CHECK(resumed(with_io, "C") == "120 150");
    const Timeline with_sleep = until(1s, program(sleep(Duration{100ms})));
    CHECK(resumed(with_sleep, "A") == "0 10 150");
    CHECK(preempted(with_sleep, "A") == "0");
    CHECK(resumed(with_sleep, "C") == "120 180");
}

TEST_CASE("On 2.5 a native call delays the tick to its end, and several ticks are one") {
    const Timeline run = until(1s, {thread("A", {c_call(Duration{350ms}), cpu(Duration{50ms})}),
                                    thread("B", {cpu(Duration{50ms})})});
    CHECK(ticks(run) == "0 100 200 300 350 400 400");
    CHECK(preempted(run, "A") == "350");
    CHECK(resumed(run, "B") == "350");
}

TEST_CASE("On 2.5 the first new thread preempts its creator, the others wait until it blocks") {
    Costs costs;
    costs.create = Duration{30us};
    costs.spawn = Duration{50us};
    ThreadTemplate worker = thread("w", {cpu(Duration{1ms}), sleep(Duration{50ms})});
    worker.count = 3;
    const Timeline run = until(20ms, {worker}, costs);
    // w-1 arrives at 80 us, in the middle of the third creation, and has the lock until it sleeps.
    CHECK(preempted(run, "main") == "0.08");
    CHECK(resumed(run, "w-1") == "0.08");
    CHECK(resumed(run, "main").starts_with("0 "));
    CHECK(ready(run, "w-2") == "0.11");
    CHECK(resumed(run, "w-2") == "1.09");
}
