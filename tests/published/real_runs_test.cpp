// How far real runs of Ruby 2.5.9, 3.0.2, 3.3.8 and 3.4.9 are from what is simulated for them.
// What each program computed and slept is recorded, all else follows from the rules and one set of
// costs.
#include "tests/published/real_runs.hpp"

#include <cmath>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

// Within 2 % or 0.5 ms, as the medians of turns and latencies are judged.
void check_median(const DistributionRow& row) {
    CAPTURE(row.what);
    const double measured = median_ms(row.measured);
    CHECK(std::abs(median_ms(row.simulated) - measured) <= std::max(0.02 * measured, 0.5));
}

void check_medians(const std::string& scenario, const std::string& recording) {
    CAPTURE(recording);
    const RecordedCase both = beside(scenario, recording);
    REQUIRE_FALSE(both.compared.distributions.empty());
    for (const DistributionRow& row : both.compared.distributions) {
        // Of all threads together: with priorities a mixture whose median hangs on one wait.
        if (row.what != "stalls") { check_median(row); }
    }
}

}  // namespace

TEST_CASE("fib/sleep: total within 2 % (3.0: 3.5 %) and median stall within 2 % on every Ruby") {
    for (const char* name :
         {"2.5.9_default_rep1", "2.5.9_default_rep2", "3.0.2_default_rep1", "3.0.2_default_rep2",
          "3.3.8_default_rep1", "3.4.9_default_rep1", "3.4.9_default_rep2", "3.4.9_q10_rep1",
          "3.4.9_q10_rep2", "3.4.9_q5_rep1", "3.4.9_q1_rep1"}) {
        CAPTURE(name);
        const RecordedCase both = beside("fib_sleep", std::string{"fib_sleep_"} + name);
        const double limit = both.series.ruby == "3.0.2" ? 0.035 : 0.02;
        CHECK(std::abs(*figure_of(both.compared, "end_s").error()) < limit);
        CHECK(std::abs(*figure_of(both.compared, "thread.fib.end_s").error()) < limit);
        const DistributionRow& late = distribution_of(both.compared, "lateness of sleeper");
        const double measured = median_ms(late.measured);
        CHECK(std::abs(median_ms(late.simulated) / measured - 1) < 0.02);
        CHECK(late.distance_near < 0.1);
    }
}

TEST_CASE("Turns of threads that only compute: medians within 2 % or 0.5 ms on every Ruby") {
    for (const char* name : {"2.5.9_cpu2", "3.0.2_cpu2", "3.3.8_cpu2", "3.4.9_cpu2",
                             "3.4.9_q10_cpu2"}) {
        check_medians("turns_2", std::string{"slices_"} + name);
    }
    for (const char* name : {"2.5.9_cpu3", "3.0.2_cpu3", "3.3.8_cpu3", "3.4.9_cpu3",
                             "3.4.9_q10_cpu3"}) {
        check_medians("turns_3", std::string{"slices_"} + name);
    }
}

TEST_CASE("Two threads that compute take as many turns, in the same order, with 100 ms each") {
    for (const char* name : {"2.5.9_cpu2", "3.0.2_cpu2", "3.3.8_cpu2", "3.4.9_cpu2"}) {
        CAPTURE(name);
        const RecordedCase both = beside("turns_2", std::string{"slices_"} + name);
        const FigureRow& preemptions = figure_of(both.compared, "lock.preemptions");
        CHECK(preemptions.written == preemptions.measured->median);
        REQUIRE(both.compared.orders.size() == 1);
        const OrderRow& order = both.compared.orders.front();
        CHECK(order.alike >= order.simulated);
        CHECK(order.recorded - order.simulated <= 1);  // the probe's last look at the clock
    }
}

TEST_CASE("Priorities: medians of each thread's turns within 2 % or 0.5 ms") {
    for (const char* name : {"prio_0_0", "prio_1_0", "prio_2_0", "prio_2_-2", "prio_-1_0",
                             "prio_-2_0", "q10_prio_2_0", "q10_prio_-2_0"}) {
        check_medians("turns_2", std::string{"priority_3.4.9_"} + name);
    }
    check_medians("sleepers", "priority_3.4.9_cpu1_sleeper_prio_2");
}

TEST_CASE("Latency of a sleeper beside computing threads: medians within 2 % or 0.5 ms") {
    for (const char* name :
         {"2.5.9_cpu1_3sleep5ms", "2.5.9_cpu1_sleep137ms", "2.5.9_cpu1_sleep1ms",
          "2.5.9_cpu1_sleep37ms", "2.5.9_cpu2_sleep1ms", "3.0.2_cpu1_3sleep5ms",
          "3.0.2_cpu1_sleep137ms", "3.0.2_cpu1_sleep1ms", "3.0.2_cpu2_sleep1ms",
          "3.3.8_cpu1_3sleep5ms", "3.3.8_cpu1_sleep1ms", "3.3.8_cpu1_sleep37ms",
          "3.3.8_cpu2_sleep1ms", "3.4.9_cpu1_3sleep5ms", "3.4.9_cpu1_sleep137ms",
          "3.4.9_cpu1_sleep1ms", "3.4.9_cpu1_sleep37ms", "3.4.9_cpu2_sleep1ms",
          "3.4.9_q10_cpu1_3sleep5ms", "3.4.9_q10_cpu1_sleep1ms", "3.4.9_q10_cpu1_sleep37ms",
          "3.4.9_q10_cpu2_sleep1ms"}) {
        check_medians("sleepers", std::string{"slices_"} + name);
    }
}

