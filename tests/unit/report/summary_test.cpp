#include "models/report/summary.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <utility>
#include <vector>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

// A run in which each thread is worth (solo, io and sleep in it).
Result run_of(Duration end, const std::vector<std::pair<Duration, Duration>>& threads) {
    Result result;
    result.end = start_of_time + end;
    result.threads.emplace_back().end = result.end;  // main
    for (const auto& [solo, waiting] : threads) {
        ThreadResult& thread = result.threads.emplace_back();
        thread.solo = solo;
        thread.solo_waiting = waiting;
    }
    result.largest_alive = threads.size();
    return result;
}

}  // namespace

TEST_CASE("serial is the sum of what every thread would take alone") {
    const Summary summary = summarize(run_of(10s, {{4s, 1s}, {16s, 0s}}), 8s);
    CHECK(summary.serial == 20s);
    CHECK(summary.waiting == 1s);
    CHECK(*summary.speedup == 2.0);
}

TEST_CASE("waste is the end minus the end without a lock") {
    CHECK(summarize(run_of(10s, {{4s, 1s}}), 8s).waste == Duration{2s});
    CHECK_FALSE(summarize(run_of(10s, {{4s, 1s}}), std::nullopt).waste);
}

TEST_CASE("a run that was cut or hangs has no waste") {
    Result result = run_of(10s, {{4s, 1s}});
    for (const EndKind kind : {EndKind::deadlock, EndKind::until, EndKind::max_events,
                               EndKind::zero_time, EndKind::time_limit, EndKind::threads,
                               EndKind::tasks}) {
        result.kind = kind;
        CHECK_FALSE(summarize(result, 8s).waste);
        CHECK_FALSE(ended_as_written(kind));
        CHECK(is_limit(kind) == (kind != EndKind::deadlock));
    }
    result.kind = EndKind::stopped;
    CHECK(summarize(result, 8s).waste == Duration{2s});
}

TEST_CASE("100 jobs half of them IO on ten threads: Amdahl says 1.818, the bound is 2") {
    // The article of the first public table: p = 0.5, s = 10.
    const Summary summary =
        summarize(run_of(60s, std::vector<std::pair<Duration, Duration>>(10, {10s, 5s})), 10s);
    CHECK(*summary.waiting_share == 0.5);
    CHECK(summary.threads_at_once == 10);
    CHECK(*summary.amdahl == doctest::Approx(1 / (1 - 0.5 + 0.5 / 10)));
    CHECK(*summary.bound == 2.0);
}

TEST_CASE("the bound is the number of threads where they wait nearly all the time") {
    CHECK(*summarize(run_of(1s, {{10s, 9s}, {10s, 9s}}), 1s).bound == 2.0);
    CHECK(*summarize(run_of(1s, {{10s, 10s}, {10s, 10s}, {10s, 10s}}), 1s).bound == 3.0);
    CHECK(*summarize(run_of(1s, {{10s, 10s}, {10s, 10s}}), 1s).amdahl == 2.0);
}

TEST_CASE("a program that is all main is one thread at once to the theory") {
    Result result = run_of(2s, {});
    result.threads.front().solo = 2s;
    result.threads.front().solo_waiting = 1s;
    const Summary summary = summarize(result, 2s);
    CHECK(summary.threads_at_once == 0);
    CHECK(*summary.amdahl == 1.0);
    CHECK(*summary.bound == 1.0);
}

TEST_CASE("an empty run has no ratios") {
    const Summary summary = summarize(run_of(0s, {}), 0s);
    CHECK_FALSE(summary.speedup);
    CHECK_FALSE(summary.utilisation);
    CHECK_FALSE(summary.waiting_share);
    CHECK_FALSE(summary.amdahl);
    CHECK_FALSE(summary.bound);
    CHECK(summary.waste == Duration{0});
}

TEST_CASE("serial stops at 292 years instead of turning negative") {
    const Summary summary =
        summarize(run_of(1s, {{Duration::max(), 0s}, {Duration::max(), 0s}}), 1s);
    CHECK(summary.serial == Duration::max());
    CHECK(*summary.amdahl == 1.0);
}

TEST_CASE("utilisation is the share of time somebody ran with the lock") {
    Result result = run_of(10s, {{4s, 1s}});
    result.lock.held = 4s;
    CHECK(*summarize(result, 8s).utilisation == 0.4);
}

}  // namespace gvlsim
