// Up to 3.2 letting go hands nothing over: whoever comes before the signalled waiter is awake
// takes the lock (old rules, section 3). From 3.3 on nobody can.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

// R leaves at 50 ms for a call of `length` while W, who came at 20, waits; a switch takes 10 us.
// R's priority keeps the ticks on 2.5 from preempting it.
Timeline short_call(const char* model, Duration length) {
    Scenario built = scenario(
        model,
        {with_priority(thread("R", {cpu(Duration{50ms}), io(length), cpu(Duration{20ms})}), 3),
         starting(thread("W", {cpu(Duration{5ms})}), 20ms)});
    built.runtime.costs.hand_over = Duration{10us};
    return record(built);
}

}  // namespace

TEST_CASE("On 2.5 a call shorter than the switch takes the lock from the waiter it signalled") {
    const Timeline run = short_call("cruby-2.5", 5us);
    CHECK(resumed(run, "R") == "0 50.005");
    CHECK(preempted(run, "R") == "");
    // W waits on for R's end; main, who joins R, is awake before W.
    CHECK(end_of(run, "R") == "70.005");
    CHECK(resumed(run, "W") == "70.015");
}

TEST_CASE("On 3.1 it does so too, but the waiter is the timer and makes it give way at once") {
    // Priority 0: one bit is enough.
    Scenario built = scenario(
        "cruby-3.1", {thread("R", {cpu(Duration{50ms}), io(Duration{5us}), cpu(Duration{20ms})}),
                      starting(thread("W", {cpu(Duration{5ms})}), 20ms)});
    built.runtime.costs.hand_over = Duration{10us};
    const Timeline run = record(built);
    CHECK(resumed(run, "R") == "0 50.005 55.03");
    CHECK(preempted(run, "R") == "50.01");
    CHECK(resumed(run, "W") == "50.02");
}

TEST_CASE("On 3.1 a waiter that is not the timer waits on in its place after a barging") {
    Scenario built = scenario(
        "cruby-3.1", {thread("A", {cpu(Duration{30ms}), sleep(Duration{1s})}),
                      thread("R", {cpu(Duration{10ms}), io(Duration{5us}), cpu(Duration{10ms})}),
                      thread("W", {cpu(Duration{5ms})}), thread("T", {cpu(Duration{5ms})})});
    built.runtime.costs.hand_over = Duration{10us};
    built.stop.at = 90ms;
    const Timeline run = record(built);
    // R, the timer, has the lock from 30.01 on; T, the last of the list, is the timer then.
    CHECK(resumed(run, "R") == "30.01 40.015");
    CHECK(preempted(run, "R") == "");
    CHECK(resumed(run, "W") == "50.025");
    CHECK(resumed(run, "T") == "55.035");
}

TEST_CASE("Up to 3.2 a call longer than the switch loses the lock") {
    for (const char* model : {"cruby-2.5", "cruby-3.1"}) {
        CAPTURE(std::string(model));
        const Timeline run = short_call(model, 15us);
        CHECK(resumed(run, "W") == "50.01");
        CHECK(ready(run, "R") == "0 50.015");
        CHECK(resumed(run, "R") == "0 55.02");
    }
}

TEST_CASE("From 3.3 on a releaser that comes back goes to the tail, awake successor or not") {
    for (const char* model : {"cruby-3.3", "cruby-3.4", "cruby-4.0"}) {
        CAPTURE(std::string(model));
        const Timeline run = short_call(model, 1us);
        CHECK(ready(run, "R") == "0 50.011");
        CHECK(resumed(run, "W") == "50.02");
        CHECK(resumed(run, "R") == "0.01 55.03");
    }
}

TEST_CASE("Up to 3.2 with no time for a switch the waiter that was signalled first is first") {
    for (const char* model : {"cruby-2.5", "cruby-3.1"}) {
        CAPTURE(std::string(model));
        // IO of no length at 50: the end of the call is scheduled after the signal.
        Scenario built = scenario(
            model,
            {with_priority(
                 thread("R", {cpu(Duration{50ms}), io(Duration{0ms}), cpu(Duration{20ms})}), 3),
             starting(thread("W", {cpu(Duration{5ms})}), 20ms)});
        CHECK(resumed(record(built), "W") == "50");
    }
}

TEST_CASE("The end of a thread wakes its joiners, the latest first") {
    // J and K join T; C waits for the lock when T ends at 30.
    const auto program = [](const char* model, Duration hand_over) {
        Scenario built = scenario(
            model,
            {thread("T", {cpu(Duration{5ms}), io(Duration{5ms}), cpu(Duration{20ms})}),
             thread("J", {join(0), cpu(Duration{2ms})}), thread("K", {join(0), cpu(Duration{2ms})}),
             starting(thread("C", {cpu(Duration{60ms})}), 20ms)});
        built.threads[0].priority = 3;
        built.main = Block{spawn(0), spawn(1), spawn(2), spawn(3), join(3)};
        built.runtime.costs.hand_over = hand_over;
        return record(built);
    };
    // Up to 3.2 they find the lock free before the waiter that has been there for long.
    for (const char* model : {"cruby-2.5", "cruby-3.1"}) {
        CAPTURE(std::string(model));
        const Timeline run = program(model, 0us);
        CHECK(end_of(run, "T") == "30");
        CHECK(owners(run).find("K 30, ") != std::string::npos);
        CHECK(ready(run, "K").ends_with(" 30"));
        CHECK(ready(run, "J").ends_with(" 30"));
        CHECK(resumed(run, "K").ends_with(" 30"));
    }
    // From 3.3 on they queue behind it.
    const Timeline run = program("cruby-3.4", 0us);
    CHECK(resumed(run, "C") == "30");
    CHECK(resumed(run, "K").ends_with(" 90"));
    CHECK(resumed(run, "J").ends_with(" 92"));
}
