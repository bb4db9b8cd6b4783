// What the books of mutexes, condition variables and queues owe to every program, and that many
// waiters cost no more than few.
#include "models/gvl/model.hpp"
#include "models/report/starvation.hpp"
#include "tests/property/operations.hpp"
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

constexpr const char* object_operations[] = {"lock", "synchronize", "wait", "signal",
                                             "broadcast", "push", "pop", "close"};

Scenario random_program(std::uint64_t seed) {
    Scenario built = scenario("none", {});
    Maker maker{built, seed};
    for (const char* name : {"A", "B", "C", "D"}) {
        Block steps;
        for (int i = 0; i < 4; ++i) {
            const auto which = static_cast<std::size_t>(
                maker.between(0, std::ssize(object_operations) - 1));
            const Block some = factory_of(object_operations[which])(maker);
            steps.insert(steps.end(), some.begin(), some.end());
        }
        built.threads.push_back(thread(name, {repeat(3, steps)}));
    }
    return built;
}

// How often a thread left the lock for this object, and how long it was blocked in all.
struct Waits {
    std::uint64_t number = 0;
    Duration longest{};
};

std::map<std::pair<Why, std::string>, Waits> waits_of(const Timeline& run) {
    std::map<std::pair<Why, std::string>, Waits> waits;
    std::map<std::uint32_t, std::pair<Why, Instant>> open;
    for (const Record& row : run.rows) {
        if (kind(row) == RecordKind::suspended) {
            ++waits[{why(row), run.name(row.subject)}].number;
            open[row.subject] = {why(row), row.time};
        } else if (kind(row) == RecordKind::resumed && open.count(row.subject) > 0) {
            const auto [reason, since] = open[row.subject];
            Waits& all = waits[{reason, run.name(row.subject)}];
            all.longest = std::max(all.longest, row.time - since);
            open.erase(row.subject);
        }
    }
    return waits;
}

// Up to 2.4 the waiter of a mutex looks at it without the lock of the interpreter: no row tells.
bool looks_unseen(std::string_view model, Why object) {
    return object == Why::mutex && model >= "cruby-1.9" && model <= "cruby-2.4";
}

// Empty if the line is possible beside the rows of its thread.
std::string wrong_line(const ObjectUse& use, const Waits& waits, bool unseen) {
    if (use.useless_wakeups > waits.number && !unseen) {
        return "woke in vain more often than it waited";
    }
    if (use.longest_wait < waits.longest) { return "waited longer than is told"; }
    if (waits.number == 0 && use.longest_wait > Duration::zero()) { return "waited without a row"; }
    return {};
}

// Items pushed, and popped.
std::pair<std::uint64_t, std::uint64_t> traffic(const Result& result, const std::string& queue) {
    std::pair<std::uint64_t, std::uint64_t> sum;
    for (const ObjectUse& use : result.uses) {
        if (use.kind == Why::queue && use.object == queue) {
            sum.first += use.pushed;
            sum.second += use.acquired;
        }
    }
    return sum;
}

// Threads that take one mutex in turns and sleep with it, so that all others wait for it.
Result ping_pong(const std::string& model, std::int64_t threads, std::int64_t rounds) {
    ThreadTemplate entry =
        thread("w", {repeat(rounds, {about("lock", 0), sleep(Duration{1ms}), about("unlock", 0),
                                     sleep(Duration{1ms})})});
    entry.count = threads;
    Scenario built = scenario(model, {entry});
    built.mutexes = {"m"};
    RunOptions options;
    options.fast_forward = false;
    return simulate(built, options);
}

}  // namespace

TEST_CASE("The books of objects agree with the timeline under every policy") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Scenario built = random_program(seed);
        built.runtime.costs.hand_over = seed % 2 == 0 ? Duration::zero() : Duration{10us};
        for (const Model& model : models()) {
            CAPTURE(std::string(model.name));
            built.runtime.model = model.name;
            const Timeline run = record(built);
            const auto waits = waits_of(run);
            std::map<std::pair<Why, std::string>, ObjectUse> sums;  // over the three queues
            for (const ObjectUse& use : run.result.uses) {
                ObjectUse& sum = sums[{use.kind, use.thread}];
                sum.useless_wakeups += use.useless_wakeups;
                sum.longest_wait = std::max(sum.longest_wait, use.longest_wait);
            }
            for (const auto& sum : sums) {
                const auto found = waits.find(sum.first);
                const Waits seen = found == waits.end() ? Waits{} : found->second;
                const bool unseen = looks_unseen(model.name, sum.first.first);
                CHECK(wrong_line(sum.second, seen, unseen) == "");
            }
            for (const QueueSettings& queue : built.queues) {
                const auto pushed_and_popped = traffic(run.result, queue.name);
                CHECK(pushed_and_popped.second <= pushed_and_popped.first);
            }
            for (const Fairness& one : fairness(run.result)) {
                CHECK(one.index <= 1);
                CHECK(one.index * static_cast<double>(one.threads) >= 1 - 1e-12);
            }
        }
    }
}

TEST_CASE("A hand-over of a mutex costs as many events among ten threads as among a thousand") {
    for (const Model& model : models()) {
        CAPTURE(std::string(model.name));
        constexpr std::int64_t rounds = 5;
        const auto per_hand_over = [&](std::int64_t threads) {
            const Result result = ping_pong(std::string(model.name), threads, rounds);
            CHECK(result.kind == EndKind::completed);
            std::uint64_t acquired = 0;
            for (const ObjectUse& use : result.uses) { acquired += use.acquired; }
            CHECK(acquired == static_cast<std::uint64_t>(threads * rounds));
            return static_cast<double>(result.events) / static_cast<double>(acquired);
        };
        const double few = per_hand_over(10);
        const double many = per_hand_over(1000);
        CHECK(many < few * 1.25);
    }
}
