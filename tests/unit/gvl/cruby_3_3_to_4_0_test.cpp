// Ticks, quanta and the timer thread from 3.3 on (new rules, sections 2 to 4).
#include "models/gvl/model.hpp"
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

const std::string modern[] = {"cruby-3.3", "cruby-3.4", "cruby-4.0"};

// A has the lock from 0 on and B waits from 0 on; when A loses it first.
std::string first_slice(const std::string& model, Duration quantum, int priority) {
    Scenario built = scenario(model, {with_priority(thread("A", {cpu(Duration{9s})}), priority),
                                      thread("B", {cpu(Duration{9s})})});
    built.runtime.quantum = quantum;
    built.stop.at = 8s;
    const std::string all = preempted(record(built), "A");
    return all.substr(0, all.find(' '));
}

}  // namespace

TEST_CASE("A quantum is rounded up to whole ticks of 10 ms") {
    struct Row {
        Duration asked;
        const char* effective;
    };
    const Row table[] = {{1ms, "10"},  {2ms, "10"},   {9ms, "10"},    {10ms, "10"},  {11ms, "20"},
                         {15ms, "20"}, {20ms, "20"},  {21ms, "30"},   {25ms, "30"},  {33ms, "40"},
                         {50ms, "50"}, {99ms, "100"}, {100ms, "100"}, {105ms, "110"}};
    for (const Row& row : table) {
        CAPTURE(milliseconds(row.asked));
        for (const std::string& model : {modern[1], modern[2]}) {
            CHECK(first_slice(model, row.asked, 0) == row.effective);
            const std::optional<Duration> told = find_model(model)->effective_quantum(row.asked);
            CHECK(milliseconds(told.value()) == row.effective);
        }
    }
}

TEST_CASE("From 3.3 on priority shifts the limit, and the slice is whole ticks again") {
    const char* const slices[] = {"20", "30", "50", "100", "200", "400", "800"};
    for (int priority = -3; priority <= 3; ++priority) {
        CAPTURE(priority);
        for (const std::string& model : modern) {
            CHECK(first_slice(model, 100ms, priority) == slices[priority + 3]);
        }
    }
    // 15 ms << 1 = 30, << 3 = 120; 25 ms >> 1 = 12.5.
    CHECK(first_slice("cruby-3.4", 15ms, 1) == "30");
    CHECK(first_slice("cruby-3.4", 15ms, 3) == "120");
    CHECK(first_slice("cruby-3.4", 25ms, -1) == "20");
}

TEST_CASE("RUBY_THREAD_TIMESLICE wraps at 2^32 microseconds, also when shifted by the priority") {
    CHECK(first_slice("cruby-3.4", 4294968ms, 0) == "10");  // 704 us
    CHECK(first_slice("cruby-3.4", 4294988ms, 0) == "30");  // 20,704 us
    CHECK(first_slice("cruby-3.4", 2147484ms, 1) == "10");  // twice that wraps to 704 us
    CHECK(first_slice("cruby-3.4", 2147484ms, 0) == "");    // 35 minutes
    CHECK(first_slice("cruby-3.4", 4294967295ms, 0) == "");
    const Model& model = *find_model("cruby-3.4");
    CHECK(milliseconds(model.effective_quantum(4294968ms).value()) == "10");
    CHECK(milliseconds(model.effective_quantum(4294960ms).value()) == "4294960");
    CHECK_FALSE(model.effective_quantum(4294967295ms));
    CHECK(quantum_warning(model, 4294967ms) == "");
    CHECK(quantum_warning(model, 4294968ms).find("704 us") != std::string::npos);
}

TEST_CASE("From 3.3 on nothing ticks while nobody waits, and one empty tick stops the timer") {
    for (const std::string& model : modern) {
        CAPTURE(model);
        Scenario built = scenario(model, {thread("S", {sleep(Duration{33ms}), sleep(Duration{9s})}),
                                          thread("C", {cpu(Duration{9s})})});
        built.stop.at = 500ms;
        // C waits for S at 0, armed for 10: nobody then. S comes at 33 and is served at 133.
        CHECK(ticks(record(built)) == "10 43 53 63 73 83 93 103 113 123 133 143");
    }
}

TEST_CASE("From 3.3 on the timer looks again when it is awake, and stays asleep if nobody waits") {
    // S leaves at once, so that C waits only from 0 to 0; the timer would be awake at 5.
    const auto program = [](Duration timer_wake) {
        Scenario built = scenario(
            "cruby-3.4", {thread("S", {sleep(Duration{7ms})}), thread("C", {cpu(Duration{9s})})});
        built.runtime.costs.timer_wake = timer_wake;
        built.stop.at = 200ms;
        return record(built);
    };
    CHECK(ticks(program(0ms)).starts_with("10 20 30"));
    CHECK(resumed(program(0ms), "S") == "0 100");
    // S comes at 7 and wakes the timer anew: 7 + 5, then ten ticks.
    CHECK(ticks(program(5ms)).starts_with("22 32 42"));
    CHECK(resumed(program(5ms), "S") == "0 112");
    // Awake at 8, it finds S, who has waited since 7.
    CHECK(ticks(program(8ms)).starts_with("18 28 38"));
    CHECK(resumed(program(8ms), "S") == "0 108");
}