TEST_CASE("3.0: a sleeper's latency has two values, and both of them are the recorded ones") {
    struct Two {
        const char* name;
        double soon, late;  // ms
    };
    for (const Two& two :
         {Two{"3.0.2_cpu1_sleep37ms", 63.1, 100.22}, Two{"3.0.2_cpu1_sleep137ms", 0.2, 100.3},
          Two{"3.0.2_cpu1_sleep1ms", 99.1, 100.23}}) {
        CAPTURE(two.name);
        const RecordedCase both = beside("sleepers", std::string{"slices_"} + two.name);
        const DistributionRow& row = distribution_of(both.compared, "lateness of sleeper-1");
        for (const Sample* sample : {&row.measured, &row.simulated}) {
            CHECK(share_near(*sample, two.soon) > 0.02);
            CHECK(share_near(*sample, two.late) > 0.02);
            CHECK(share_near(*sample, two.soon) + share_near(*sample, two.late) > 0.85);
        }
    }
}

// Where the hand-over race went the other way more often than in fib/sleep, the larger value is
// the median. Nothing that was recorded says why; see tests/data/real/README.md.
TEST_CASE("3.0, 37 ms: the median is the other one of the two values") {
    const RecordedCase both = beside("sleepers", "slices_3.0.2_cpu1_sleep37ms");
    const DistributionRow& row = distribution_of(both.compared, "lateness of sleeper-1");
    CHECK(median_ms(row.measured) == doctest::Approx(100.22).epsilon(0.005));
    CHECK(median_ms(row.simulated) == doctest::Approx(63.1).epsilon(0.005));
}

TEST_CASE("Jobs on 3.4: every job begins in the recorded order, none is interrupted") {
    for (const char* n : {"2", "4", "10"}) {
        for (const char* run : {"run1", "run2"}) {
            const std::string name =
                std::string{"jobs_"} + n + "_3.4.9_q100_" + run;
            CAPTURE(name);
            const RecordedCase both = beside(std::string{"jobs_"} + n, name);
            CHECK_FALSE(both.compared.orders.front().first);
            const FigureRow& interrupted = figure_of(both.compared, "interrupted jobs");
            CHECK(interrupted.measured->median == 0);
            CHECK(interrupted.simulated->highest == 0);
            CHECK(std::abs(*figure_of(both.compared, "end_s").error()) < 0.002);
        }
    }
}

TEST_CASE("Interrupted jobs: the recorded number lies in the simulated range, two runs excepted") {
    std::string outside;
    for (const char* n : {"2", "4", "10"}) {
        for (const char* ruby : {"2.5.9_q100", "3.0.2_q100", "3.4.9_q100", "3.4.9_q10"}) {
            for (const char* run : {"run1", "run2"}) {
                const std::string name = std::string{"jobs_"} + n + "_" + ruby + "_" + run;
                const RecordedCase both = beside(std::string{"jobs_"} + n, name);
                const FigureRow& row = figure_of(both.compared, "interrupted jobs");
                const double measured = row.measured->median;
                if (measured < row.simulated->lowest || measured > row.simulated->highest) {
                    outside += name + ";";
                }
            }
        }
    }
    // A job with 10 ms left is interrupted, one with 9 is not; what those jobs computed is not
    // recorded, and the mean says little where half of them are cut short.
    CHECK(outside == "jobs_2_3.4.9_q10_run1;jobs_2_3.4.9_q10_run2;");
}

TEST_CASE("Jobs: no difference of order before a job was interrupted, whose work is not recorded") {
    for (const char* n : {"2", "4", "10"}) {
        for (const char* ruby : {"2.5.9_q100", "3.0.2_q100", "3.4.9_q100", "3.4.9_q10"}) {
            for (const char* run : {"run1", "run2"}) {
                const std::string name = std::string{"jobs_"} + n + "_" + ruby + "_" + run;
                CAPTURE(name);
                const RecordedCase both = beside(std::string{"jobs_"} + n, name);
                const OrderRow& order = both.compared.orders.front();
                CHECK(order.recorded == order.simulated);
                if (!order.first) { continue; }
                const std::vector<SeenJob>& jobs = both.series.runs.front().jobs;
                const auto begun = jobs.begin() + static_cast<std::ptrdiff_t>(order.first->index);
                CHECK(interrupted({jobs.begin(), begun + 1}) > 0);
                CHECK(order.alike >= order.recorded / 2);
            }
        }
    }
}
