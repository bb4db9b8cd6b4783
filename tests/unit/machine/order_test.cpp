// What comes first at one instant: part of the contract.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"
#include "tests/support/timeline_text.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

// S wakes at 30, when A's segment ends and A goes to sleep as well.
Timeline tie(const char* model, Ties ties) {
    Scenario built = scenario(model, {thread("S", {sleep(Duration{30ms}), cpu(Duration{5ms})}),
                                      thread("A", {cpu(Duration{30ms}), sleep(Duration{10ms})})});
    built.runtime.ties = ties;
    return record(built);
}

}  // namespace

TEST_CASE("The end of a segment comes before a wake-up of that instant, or after if so asked") {
    for (const char* model : {"cruby-3.1", "cruby-3.4", "cruby-4.0"}) {
        CAPTURE(std::string(model));
        const std::string first = rows_text(tie(model, Ties::completion_first));
        CHECK(first.find("30 A SUSPENDED sleep\n30 S READY\n30 S RESUMED") != std::string::npos);
        const std::string then = rows_text(tie(model, Ties::wake_first));
        CHECK(then.find("30 S READY\n30 A SUSPENDED sleep\n30 S RESUMED") != std::string::npos);
    }
}

TEST_CASE("A tick comes after segment ends and wake-ups of its instant, whatever the ties") {
    for (const Ties ties : {Ties::completion_first, Ties::wake_first}) {
        // A's segment ends with the tenth tick: it is not preempted.
        Scenario ending = scenario(
            "cruby-3.4", {thread("A", {cpu(Duration{100ms})}), thread("B", {cpu(Duration{5ms})})});
        ending.runtime.ties = ties;
        CHECK(preempted(record(ending), "A") == "");
        // W wakes with the tick at 20 and counts as there before it: one tick later it is served.
        Scenario waking =
            scenario("cruby-3.4",
                     {thread("W", {sleep(Duration{10ms}), cpu(Duration{1ms})}),
                      thread("S", {sleep(Duration{3ms})}), thread("A", {cpu(Duration{100ms})})});
        waking.runtime.ties = ties;
        waking.runtime.quantum = Duration{10ms};
        const Timeline run = record(waking);
        CHECK(resumed(run, "S") == "0 10");
        CHECK(ready(run, "W") == "0 10");
        CHECK(owners(run).starts_with("main 0, W 0, S 0, A 0, S 10, W 10, A 11"));
    }
}

TEST_CASE("Wake-ups of one instant come in the order in which they were scheduled") {
    // All wake at 50; C has slept longest, A least.
    const Timeline run = record(
        scenario("cruby-3.4",
                 {thread("C", {sleep(Duration{50ms}), cpu(Duration{1ms})}),
                  thread("B", {cpu(Duration{10ms}), sleep(Duration{40ms}), cpu(Duration{1ms})}),
                  thread("A", {cpu(Duration{10ms}), sleep(Duration{30ms}), cpu(Duration{1ms})})}));
    CHECK(owners(run) == "main 0, C 0, B 0, A 10, C 50, B 51, A 52, main 53");
}

TEST_CASE("Up to 3.2 main has joined before a new thread comes, also without any delay") {
    for (const char* model : {"cruby-1.9", "cruby-2.5", "cruby-2.6", "cruby-3.2"}) {
        CAPTURE(std::string(model));
        CHECK(rows_text(record(scenario(model, {thread("A", {})})))
                  .starts_with("0 main RESUMED\n0 main SUSPENDED join\n0 A STARTED\n0 A READY\n"
                               "0 A RESUMED\n"));
    }
    for (const char* model : {"cruby-3.3", "cruby-3.4", "cruby-4.0"}) {
        CAPTURE(std::string(model));
        CHECK(rows_text(record(scenario(model, {thread("A", {})})))
                  .starts_with("0 main RESUMED\n0 A STARTED\n0 A READY\n0 main SUSPENDED join\n"
                               "0 A RESUMED\n"));
    }
}

TEST_CASE("From 3.3 on joiners are READY before their thread's SUSPENDED and EXITED") {
    Scenario built = scenario("cruby-3.4", {thread("T", {io(Duration{1ms}), cpu(Duration{5ms})}),
                                            thread("J", {join(0)})});
    const std::string rows = rows_text(record(built));
    CHECK(rows.find("6 J READY\n6 main READY\n6 T SUSPENDED exit\n6 T EXITED\n6 J RESUMED\n") !=
          std::string::npos);
}

TEST_CASE("A preempted thread is READY at once from 3.3 on, before only after the handshake") {
    const auto rows = [](const char* model) {
        Scenario built = scenario(
            model, {thread("A", {cpu(Duration{150ms})}), thread("B", {cpu(Duration{10ms})})});
        built.runtime.costs.hand_over = Duration{10us};
        return rows_text(record(built));
    };
    CHECK(rows("cruby-3.4").find("100 A SUSPENDED preempted\n100 A READY\n100.01 B RESUMED\n") !=
          std::string::npos);
    CHECK(rows("cruby-3.1").find("100 A SUSPENDED preempted\n100.01 B RESUMED\n100.02 A READY\n") !=
          std::string::npos);
}

TEST_CASE("The rows of ticks tell what came of each") {
    Scenario built =
        scenario("cruby-3.4", {thread("A", {c_call(Duration{15ms}), cpu(Duration{20ms})}),
                               thread("B", {cpu(Duration{3ms})})});
    built.runtime.quantum = Duration{20ms};
    const std::string rows = rows_text(record(built), true);
    CHECK(rows.find("10 A TICK pending\n15 A TICK charged\n20 A TICK preempts\n"
                    "20 A SUSPENDED preempted\n") != std::string::npos);
    CHECK(rows.find("30 - TICK nobody\n") != std::string::npos);
    CHECK(record(built).result.lock.ticks == 3);
}
