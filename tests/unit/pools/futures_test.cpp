#include "tests/unit/pools/pools.hpp"

#include "tests/support/allocations.hpp"

namespace gvlsim::test {

TEST_CASE("await waits for all futures of its name, once, and then forgets them") {
    const PoolTimeline rows = timeline(with_pools(
        {cached("p")},
        {submit(0, {sleep(10ms)}, 0), submit(0, {sleep(30ms)}, 0, 2), submit(0, {sleep(50ms)}, 1),
         await(0), mark("f"), await(0), mark("f again"), await(1), mark("g"), await(2),
         mark("h was never submitted")}));
    CHECK(rows.rows("MARK") ==
          "30 main MARK f\n30 main MARK f again\n50 main MARK g\n"
          "50 main MARK h was never submitted\n");
    CHECK(rows.rows("main SUSPENDED await") ==
          "0 main SUSPENDED await\n30 main SUSPENDED await\n");
}

TEST_CASE("the time in await counts as blocked") {
    const Result result =
        simulate(with_pools({cached("p")}, {submit(0, {sleep(10ms)}, 0), await(0)}));
    CHECK(result.threads[0].blocked == 10ms);
}

TEST_CASE("futures belong to the thread or the task that submitted them") {
    // Both tasks and main use the name f.
    const PoolTimeline rows = timeline(with_pools(
        {cached("p"), cached("q")},
        {submit(0, {submit(1, {sleep(20ms)}, 0), await(0), mark("inner")}, 0),
         submit(0, {await(0), mark("has none")}, 1), await(1), sleep(1ms), mark("not yet"),
         await(0), mark("all")}));
    CHECK(rows.rows("MARK") ==
          "0 p-worker-2 MARK has none\n1 main MARK not yet\n20 p-worker-1 MARK inner\n"
          "20 main MARK all\n");
}

TEST_CASE("futures that a task does not await end with it") {
    const Result result = simulate(with_pools(
        {fixed("p", 1), cached("q")},
        {repeat(3, {submit(0, {submit(1, {sleep(20ms)}, 0)}, 1), await(1)}),
         submit(0, {await(0), mark("nothing to wait for")}, 1), await(1)}));
    CHECK(result.kind == EndKind::completed);
    CHECK(end_ms(result) == 0);
}

TEST_CASE("a task draws the same whichever worker runs it and whatever else is submitted") {
    const auto solo_of_tasks = [](std::int64_t threads, Block before) {
        Block steps = std::move(before);
        steps.push_back(submit(0, {sleep(Exponential{Duration{5ms}}),
                                   repeat(2, {cpu(Exponential{Duration{1ms}})})},
                               0, 50));
        steps.push_back(await(0));
        const Result result =
            simulate(with_pools({fixed("p", threads), cached("q")}, std::move(steps)));
        Duration sum{};
        for (const ThreadResult& thread : result.threads) {
            if (thread.name.starts_with("p-worker-")) {
                sum += thread.solo;
            }
        }
        return sum;
    };
    const Duration alone = solo_of_tasks(1, {});
    CHECK(solo_of_tasks(7, {}) == alone);
    CHECK(solo_of_tasks(50, {submit(1, {cpu(Exponential{Duration{1ms}})}, 1, 9)}) == alone);
}

TEST_CASE("a task allocates nothing once the pool has grown") {
    const auto allocations = [](std::int64_t rounds) {
        const Scenario scenario = with_pools(
            {fixed("p", 4), fixed("q", 4)},
            {repeat(rounds, {submit(0, {submit(1, {sleep(1ms)}, 1, 4), await(1)}, 0, 8),
                             await(0)})});
        const AllocationCounter counter;
        static_cast<void>(simulate(scenario));
        return counter.count();
    };
    CHECK(allocations(10) == allocations(100));
}

TEST_CASE("futures that nobody awaits are used again") {
    const auto allocations = [](std::int64_t rounds) {
        const Scenario scenario = with_pools(
            {fixed("p", 2), fixed("q", 2)},
            {repeat(rounds, {submit(0, {submit(1, {sleep(1ms)}, 1, 2)}, 0, 4), await(0),
                             sleep(10ms)})});
        const AllocationCounter counter;
        static_cast<void>(simulate(scenario));
        return counter.count();
    };
    CHECK(allocations(10) == allocations(1000));
}

TEST_CASE("tasks that wait in a worker for tasks of their own pool are a deadlock") {
    const Result result = simulate(with_pools(
        {fixed("p", 1)},
        {submit(0, {submit(0, {cpu(1ms)}, 1), await(1)}, 0), await(0)}));
    CHECK(result.kind == EndKind::deadlock);
    REQUIRE(result.deadlock.size() == 2);
    CHECK(result.deadlock[0].thread == "main");
    CHECK(result.deadlock[0].why == Why::await);
    CHECK(result.deadlock[0].waits_for == "future f");
    CHECK(result.deadlock[0].held_by == "p-worker-1");
    CHECK_FALSE(result.deadlock[0].in_cycle);
    CHECK(result.deadlock[1].thread == "p-worker-1");
    CHECK(result.deadlock[1].waits_for == "future g");
    CHECK(result.deadlock[1].held_by == "pool p, queued behind p-worker-1");
    CHECK(result.deadlock[1].in_cycle);
}

TEST_CASE("two pools that wait for each other are a deadlock, idle workers no part of it") {
    const Block to_b{sleep(1ms), submit(1, {cpu(1ms)}, 1), await(1)};
    const Block to_a{sleep(1ms), submit(0, {cpu(1ms)}, 1), await(1)};
    const Result result = simulate(with_pools(
        {fixed("a", 1), fixed("b", 1), cached("idle")},
        {submit(2, {}, 0, 2), submit(0, to_b, 0), submit(1, to_a, 0), await(0)}));
    CHECK(result.kind == EndKind::deadlock);
    REQUIRE(result.deadlock.size() == 3);
    CHECK(result.deadlock[0].held_by == "a-worker-1, b-worker-1");
    CHECK(result.deadlock[1].thread == "a-worker-1");
    CHECK(result.deadlock[1].held_by == "pool b, queued behind b-worker-1");
    CHECK(result.deadlock[1].in_cycle);
    CHECK(result.deadlock[2].in_cycle);
}

TEST_CASE("nested tasks of one pool finish under every model if it can grow") {
    for (const Model& model : models()) {
        const Result result = simulate(with_pools(
            {cached("p")},
            {submit(0, {submit(0, {sleep(10ms)}, 1, 4), await(1)}, 0, 5), await(0)},
            std::string{model.name}));
        CAPTURE(model.name);
        CHECK(result.kind == EndKind::completed);
        CHECK(result.pools[0].threads == 25);
        CHECK(result.pools[0].tasks == 25);
        CHECK(result.largest_alive == 25);
        CHECK(end_ms(result) == 10);
    }
}

}  // namespace gvlsim::test
