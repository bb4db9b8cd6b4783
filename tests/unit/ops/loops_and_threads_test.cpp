// repeat, choose, spawn, join, priority, mark.
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"
#include "tests/support/timeline_text.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

std::vector<std::string> names(const Timeline& run) {
    std::vector<std::string> found;
    for (const ThreadResult& one : run.result.threads) { found.push_back(one.name); }
    return found;
}

Timeline with_main(Block steps, std::vector<ThreadTemplate> threads) {
    Scenario built = scenario("cruby-3.4", std::move(threads));
    built.main = std::move(steps);
    return record(built);
}

std::uint64_t count_rows(const Timeline& run, RecordKind wanted) {
    return static_cast<std::uint64_t>(std::count_if(
        run.rows.begin(), run.rows.end(), [&](const Record& row) { return kind(row) == wanted; }));
}

}  // namespace

TEST_CASE("A repeat goes round as often as it says, also not at all and inside others") {
    const Timeline run = with_main(
        {repeat(3, {mark("x"), repeat(4, {mark("x"), repeat(0, {mark("x")}),
                                          repeat(2, {mark("x"), repeat(5, {mark("x")})})})}),
         repeat(0, {cpu(Duration{1s})})},
        {});
    CHECK(count_rows(run, RecordKind::mark) == 3 + 3 * 4 + 3 * 4 * 2 + 3 * 4 * 2 * 5);
    CHECK(run.result.end == start_of_time);
}

