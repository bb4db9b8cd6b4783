// cpu, sleep, io, c_call and gc: who keeps the lock, and how the time is counted.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"
#include "tests/support/timeline_text.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

const std::string rubies[] = {"cruby-1.9", "cruby-2.0", "cruby-2.5", "cruby-2.6",
                              "cruby-3.2", "cruby-3.3", "cruby-3.4", "cruby-4.0"};

}  // namespace

TEST_CASE("sleep, io and a released c_call let others run and are told apart in the accounts") {
    for (const std::string& model : rubies) {
        CAPTURE(model);
        const Timeline run = record(scenario(
            model,
            {thread("A", {sleep(Duration{10ms}), io(Duration{20ms}), c_call(Duration{30ms}, true),
                          c_call(Duration{1ms}), gc(Duration{2ms}), cpu(Duration{3ms})})}));
        const ThreadResult& a = run.result.threads[1];
        CHECK(a.sleep == Duration{10ms});
        CHECK(a.io == Duration{50ms});
        CHECK(a.cpu == Duration{6ms});
        CHECK(a.released == 3);
        CHECK(a.solo == Duration{66ms});
        CHECK(a.solo_waiting == Duration{60ms});
        CHECK(rows_text(run).find("10 A SUSPENDED io") != std::string::npos);
        CHECK(rows_text(run).find("30 A SUSPENDED c_call") != std::string::npos);
    }
}

TEST_CASE("A native call that keeps the lock keeps it, and GC too") {
    for (const std::string& model : rubies) {
        CAPTURE(model);
        for (const Step& step : {c_call(Duration{450ms}), gc(Duration{450ms})}) {
            Scenario built = scenario(
                model, {starting(thread("B", {cpu(Duration{1ms})}), 1ms), thread("A", {step})});
            CHECK(resumed(record(built), "B") == "450");
        }
    }
}

TEST_CASE("Sleep and IO of no length are a full release and return") {
    for (const std::string& model : rubies) {
        CAPTURE(model);
        for (const Step& step : {sleep(Duration{0ms}), io(Duration{0ms})}) {
            const Timeline alone =
                record(scenario(model, {thread("A", {cpu(Duration{1ms}), step})}));
            CHECK(resumed(alone, "A") == "0 1");
            CHECK(ready(alone, "A") == "0 1");
            CHECK(alone.result.threads[1].released == 1);
        }
    }
    // Behind all who wait.
    const Timeline run = record(scenario(
        "cruby-3.4", {thread("A", {cpu(Duration{1ms}), sleep(Duration{0ms}), cpu(Duration{1ms})}),
                      thread("B", {cpu(Duration{5ms})}), thread("C", {cpu(Duration{5ms})})}));
    CHECK(owners(run) == "main 0, A 0, B 1, C 6, A 11, main 12");
}

TEST_CASE("cpu, c_call and gc of no length do nothing") {
    const Timeline run = record(scenario(
        "cruby-3.4", {thread("A", {cpu(Duration{0ms}), c_call(Duration{0ms}), gc(Duration{0ms}),
                                   mark("here"), cpu(Duration{1ms})})}));
    CHECK(times_of(run, [](const Record& row) { return kind(row) == RecordKind::mark; }) == "0");
    CHECK(end_of(run) == "1");
}

TEST_CASE("Sleeps last longer by a length, or by a fraction with a maximum") {
    Scenario built =
        scenario("cruby-3.4",
                 {thread("A", {sleep(Duration{8ms}), sleep(Duration{100ms}), io(Duration{8ms})})});
    built.runtime.costs.sleep_overshoot.length = Duration{55us};
    CHECK(resumed(record(built), "A") == "0 8.055 108.11 116.11");
    built.runtime.costs.sleep_overshoot.fraction = Decimal{25, 100};
    built.runtime.costs.sleep_overshoot.maximum = 4700us;
    CHECK(resumed(record(built), "A") == "0 10 114.7 122.7");
    // Timeouts too.
    Scenario joining = scenario("cruby-3.4", {thread("A", {io(Duration{50ms})})});
    joining.main = Block{spawn(0), timed(join(0), Duration{8ms}), join(0)};
    joining.runtime.costs.sleep_overshoot = built.runtime.costs.sleep_overshoot;
    CHECK(resumed(record(joining), "main") == "0 10 50");
}

TEST_CASE("cpu_scale stretches Ruby and native code, and nothing else") {
    Scenario built = scenario(
        "cruby-3.4",
        {thread("A", {cpu(Duration{10ms}), c_call(Duration{10ms}), c_call(Duration{10ms}, true),
                      gc(Duration{10ms}), io(Duration{10ms}), sleep(Duration{10ms})})});
    built.runtime.costs.cpu_scale = Decimal{15, 10};
    const Timeline run = record(built);
    CHECK(end_of(run) == "75");
    CHECK(run.result.threads[1].solo == Duration{75ms});
}

TEST_CASE("The cost `resume` is paid at the start and after waits, not after a preemption") {
    Scenario built = scenario(
        "cruby-3.4",
        {thread("A", {cpu(Duration{150ms}), io(Duration{5ms}), pass(), cpu(Duration{1ms})}),
         thread("B", {cpu(Duration{150ms})})});
    built.runtime.costs.resume = Duration{20us};
    const Timeline run = record(built);
    CHECK(run.result.threads[run.thread("A")].cpu == Duration{151ms + 2 * 20us});
    CHECK(run.result.threads[run.thread("B")].cpu == Duration{150ms + 20us});
    CHECK(run.result.threads[run.thread("A")].preempted == 1);
    CHECK(run.result.threads[run.thread("A")].solo == Duration{156ms});
}

TEST_CASE("`resume` and `create` can be interrupted like Ruby code") {
    Scenario built = scenario(
        "cruby-3.4", {thread("A", {cpu(Duration{1ms})}), thread("B", {cpu(Duration{1ms})})});
    built.runtime.costs.resume = Duration{30ms};
    built.runtime.quantum = Duration{20ms};
    const Timeline run = record(built);
    CHECK(preempted(run, "A").starts_with("50"));
    CHECK(run.result.threads[run.thread("A")].cpu == Duration{31ms});
    CHECK(run.result.threads[run.thread("B")].cpu == Duration{31ms});
}

TEST_CASE("`start` delays the first READY and counts as sleep") {
    for (const std::string& model : rubies) {
        CAPTURE(model);
        Scenario built = scenario(model, {starting(thread("A", {cpu(Duration{10ms})}), 30ms)});
        const Timeline run = record(built);
        CHECK(ready(run, "A") == "30");
        CHECK(end_of(run) == "40");
        CHECK(run.result.threads[1].sleep == Duration{30ms});
        CHECK(run.result.threads[1].solo == Duration{10ms});
        const bool modern = model >= "cruby-3.3";
        CHECK(rows_of(run, RecordKind::started, "A") == (modern ? "0" : "30"));
        // A run that is cut before has seen only a part of it.
        built.stop.at = 20ms;
        CHECK(record(built).result.threads[1].sleep == Duration{20ms});
    }
}