TEST_CASE("On 3.3 creating threads arms the timer, from 3.4 on it does not") {
    // After the measured producer beside new consumers: cut at 101.1 ms on 3.3.8 and at 106.5 on
    // 3.4.9. C leaves at once and comes back at 5.5.
    const auto cut = [](const char* model) {
        Scenario built =
            scenario(model, {thread("C", {sleep(Duration{5440us}), cpu(Duration{50ms})}),
                             thread("P", {cpu(Duration{200ms})})});
        built.runtime.costs.create = Duration{30us};
        built.runtime.costs.timer_wake = Duration{50us};
        built.runtime.costs.tick_overshoot = Duration{100us};
        const std::string all = preempted(record(built), "P");
        return all.substr(0, all.find(' '));
    };
    // READY at 0, the lock free of main at 60 us, awake at 50: ticks from 10.15 on, 10.1 apart.
    CHECK(cut("cruby-3.3") == "101.05");
    // READY at 30, main gone at 60, awake at 80: nobody waits. Again at 5.55.
    CHECK(cut("cruby-3.4") == "106.55");
    CHECK(cut("cruby-4.0") == "106.55");
}

TEST_CASE("The cost `create` follows READY on 3.3 and precedes it from 3.4 on") {
    for (const std::string& model : modern) {
        CAPTURE(model);
        ThreadTemplate worker = thread("w", {cpu(Duration{1ms})});
        worker.count = 2;
        Scenario built = scenario(model, {worker});
        built.runtime.costs.create = Duration{30us};
        const Timeline run = record(built);
        const bool after = model == "cruby-3.3";
        CHECK(ready(run, "w-1") == (after ? "0" : "0.03"));
        CHECK(ready(run, "w-2") == (after ? "0.03" : "0.06"));
        CHECK(suspended(run, "main").starts_with("0.06"));
    }
}

TEST_CASE("From 3.3 on the ticks in a native call collapse into one") {
    // Pieces of 25 ms and a limit of ten ticks: 250 ms. The tick at a piece's end comes after it.
    for (const std::string& model : modern) {
        CAPTURE(model);
        Scenario built = scenario(model, {thread("A", {forever({c_call(Duration{25ms})})}),
                                          thread("B", {cpu(Duration{1ms})})});
        built.stop.at = 300ms;
        CHECK(resumed(record(built), "B") == "250");
    }
    // GC is no better.
    Scenario collecting = scenario(
        "cruby-3.4",
        {thread("A", {gc(Duration{505ms}), cpu(Duration{1s})}), thread("B", {cpu(Duration{1ms})})});
    collecting.stop.at = 700ms;
    CHECK(resumed(record(collecting), "B") == "590");
}

TEST_CASE("From 3.3 on pieces of at most a tick are charged in full") {
    Scenario built = scenario("cruby-3.4", {thread("A", {forever({c_call(Duration{7ms})})}),
                                            thread("B", {cpu(Duration{1ms})})});
    built.stop.at = 300ms;
    CHECK(resumed(record(built), "B") == "105");  // the first end of a piece after 100
}

TEST_CASE("From 3.3 on an owner that is not awake yet is not charged") {
    // A hands over at 9 with a switch of 2: the tick at 10 finds nobody in the timeslice list.
    Scenario built =
        scenario("cruby-3.4", {thread("A", {cpu(Duration{7ms}), sleep(Duration{9s})}),
                               thread("B", {cpu(Duration{9s})}), thread("C", {cpu(Duration{9s})})});
    built.runtime.costs.hand_over = Duration{2ms};
    built.runtime.quantum = Duration{10ms};
    built.stop.at = 40ms;
    const Timeline run = record(built);
    CHECK(resumed(run, "A") == "2");
    CHECK(suspended(run, "A") == "9");
    CHECK(resumed(run, "B").starts_with("11 "));
    CHECK(ticks(run).starts_with("10 21"));
    CHECK(preempted(run, "B").starts_with("21"));
}

TEST_CASE("A tick that is pending at the start of a wait is lost, before IO it acts first") {
    // The check comes 3 ms after the tick at 10; A leaves at 12.
    const auto program = [](Step wait) {
        Scenario built = scenario("cruby-3.4", {thread("A", {cpu(Duration{12ms}), std::move(wait)}),
                                                thread("B", {cpu(Duration{30ms})})});
        built.runtime.quantum = Duration{10ms};
        built.runtime.costs.check = Duration{3ms};
        return record(built);
    };
    CHECK(preempted(program(sleep(Duration{5ms})), "A") == "");
    CHECK(preempted(program(io(Duration{5ms})), "A") == "12");
    CHECK(preempted(program(c_call(Duration{5ms}, true)), "A") == "12");
}

TEST_CASE("Up to 3.2 and from 3.3 on a preemption comes `check` after the tick") {
    for (const char* model : {"cruby-2.5", "cruby-3.1", "cruby-3.4"}) {
        CAPTURE(std::string(model));
        Scenario built = scenario(model, {with_priority(thread("A", {cpu(Duration{9s})}), 1),
                                          thread("B", {cpu(Duration{9s})})});
        built.runtime.costs.check = Duration{500us};
        built.stop.at = 450ms;
        const std::string cut = preempted(record(built), "A");
        CHECK(cut.starts_with(std::string(model) == "cruby-2.5" ? "100.5" : "200.5"));
    }
}
