#include "tests/unit/pools/pools.hpp"

namespace gvlsim::test {

using Fallback = PoolSettings::Fallback;

TEST_CASE("with `abort` a task too many raises in the thread that submits it") {
    Scenario scenario = with_pools({pool("p", 1, 1, 1)}, {});
    scenario.threads = {thread("t", {submit(0, {sleep(10ms)}, no_object, 3), cpu(1ms)})};
    scenario.main.reset();
    const Result result = simulate(scenario);
    const ThreadResult* submitter = find_thread(result, "t");
    REQUIRE(submitter != nullptr);
    CHECK(submitter->error == "Concurrent::RejectedExecutionError");
    CHECK(submitter->end == start_of_time);
    CHECK(submitter->cpu == Duration::zero());
    CHECK(result.pools[0].tasks == 2);
}

TEST_CASE("an error in a task ends the task, completes its future and leaves the worker") {
    const Scenario scenario = with_pools(
        {fixed("outer", 1), pool("inner", 1, 1, 1)},
        {submit(0,
                {submit(1, {sleep(10ms)}, 1, 2),
                 repeat(5, {submit(1, {}, 1), mark("never")}), mark("never")},
                0),
         await(0), mark("rejected"), submit(0, {mark("next")}, 0), await(0)});
    const PoolTimeline rows = timeline(scenario);
    CHECK(rows.rows("MARK") == "0 main MARK rejected\n0 outer-worker-1 MARK next\n");
    const Result result = simulate(scenario);
    CHECK(find_thread(result, "outer-worker-1")->error.empty());
    CHECK(result.pools[0].threads == 1);
}

TEST_CASE("with `discard` a task too many never runs and its future never comes") {
    const Scenario fire_and_forget = with_pools(
        {pool("p", 1, 1, 1, Fallback::discard)}, {submit(0, {sleep(10ms)}, no_object, 5),
                                                  sleep(100ms)});
    const Result result = simulate(fire_and_forget);
    CHECK(result.pools[0].tasks == 2);
    CHECK(find_thread(result, "p-worker-1")->sleep == 20ms);

    const Result waiting = simulate(with_pools({pool("p", 1, 1, 1, Fallback::discard)},
                                               {submit(0, {sleep(10ms)}, 0, 5), await(0)}));
    CHECK(waiting.kind == EndKind::deadlock);
    REQUIRE(waiting.deadlock.size() == 1);
    CHECK(waiting.deadlock[0].thread == "main");
    CHECK(waiting.deadlock[0].waits_for == "future f");
    CHECK(waiting.deadlock[0].held_by.empty());
    CHECK_FALSE(waiting.deadlock[0].in_cycle);
}

TEST_CASE("with `caller_runs` the submitter runs a task too many while the worker goes on") {
    // Case C47 without the bug of concurrent-ruby before 1.1.10. At every full second main, whose
    // sleep began first, comes back before the worker has emptied a place in the queue.
    Block steps;
    for (int n = 1; n <= 10; ++n) {
        steps.push_back(submit(0, {sleep(1s), mark(std::to_string(n))}, 0));
    }
    steps.push_back(await(0));
    const Scenario scenario =
        with_pools({pool("p", 1, 1, 2, Fallback::caller_runs)}, std::move(steps));
    CHECK(timeline(scenario).rows("MARK") ==
          "1000 main MARK 4\n"
          "1000 p-worker-1 MARK 1\n"
          "2000 main MARK 5\n"
          "2000 p-worker-1 MARK 2\n"
          "3000 main MARK 7\n"
          "3000 p-worker-1 MARK 3\n"
          "4000 main MARK 9\n"
          "4000 p-worker-1 MARK 6\n"
          "5000 p-worker-1 MARK 8\n"
          "6000 p-worker-1 MARK 10\n");
    const Result result = simulate(scenario);
    CHECK(result.end == start_of_time + 6s);
    CHECK(result.pools[0].threads == 1);
    CHECK(result.pools[0].tasks == 6);  // those that the pool took, as scheduled_task_count
}

TEST_CASE("a task run by its submitter may submit, await and loop deeply, and the rest follows") {
    const Block body{repeat(2, {repeat(2, {repeat(2, {repeat(2, {cpu(1ms), sleep(1ms)})})})}),
                     submit(1, {sleep(5ms)}, 1, 3), await(1)};
    Scenario scenario = with_pools(
        {pool("p", 1, 1, 1, Fallback::caller_runs), cached("q")},
        {repeat(2, {repeat(3, {submit(0, body, 0, 5)}), await(0), mark("round")}), cpu(1ms)});
    const Result result = simulate(scenario);
    CHECK(result.kind == EndKind::completed);
    Duration solo{};
    for (const ThreadResult& thread : result.threads) {
        solo += thread.solo;
    }
    CHECK(solo == 30 * (16 * 2ms + 3 * 5ms) + 1ms);
}

TEST_CASE("an error in a task that the submitter runs ends that task only") {
    const PoolTimeline rows = timeline(with_pools(
        {pool("p", 1, 1, 1, Fallback::caller_runs), pool("full", 1, 1, 1)},
        {submit(1, {sleep(1s)}, 1, 2), submit(0, {sleep(1s)}, 0, 2),
         submit(0, {mark("before"), repeat(3, {submit(1, {}), mark("never")})}, 2, 2),
         await(2), mark("after")}));
    CHECK(rows.rows("MARK") ==
          "0 main MARK before\n0 main MARK before\n0 main MARK after\n");
}

TEST_CASE("after an error in a task the loops around its submission go on as before") {
    const PoolTimeline rows = timeline(with_pools(
        {pool("p", 1, 1, 1, Fallback::caller_runs), pool("full", 1, 1, 1)},
        {submit(1, {sleep(1s)}, 1, 2), submit(0, {sleep(1s)}, 0, 2),
         repeat(2, {submit(0, {repeat(5, {submit(1, {})})}, 2), mark("round")}), mark("after")}));
    CHECK(rows.rows("MARK") == "0 main MARK round\n0 main MARK round\n0 main MARK after\n");
}

TEST_CASE("a task is alone in sharing a split loop, also when its submitter runs it") {
    Scenario scenario = with_pools({pool("p", 1, 1, 1, Fallback::caller_runs)}, {});
    ThreadTemplate submitter = thread(
        "t", {submit(0, {repeat(Times{Times::Kind::split, 8}, {cpu(1ms)})}, 0, 5), await(0)});
    submitter.count = 4;
    scenario.threads = {submitter};
    scenario.main.reset();
    const Result result = simulate(scenario);
    CHECK(result.pools[0].tasks < 20);  // so that some ran in their submitters
    CHECK(result.end == start_of_time + 20 * 8ms);
}

}  // namespace gvlsim::test
