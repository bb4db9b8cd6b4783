#include "tests/unit/pools/pools.hpp"

namespace gvlsim::test {

TEST_CASE("a pool creates threads up to its maximum before it queues a task") {
    // Case C48: its guide promises 3 threads and then the queue.
    const Result result = simulate(with_pools(
        {pool("p", 3, 10, 100)}, {submit(0, {sleep(100ms)}, 0, 20), await(0)}));
    REQUIRE(result.pools.size() == 1);
    CHECK(result.pools[0].name == "p");
    CHECK(result.pools[0].threads == 10);
    CHECK(result.pools[0].largest == 10);
    CHECK(result.pools[0].tasks == 20);
    CHECK(result.pools[0].queued == 10);
    CHECK(result.pools[0].longest_queue_wait == 100ms);
    CHECK(result.largest_alive == 10);
    CHECK(result.end == start_of_time + 200ms);
}

TEST_CASE("below its minimum a pool creates a thread even if one is idle") {
    const Block one_by_one{submit(0, {sleep(1ms)}, 0), await(0), submit(0, {sleep(1ms)}, 0),
                           await(0), submit(0, {sleep(1ms)}, 0), await(0)};
    CHECK(simulate(with_pools({pool("p", 2, 5)}, one_by_one)).pools[0].threads == 2);
    CHECK(simulate(with_pools({cached("p")}, one_by_one)).pools[0].threads == 1);
}

TEST_CASE("a task goes to the worker that became idle last") {
    const PoolTimeline rows = timeline(with_pools(
        {cached("p")}, {submit(0, {sleep(10ms)}, 0), submit(0, {sleep(30ms)}, 0),
                        submit(0, {sleep(20ms)}, 0), await(0), sleep(10ms),
                        submit(0, {mark("first")}), submit(0, {mark("second")}), sleep(1ms)}));
    CHECK(rows.rows("MARK") == "40 p-worker-2 MARK first\n40 p-worker-3 MARK second\n");
}

TEST_CASE("a worker that is done takes the oldest queued task without leaving the lock") {
    const PoolTimeline rows = timeline(with_pools(
        {fixed("p", 1)}, {submit(0, {mark("a"), cpu(5ms)}, 0), submit(0, {mark("b"), cpu(5ms)}, 0),
                          submit(0, {mark("c")}, 0), await(0)}));
    CHECK(rows.rows("p-worker-1") ==
          "0 p-worker-1 STARTED\n"
          "0 p-worker-1 READY\n"
          "0 p-worker-1 RESUMED\n"
          "0 p-worker-1 MARK a\n"
          "5 p-worker-1 MARK b\n"
          "10 p-worker-1 MARK c\n"
          "10 p-worker-1 SUSPENDED queue:p\n");
}

TEST_CASE("an idle worker waits as in Queue#pop and ends with the process") {
    const Scenario scenario =
        with_pools({fixed("a", 1), fixed("b", 1)},
                   {submit(0, {cpu(1ms)}), submit(1, {cpu(1ms)}), sleep(10ms)});
    CHECK(timeline(scenario).rows("queue:") ==
          "1 a-worker-1 SUSPENDED queue:a\n2 b-worker-1 SUSPENDED queue:b\n");
    const Result result = simulate(scenario);
    CHECK(result.kind == EndKind::completed);
    const ThreadResult* worker = find_thread(result, "a-worker-1");
    REQUIRE(worker != nullptr);
    CHECK_FALSE(worker->end.has_value());
    CHECK(worker->blocked == 9ms);
}

TEST_CASE("submitting costs the submitter CPU time before a worker is chosen") {
    Scenario scenario = with_pools({fixed("p", 2)}, {submit(0, {mark("task")}, 0, 2), await(0)},
                                   "cruby-3.3");
    scenario.runtime.costs.submit = Duration{2ms};
    scenario.runtime.costs.create = Duration{5ms};
    // 3.3 pays for a thread when it is queued: at 2 the first is, at 9 the second.
    const PoolTimeline modern = timeline(scenario);
    CHECK(modern.rows("STARTED") == "2 p-worker-1 STARTED\n9 p-worker-2 STARTED\n");
    CHECK(modern.rows("MARK") == "14 p-worker-1 MARK task\n14 p-worker-2 MARK task\n");
    scenario.runtime.model = "cruby-3.4";
    CHECK(timeline(scenario).rows("STARTED") ==
          "7 p-worker-1 STARTED\n14 p-worker-2 STARTED\n");
    // Before, a thread arrives after the cost `spawn`.
    scenario.runtime.model = "cruby-3.2";
    scenario.runtime.costs.spawn = Duration{4ms};
    CHECK(timeline(scenario).rows("STARTED") ==
          "11 p-worker-1 STARTED\n18 p-worker-2 STARTED\n");
}

TEST_CASE("the cost of submitting can be preempted") {
    Scenario scenario = with_pools({fixed("p", 1)}, {});
    scenario.threads = {thread("hog", {cpu(200ms)})};
    scenario.main = Block{spawn(0), submit(0, {}, 0), await(0)};
    scenario.runtime.costs.submit = Duration{150ms};
    const Result result = simulate(scenario);
    CHECK(result.threads[0].preempted == 1);
    CHECK(result.threads[0].cpu == 150ms);
    CHECK(result.threads[0].solo == Duration::zero());  // a cost, not work
}

TEST_CASE("workers idle for longer than `idle` are told to stop when a task is accepted") {
    PoolSettings settings = cached("p");
    settings.min = 1;
    settings.idle = 10s;
    const Scenario scenario = with_pools(
        {settings}, {submit(0, {sleep(1ms)}, 0, 4), await(0), sleep(9s), submit(0, {}, 0), await(0),
                     sleep(9s), submit(0, {mark("late")}, 0), await(0)});
    // At 9 s nobody has been idle for long enough; at 18 s all are but the one that gets the task.
    const PoolTimeline rows = timeline(scenario);
    CHECK(rows.rows("MARK") == "18001 p-worker-4 MARK late\n");
    CHECK(rows.rows("EXITED") ==
          "18001 p-worker-1 EXITED\n18001 p-worker-2 EXITED\n18001 p-worker-3 EXITED\n"
          "18001 main EXITED\n");
}

TEST_CASE("a pool never exceeds its maximum under any model") {
    for (const Model& model : models()) {
        RandomStream random{7, "pools"};
        for (int round = 0; round < 8; ++round) {
            const auto max = static_cast<std::int64_t>(1 + random.below(6));
            const auto min = static_cast<std::int64_t>(random.below(
                static_cast<std::uint64_t>(max) + 1));
            const auto queue = static_cast<std::int64_t>(random.below(4));
            const auto tasks = static_cast<std::int64_t>(random.below(20));
            Scenario scenario = with_pools(
                {pool("p", min, max, queue, PoolSettings::Fallback::caller_runs), cached("q")},
                {repeat(3, {submit(1, {submit(0, {sleep(Duration{3ms}), cpu(Duration{2ms})}, 0,
                                              tasks),
                                       await(0)},
                                   1, 3),
                            await(1), sleep(Duration{1ms})})},
                std::string{model.name});
            scenario.runtime.costs.submit = Duration{100us};
            scenario.runtime.costs.create = Duration{200us};
            scenario.runtime.costs.resume = Duration{20us};
            const Result result = simulate(scenario);
            CAPTURE(model.name);
            CAPTURE(round);
            CHECK(result.kind == EndKind::completed);
            CHECK(result.pools[0].largest <= static_cast<std::uint64_t>(max));
            CHECK(result.pools[0].threads == result.pools[0].largest);
            CHECK(result.pools[1].tasks == 9);
            // Whoever ran them, all tasks were run.
            Duration solo{};
            for (const ThreadResult& thread : result.threads) {
                solo += thread.solo;
            }
            CHECK(solo == tasks * 9 * 5ms + 3ms);
        }
    }
}

}  // namespace gvlsim::test