TEST_CASE("Rounds of nothing but cpu take as long as one segment") {
    const Timeline run =
        with_main({repeat(1'000'000'000, {cpu(Duration{1us}), cpu(Duration{2us})})}, {});
    CHECK(run.result.end == start_of_time + 3'000s);
    CHECK(run.result.events < 10);
    CHECK(run.result.threads[0].solo == Duration{3'000s});
}

TEST_CASE("split shares the rounds among the threads made together, rounded down") {
    const auto rounds = [](std::int64_t threads) {
        ThreadTemplate worker = thread(
            "w", {repeat(Times{Times::Kind::split, 100}, {mark("round"), io(Duration{1ms})})});
        worker.count = threads;
        return count_rows(record(scenario("none", {worker})), RecordKind::mark);
    };
    CHECK(rounds(1) == 100);
    CHECK(rounds(4) == 100);
    CHECK(rounds(3) == 99);
    CHECK(rounds(7) == 98);
    CHECK(rounds(101) == 0);
    // By the spawn that made them, not by all of the name; and once by itself without a count.
    const Timeline run =
        with_main({spawn(0, 2), spawn(0, 5), spawn(0), join(0)},
                  {thread("w", {repeat(Times{Times::Kind::split, 100}, {mark("round")})})});
    CHECK(count_rows(run, RecordKind::mark) == 100 + 100 + 100);
}

TEST_CASE("Threads are numbered when a count is written, on and on over the run") {
    ThreadTemplate counted = thread("w", {});
    counted.count = 2;
    CHECK(names(record(scenario("cruby-3.4", {counted, thread("x", {})}))) ==
          std::vector<std::string>{"main", "w-1", "w-2", "x"});
    ThreadTemplate single = thread("one", {});
    single.count = 1;
    CHECK(names(record(scenario("cruby-3.4", {single}))) ==
          std::vector<std::string>{"main", "one-1"});
    ThreadTemplate none = thread("none", {});
    none.count = 0;
    CHECK(names(record(scenario("cruby-3.4", {none}))) == std::vector<std::string>{"main"});
    CHECK(names(with_main({spawn(0), spawn(1, 2), spawn(0), spawn(1), join(0), join(1)},
                          {counted, thread("x", {})})) ==
          std::vector<std::string>{"main", "w-1", "w-2", "x-1", "x-2", "w-3", "w-4", "x-3"});
}

TEST_CASE("A thread may create threads, and they inherit its priority unless theirs is written") {
    ThreadTemplate child = thread("child", {cpu(Duration{9s})});
    ThreadTemplate fixed = with_priority(thread("fixed", {cpu(Duration{9s})}), 0);
    Scenario built = scenario(
        "cruby-3.4",
        {child, fixed, thread("parent", {priority(1), spawn(0), spawn(1), cpu(Duration{9s})})});
    built.main = Block{spawn(2), join(2)};
    built.stop.at = 800ms;
    const Timeline run = record(built);
    // main's priority is 0; parent and child hold the lock for 200 ms.
    CHECK(owners(run) == "main 0, parent 0, child 200, fixed 400, parent 500, child 700");
}

TEST_CASE("join waits for the threads of its entry so far, oldest first") {
    const Timeline run =
        with_main({spawn(0, 2), spawn(1), join(0), mark("joined"), join(all_threads)},
                  {thread("w", {io(Duration{10ms})}), thread("long", {io(Duration{50ms})})});
    CHECK(times_of(run, [](const Record& row) { return kind(row) == RecordKind::mark; }) == "10");
    CHECK(end_of(run) == "50");
    // Nothing to wait for: nobody of that name, or all have ended.
    const Timeline idle =
        with_main({join(0), join(all_threads), spawn(0), io(Duration{20ms}), join(0)},
                  {thread("w", {io(Duration{10ms})})});
    CHECK(suspended(idle, "main") == "0 20");
}

TEST_CASE("join with a timeout gives up each thread after that time") {
    const Timeline run =
        with_main({spawn(0, 2), timed(join(0), Duration{15ms}), mark("gave up"), join(0)},
                  {thread("w", {io(Duration{40ms})})});
    CHECK(times_of(run, [](const Record& row) { return kind(row) == RecordKind::mark; }) == "30");
    CHECK(end_of(run) == "40");
    const Timeline in_time =
        with_main({spawn(0), timed(join(0), Duration{15ms})}, {thread("w", {io(Duration{10ms})})});
    CHECK(end_of(in_time) == "10");
}

TEST_CASE("A join whose time is over does not wait when its thread ends before it can run") {
    // w keeps the lock: main's time is over at 20, and it gets the lock when w has ended.
    for (const char* model : {"cruby-2.5", "cruby-3.1", "cruby-3.4"}) {
        CAPTURE(std::string(model));
        Scenario built = scenario(model, {thread("w", {c_call(Duration{50ms})})});
        built.main = Block{spawn(0), timed(join(0), Duration{20ms}), cpu(Duration{1ms})};
        const Timeline run = record(built);
        CHECK(ready(run, "main") == "20");
        CHECK(resumed(run, "main") == "0 50");
        CHECK(end_of(run) == "51");
    }
}

TEST_CASE("A thread that joins itself ends with Ruby's error") {
    const Timeline run =
        with_main({spawn(0), join(0)}, {thread("w", {join(0), cpu(Duration{1ms})})});
    CHECK(run.result.threads[1].error.starts_with("ThreadError"));
    CHECK(run.result.kind == EndKind::completed);
    CHECK(end_of(run, "w") == "0");
}

TEST_CASE("Branches are chosen by weight, by a stream that belongs to the thread") {
    Step step = op("choose");
    step.branches.push_back({3, {mark("often")}});
    step.branches.push_back({1, {mark("seldom")}});
    step.branches.push_back({0, {mark("never")}});
    const auto often = [&](std::uint64_t seed, bool with_other) {
        Scenario built = scenario("none", {thread("w", {repeat(10'000, {step})})});
        if (with_other) { built.threads.push_back(thread("v", {repeat(77, {step})})); }
        built.seed = seed;
        const Timeline run = record(built);
        int found = 0;
        for (std::size_t i = 0; i < run.rows.size(); ++i) {
            CHECK(run.details[i] != "never");
            const bool own = run.rows[i].subject == run.thread("w");
            found += own && run.details[i] == "often" ? 1 : 0;
        }
        return found;
    };
    CHECK(often(1, false) > 7'300);
    CHECK(often(1, false) < 7'700);
    CHECK(often(1, false) == often(1, true));
    CHECK(often(1, false) != often(2, false));
}

TEST_CASE("Priority is set from the next tick on") {
    Scenario built =
        scenario("cruby-3.4", {thread("A", {cpu(Duration{150ms}), priority(2), cpu(Duration{9s})}),
                               thread("B", {cpu(Duration{9s})})});
    built.stop.at = 900ms;
    // From 200 on A has 50 ms of the old kind; its limit is 400 when the tenth tick comes.
    CHECK(owners(record(built)) == "main 0, A 0, B 100, A 200, B 600, A 700");
}
