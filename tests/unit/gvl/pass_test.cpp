// Thread.pass: to the tail of the queue, with nobody there nothing happens.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

ThreadTemplate passing(const char* name) {
    return thread(name, {repeat(2, {cpu(Duration{3ms}), pass()}), cpu(Duration{1ms})});
}

}  // namespace

TEST_CASE("Thread.pass gives the lock to the next in the queue under every CRuby") {
    for (const char* model : {"cruby-2.6", "cruby-3.2", "cruby-3.3", "cruby-3.4", "cruby-4.0"}) {
        CAPTURE(std::string(model));
        const Timeline run = record(scenario(model, {passing("A"), passing("B"), passing("C")}));
        CHECK(owners(run).starts_with("main 0, A 0, B 3, C 6, A 9, B 12, C 15, A 18"));
        CHECK(run.result.threads[run.thread("A")].released == 2);
        CHECK(run.result.threads[run.thread("A")].preempted == 0);
        CHECK(run.result.lock.preemptions == 0);
    }
    // The first waiter's tick on 2.5 preempts A at 0 before it has done anything.
    const Timeline run = record(scenario("cruby-2.5", {passing("A"), passing("B"), passing("C")}));
    CHECK(owners(run).starts_with("main 0, A 0, B 0, C 3, A 6, B 9, C 12, A 15"));
}

TEST_CASE("Thread.pass with nobody waiting leaves no trace") {
    for (const char* model :
         {"cruby-1.9", "cruby-2.5", "cruby-3.2", "cruby-3.4", "none", "instant"}) {
        CAPTURE(std::string(model));
        const Timeline run = record(scenario(model, {passing("A")}));
        CHECK(resumed(run, "A") == "0");
        CHECK(suspended(run, "A") == "7");
        CHECK(run.result.threads[run.thread("A")].released == 0);
    }
}

TEST_CASE("Up to 3.2 who passes does not queue before another has taken the lock") {
    for (const char* model : {"cruby-2.5", "cruby-3.2"}) {
        CAPTURE(std::string(model));
        Scenario built = scenario(
            model,
            {with_priority(thread("A", {cpu(Duration{10ms}), pass(), cpu(Duration{1ms})}), 3),
             starting(thread("B", {cpu(Duration{5ms})}), 5ms),
             starting(thread("C", {cpu(Duration{5ms})}), 10030us)});
        built.runtime.costs.hand_over = Duration{20us};
        const Timeline run = record(built);
        CHECK(suspended(run, "A").starts_with("10"));
        CHECK(resumed(run, "B") == "10.02");
        // Twice the switch after it let go: behind C, who came in between.
        CHECK(ready(run, "A") == "0 10.04");
        CHECK(owners(run).find("B 10.02, C 15.04, A 20.06") != std::string::npos);
    }
    // From 3.3 on it is one step.
    Scenario built =
        scenario("cruby-3.4", {thread("A", {cpu(Duration{10ms}), pass(), cpu(Duration{1ms})}),
                               starting(thread("B", {cpu(Duration{5ms})}), 5ms)});
    built.runtime.costs.hand_over = Duration{20us};
    const Timeline run = record(built);
    CHECK(suspended(run, "A").starts_with("10.02"));
    CHECK(ready(run, "A") == "0 10.02");
}

TEST_CASE("Up to 3.2 who passes during another's handshake waits for its end, queue or not") {
    // B takes the lock at 10.02 and passes at 10.03, when A is not awake yet and nobody queues
    // (thread_pthread.c, gvl_yield: wait_yield is looked at before the queue).
    for (const char* model : {"cruby-2.5", "cruby-3.2"}) {
        CAPTURE(std::string(model));
        Scenario built = scenario(
            model,
            {with_priority(thread("A", {cpu(Duration{10ms}), pass(), cpu(Duration{1ms})}), 3),
             starting(thread("B", {cpu(Duration{10us}), pass(), cpu(Duration{5ms})}), 5ms)});
        built.runtime.costs.hand_over = Duration{20us};
        const Timeline run = record(built);
        CHECK(resumed(run, "B").starts_with("10.02"));
        CHECK(suspended(run, "B").starts_with("10.03"));
        CHECK(resumed(run, "A") == "0 10.04");
        CHECK(ready(run, "B") == "5 10.06");
    }
}

TEST_CASE("On 3.1 passing with nobody there counts as taking a free lock") {
    // B's wait ended at 50 with a signal and left the deadline of 100. C comes at 150: at once,
    // unless B has passed in between.
    const auto program = [](Block between) {
        Block steps{cpu(Duration{50ms})};
        steps.insert(steps.end(), between.begin(), between.end());
        steps.push_back(cpu(Duration{250ms}));
        Scenario built = scenario(
            "cruby-3.1", {thread("A", {cpu(Duration{50ms}), sleep(Duration{1s})}),
                          thread("B", steps), starting(thread("C", {cpu(Duration{20ms})}), 150ms)});
        built.stop.at = 400ms;
        return record(built);
    };
    CHECK(resumed(program({}), "C") == "150");
    CHECK(resumed(program({pass()}), "C") == "250");
}
