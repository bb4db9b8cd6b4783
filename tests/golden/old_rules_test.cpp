// The worked examples of the rules up to 3.2 (old rules, section 4), in all their figures: the
// whole timeline of each lies beside its scenario in old_rules/.
#include "tests/golden/example.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

const char* const era_a = "model=cruby-2.5";
const char* const era_b = "model=cruby-3.1";

}  // namespace

TEST_CASE("Up to 3.2 two CPU-bound threads alternate every 100 ms, on 2.5 the second goes first") {
    const Example example{"old_rules/two_cpu_threads"};
    const Timeline& a = example[era_a];
    CHECK(owners(a) == "main 0, T0 0, T1 0, T0 100, T1 200, T0 300, T1 400, T0 500, T1 600, "
                       "T0 700, T1 800, T0 850, main 900");
    CHECK(end_of(a, "T1") == "850");
    CHECK(end_of(a, "T0") == "900");
    const Timeline& b = example[era_b];
    CHECK(owners(b) == "main 0, T0 0, T1 100, T0 200, T1 300, T0 400, T1 500, T0 600, T1 700, "
                       "T0 800, main 850, T1 850, main 900");
    CHECK(end_of(b, "T0") == "850");
    CHECK(end_of(b, "T1") == "900");
}

TEST_CASE("Up to 3.2 three CPU-bound threads go round, on 2.5 the first is the last") {
    const Example example{"old_rules/three_cpu_threads"};
    CHECK(resumed(example[era_a], "T1") == "0 300 600");
    CHECK(resumed(example[era_a], "T2") == "100 400 650");
    CHECK(resumed(example[era_a], "T0") == "0 200 500 700");
    CHECK(resumed(example[era_b], "T0") == "0 300 600");
    CHECK(resumed(example[era_b], "T1") == "100 400 650");
    CHECK(resumed(example[era_b], "T2") == "200 500 700");
}

TEST_CASE("Up to 3.2 a sleep of less than 100 ms is rounded up to the grid of ticks") {
    const Example example{"old_rules/sleeper_below_the_quantum"};
    CHECK(ready(example[era_a], "W") == "0 77 177.1 277.1 377.1 477.1");
    CHECK(resumed(example[era_a], "W") == "0 100 200 300 400 500");
    CHECK(ready(example[era_b], "W") == "0 177 277.1 377.1 477.1");
    CHECK(resumed(example[era_b], "W") == "100 200 300 400 500");
}

TEST_CASE("Up to 3.2 a sleep of more than 100 ms is served at once") {
    const Example example{"old_rules/sleeper_above_the_quantum"};
    CHECK(ready(example[era_a], "W") == "0 120 240.1 360.2 480.3");
    CHECK(resumed(example[era_a], "W") == "0 120 240.1 360.2 480.3");
    CHECK(ready(example[era_b], "W") == "0 220 340.1 460.2 580.3");
    CHECK(resumed(example[era_b], "W") == "100 220 340.1 460.2 580.3");
}

TEST_CASE("Up to 3.2 two threads of 47 ms CPU and 50 ms sleep fit into each other") {
    const Example example{"old_rules/two_job_threads"};
    for (const auto& [model, first, second] :
         {std::tuple{era_a, "T1", "T0"}, std::tuple{era_b, "T0", "T1"}}) {
        CAPTURE(std::string(model));
        const Timeline& run = example[model];
        const bool second_had_it_at_first = model == era_a;
        CHECK(resumed(run, first) == "0 97 194 291 388");
        CHECK(suspended(run, first) == "47 144 241 338 388");
        CHECK(resumed(run, second) ==
              (second_had_it_at_first ? "0 47 144 241 338 435" : "47 144 241 338 435"));
        CHECK(suspended(run, second) ==
              (second_had_it_at_first ? "0 94 191 288 385 435" : "94 191 288 385 435"));
        CHECK(end_of(run) == "435");
    }
}

TEST_CASE("Up to 3.2 a thread of 47 ms CPU and 50 ms sleep has a period of 100 ms beside CPU") {
    const Example example{"old_rules/job_thread_beside_cpu"};
    // On 2.5 J comes first at the start, so that its times lie at 0, 100, 200 as well.
    CHECK(resumed(example[era_a], "J") == "0 100 200 300 400 500");
    CHECK(ready(example[era_a], "J") == "0 97 197 297 397 497");
    CHECK(resumed(example[era_b], "J") == "100 200 300 400 500");
    CHECK(ready(example[era_b], "J") == "0 197 297 397 497");
}
