// The totals of a result, in scenarios small enough to count by hand; tests/property does it for
// random ones.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

TEST_CASE("Accounts of two CPU threads and a sleeper on 3.4, counted by hand") {
    // A 0-100, B 100-150, A 160-210. S sleeps 0-30, waits to 150, computes to 160.
    const Timeline run = record(scenario(
        "cruby-3.4", {thread("S", {sleep(Duration{30ms}), cpu(Duration{10ms})}),
                      thread("A", {cpu(Duration{150ms})}), thread("B", {cpu(Duration{50ms})})}));
    // Queue at 30: B (0), S (30). The tick at 100 cuts A: B, S, A.
    CHECK(owners(run) == "main 0, S 0, A 0, B 100, S 150, A 160, main 210");
    const ThreadResult& s = run.result.threads[run.thread("S")];
    CHECK(s.sleep == Duration{30ms});
    CHECK(s.lock_wait == Duration{120ms});
    CHECK(s.longest_lock_wait == Duration{120ms});
    CHECK(s.cpu == Duration{10ms});
    CHECK(s.solo == Duration{40ms});
    CHECK(s.released == 1);
    const ThreadResult& a = run.result.threads[run.thread("A")];
    CHECK(a.cpu == Duration{150ms});
    CHECK(a.lock_wait == Duration{60ms});
    CHECK(a.preempted == 1);
    CHECK(a.released == 0);
    const ThreadResult& main = run.result.threads[0];
    CHECK(main.blocked == Duration{160ms});  // it joins S first, and then waits for A's end
    CHECK(main.lock_wait == Duration{50ms});
    CHECK(main.cpu == Duration::zero());
    CHECK(run.result.lock.held == Duration{210ms});
    CHECK(run.result.lock.free == Duration::zero());
    CHECK(run.result.lock.handovers == 6);
    CHECK(run.result.lock.preemptions == 1);
    CHECK(run.result.lock.ticks == 20);  // somebody waits all the time
    CHECK(run.result.largest_alive == 3);
}

TEST_CASE("Time between owners is free time of the lock") {
    Scenario built = scenario("cruby-3.4", {thread("A", {cpu(Duration{10ms}), io(Duration{40ms})}),
                                            thread("B", {cpu(Duration{10ms})})});
    built.runtime.costs.hand_over = Duration{1ms};
    const Timeline run = record(built);
    // 1-11 A, 12-22 B; B's end gives the lock to main only when A has ended at 51.
    CHECK(resumed(run, "A") == "1 51");
    CHECK(run.result.lock.held == Duration{20ms});
    CHECK(run.result.lock.free == run.result.end - start_of_time - Duration{20ms});
}

TEST_CASE("The cost of a lock wait includes the handshake up to 3.2") {
    Scenario built = scenario(
        "cruby-3.1", {thread("A", {cpu(Duration{150ms})}), thread("B", {cpu(Duration{10ms})})});
    built.runtime.costs.hand_over = Duration{10us};
    const Timeline run = record(built);
    // A lets go at 100, B runs 100.01-110.01, A is back at 110.02 or later if main is faster.
    const ThreadResult& a = run.result.threads[run.thread("A")];
    CHECK(preempted(run, "A") == "100");
    CHECK(resumed(run, "A") == "0 110.02");
    CHECK(a.lock_wait == Duration{10'020us});
}
