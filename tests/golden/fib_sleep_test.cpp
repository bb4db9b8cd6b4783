// The program of Ruby feature 20861 with costs of nothing (new rules, section 13, row `ideal`).
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

Scenario fib_sleep(Duration length, Duration quantum) {
    Scenario built =
        scenario("cruby-3.4", {thread("sleeper", {repeat(100, {sleep(length)})}),
                               thread("fib", {repeat(100, {cpu(length)})})});
    built.runtime.quantum = quantum;
    return built;
}

std::string waste(const Scenario& scenario) {
    return milliseconds(simulate(scenario).end - start_of_time -
                        unlocked_end(scenario, {}).value());
}

}  // namespace

TEST_CASE("fib and sleep waste 4,318.776 ms with a quantum of 100 ms and 880 ms with 10 ms") {
    const Scenario slow = fib_sleep(77'121us, 100ms);
    const Timeline a = record(slow);
    CHECK(end_of(a) == "12030.876");
    CHECK(waste(slow) == "4318.776");
    CHECK(a.result.threads[a.thread("fib")].preempted == 43);
    CHECK(a.result.lock.preemptions == 43);

    const Scenario quick = fib_sleep(74'817us, 10ms);
    const Timeline b = record(quick);
    CHECK(end_of(b) == "8361.7");
    CHECK(waste(quick) == "880");
    CHECK(b.result.threads[b.thread("fib")].preempted == 88);
    // fib ends before the sleeper, as published.
    for (const Timeline* run : {&a, &b}) {
        CHECK(run->result.threads[run->thread("fib")].end <
              run->result.threads[run->thread("sleeper")].end);
    }
}

TEST_CASE("The total of fib and sleep follows from its formula for other quanta, too") {
    // sigma = s, c = sigma + q, k = floor(F / c), r = F - k c; F = 100 s.
    const Duration s = 77'121us;
    for (const Duration q : {10ms, 20ms, 50ms, 100ms, 200ms}) {
        CAPTURE(milliseconds(q));
        const Duration cycle = s + q;
        const std::int64_t k = 100 * s / cycle;
        const Duration rest = 100 * s - k * cycle;
        const Duration total = rest <= s ? k * cycle + (100 - k) * s : 100 * s + (99 - k) * s;
        CHECK(milliseconds(simulate(fib_sleep(s, q)).end) == milliseconds(total));
    }
}
