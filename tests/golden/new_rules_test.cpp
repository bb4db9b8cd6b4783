// The worked examples of the rules from 3.3 on (new rules, section 8), in all their figures: the
// whole timeline of each lies beside its scenario in new_rules/.
#include "tests/golden/example.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

// When the lock is taken from one thread by force.
std::string forced(const Timeline& run) {
    return times_of(run, [](const Record& row) {
        return kind(row) == RecordKind::suspended && why(row) == Why::preempted;
    });
}

}  // namespace

TEST_CASE("From 3.3 on two CPU-bound threads change every effective quantum") {
    const Example example{"new_rules/two_cpu_threads"};
    CHECK(forced(example["quantum 100"]) == "100 200 300 400 500");
    CHECK(owners(example["quantum 100"]) == "main 0, A 0, B 100, A 200, B 300, A 400, B 500");
    for (const char* quantum : {"quantum 10", "quantum 1"}) {
        CHECK(forced(example[quantum]) == "10 20 30 40 50 60");
        CHECK(resumed(example[quantum], "B") == "10 30 50");
    }
    CHECK(forced(example["quantum 15"]) == "20 40 60 80");
    CHECK(forced(example["quantum 33"]) == "40 80 120 160");
}

TEST_CASE("From 3.3 on three CPU-bound threads go round in the order of creation") {
    const Example example{"new_rules/three_cpu_threads"};
    for (const char* model : {"model=cruby-3.3", "model=cruby-3.4", "model=cruby-4.0"}) {
        CAPTURE(std::string(model));
        const Timeline& run = example[model];
        CHECK(owners(run) == "main 0, A 0, B 100, C 200, A 300, B 400, C 500");
        CHECK(ready(run, "A") == "0 100 400");
        CHECK(ready(run, "B") == "0 200 500");
        CHECK(run.result.threads[run.thread("A")].longest_lock_wait ==
              std::chrono::milliseconds{200});
    }
}

TEST_CASE("From 3.3 on a sleeper beside CPU waits a whole quantum") {
    const Example example{"new_rules/sleeper_above_the_tick"};
    const Timeline& slow = example["quantum 100"];
    CHECK(forced(slow) == "177 354 531 708 885");
    CHECK(resumed(slow, "S") == "0 177 354 531 708 885");
    CHECK(ready(slow, "S") == "0 77 254 431 608 785");
    const Timeline& quick = example["quantum 10"];
    CHECK(forced(quick) == "87 174 261 348 435");
    CHECK(ready(quick, "S") == "0 77 164 251 338 425");
}

TEST_CASE("From 3.3 on a sleep shorter than a tick finds the timer still armed") {
    const Example example{"new_rules/sleeper_below_the_tick"};
    for (const std::string name : {"3 ms", "5 ms"}) {
        CAPTURE(name);
        CHECK(forced(example[name + ", quantum 10"]) == "10 20 30 40 50 60");
        CHECK(forced(example[name + ", quantum 100"]) == "100 200 300 400 500");
    }
    CHECK(ready(example["3 ms, quantum 10"], "S") == "0 3 13 23 33 43 53");
    CHECK(ready(example["5 ms, quantum 100"], "S") == "0 5 105 205 305 405 505");
}

TEST_CASE("From 3.3 on two threads of 47 ms CPU and 50 ms sleep depend on the quantum") {
    const Example example{"new_rules/two_job_threads"};
    const Timeline& slow = example["quantum 100"];
    CHECK(forced(slow) == "");
    CHECK(owners(slow).starts_with(
        "main 0, A 0, B 47, A 97, B 144, A 194, B 241, A 291"));
    const Timeline& quick = example["quantum 10"];
    CHECK(forced(quick).starts_with("10 20 30 40 50 60 70 80 154 164 174 184 194 204 291 301 "
                                    "311 321"));
    CHECK(forced(quick).ends_with("418"));
    CHECK(suspended(quick, "A").starts_with("10 30 50 70 87 154 174 194 214 291 311"));
    CHECK(suspended(quick, "B").starts_with("20 40 60 80 94 164 184 204 231 301 321"));
    CHECK(ready(quick, "A").starts_with("0 10 30 50 70 137 154 174 194 264"));
    CHECK(ready(quick, "B").starts_with("0 20 40 60 80 144 164 184 204 281"));
}

TEST_CASE("From 3.3 on a thread that takes over between two ticks gets a shorter slice") {
    const Example example{"new_rules/tick_in_mid_phase"};
    CHECK(owners(example[""]) ==
          "main 0, A 0, B 100, C 104, A 200, B 300, C 304, A 400");
    CHECK(ready(example[""], "B") == "0 124 324");
}

TEST_CASE("From 3.3 on the rows are the events of Ruby's instrumentation interface, in order") {
    const Example example{
        "new_rules/instrumentation",
        [](const Timeline& run) { return rows_text(run); }};
    CHECK(example[""].result.kind == EndKind::completed);
}
