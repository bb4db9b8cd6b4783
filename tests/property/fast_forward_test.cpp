// Exact fast-forward against the simulation of every period: the same result to the nanosecond.
#include "models/gvl/model.hpp"
#include "models/simulate.hpp"
#include "sim/random.hpp"
#include "tests/property/random_scenario.hpp"
#include "tests/support/build.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

constexpr std::uint32_t mutex = 0;
constexpr std::uint32_t condition = 0;
constexpr std::uint32_t queue = 0;
constexpr std::uint32_t sized_queue = 1;

// Programs of loops without chance; what has to wait for another thread has a timeout.
class Maker {
public:
    explicit Maker(std::uint64_t seed) : stream_(seed, "fast forward") {}

    std::int64_t below(std::uint64_t end) {
        return static_cast<std::int64_t>(stream_.below(end));
    }
    Duration length() {
        constexpr std::array lengths{0, 1, 3, 5, 10, 20, 37, 50, 77, 100, 120, 137};
        const int whole_ms = lengths[stream_.below(lengths.size())];
        const std::int64_t rest_us = below(3) == 0 ? below(1000) : 0;
        return std::chrono::milliseconds{whole_ms} + std::chrono::microseconds{rest_us};
    }
    Block block(int depth) {
        Block steps;
        const std::int64_t count = 1 + below(4);
        for (std::int64_t i = 0; i < count; ++i) {
            steps.push_back(step(depth));
        }
        return steps;
    }

private:
    Step step(int depth) {
        switch (below(depth < 2 ? 15 : 13)) {
            case 0:
            case 1:
                return cpu(length());
            case 2:
                return sleep(length());
            case 3:
                return io(length());
            case 4:
                return c_call(length(), below(2) == 1);
            case 5:
                return gc(length());
            case 6:
                return pass();
            case 7: {
                Step locked = about("synchronize", mutex);
                locked.branches.push_back({1, {cpu(length()), sleep(length())}});
                return locked;
            }
            case 8:
                return about("push", queue);
            case 9:
                return timed(about("pop", below(2) == 0 ? queue : sized_queue), length());
            case 10:
                return about("signal", condition);
            case 11: {
                Step wait = timed(about("wait", condition), length());
                wait.second = mutex;
                Step locked = about("synchronize", mutex);
                locked.branches.push_back({1, {wait}});
                return locked;
            }
            case 12:
                return priority(static_cast<int>(below(7)) - 3);
            default:
                return repeat(1 + below(40), block(depth + 1));
        }
    }

    RandomStream stream_;
};

Scenario made_from(std::uint64_t seed) {
    Maker maker{seed};
    Scenario built = scenario("none", {});
    built.mutexes = {"m"};
    built.conditions = {"c"};
    built.queues = {{"q", 0}, {"s", 2}};
    const std::int64_t threads = 1 + maker.below(4);
    for (std::int64_t i = 0; i < threads; ++i) {
        built.threads.push_back(
            thread("t" + std::to_string(i), {repeat(1 + maker.below(300), maker.block(0))}));
        if (maker.below(3) == 0) {
            built.threads.back().priority = maker.below(7) - 3;
        }
    }
    built.seed = seed;
    built.runtime.costs = costs_number(seed);
    if (maker.below(8) == 0) {
        built.runtime.costs.check = Duration{500us};
    }
    return built;
}

std::string difference(const ThreadResult& a, const ThreadResult& b) {
    const std::pair<const char*, bool> fields[] = {
        {"end", a.end == b.end},
        {"cpu", a.cpu == b.cpu},
        {"lock wait", a.lock_wait == b.lock_wait},
        {"longest lock wait", a.longest_lock_wait == b.longest_lock_wait},
        {"io", a.io == b.io},
        {"sleep", a.sleep == b.sleep},
        {"blocked", a.blocked == b.blocked},
        {"solo", a.solo == b.solo && a.solo_waiting == b.solo_waiting},
        {"preempted", a.preempted == b.preempted},
        {"released", a.released == b.released},
        {"error", a.error == b.error},
    };
    for (const auto& [name, same] : fields) {
        if (!same) { return std::string(name) + " of thread " + a.name; }
    }
    return "";
}

std::string difference(const ObjectUse& a, const ObjectUse& b) {
    const bool same = a.kind == b.kind && a.object == b.object && a.thread == b.thread &&
                      a.acquired == b.acquired && a.pushed == b.pushed &&
                      a.useless_wakeups == b.useless_wakeups && a.timed_out == b.timed_out &&
                      a.overtaken == b.overtaken && a.waits_inside == b.waits_inside &&
                      a.longest_wait == b.longest_wait;
    return same ? "" : "use of " + a.object + " by " + a.thread;
}

template <typename Item>
std::string difference(const std::vector<Item>& a, const std::vector<Item>& b) {
    std::string found = a.size() == b.size() ? "" : "count";
    for (std::size_t i = 0; found.empty() && i < a.size(); ++i) {
        found = difference(a[i], b[i]);
    }
    return found;
}

// What differs first, empty if nothing does.
std::string difference(const Result& a, const Result& b) {
    if (a.kind != b.kind || a.end != b.end) {
        return "end";
    }
    if (a.events != b.events) {
        return "events";
    }
    const LockResult &c = a.lock, &d = b.lock;
    if (c.held != d.held || c.free != d.free || c.handovers != d.handovers ||
        c.preemptions != d.preemptions || c.ticks != d.ticks) {
        return "lock";
    }
    const std::string threads = difference(a.threads, b.threads);
    return threads.empty() ? difference(a.uses, b.uses) : threads;
}

Scenario fib_sleep(std::int64_t rounds, Duration length, Duration quantum) {
    Scenario built =
        scenario("cruby-3.4", {thread("sleeper", {repeat(rounds, {sleep(length)})}),
                               thread("fib", {repeat(rounds, {cpu(length)})})});
    built.runtime.quantum = quantum;
    return built;
}

}  // namespace

TEST_CASE("Fast-forward changes nothing: 1,000 scenarios, over all models") {
    std::uint64_t compared = 0;
    std::uint64_t skipped = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        CAPTURE(seed);
        Scenario built = made_from(seed);
        // Each scenario under four of the models, so that each model has more than a hundred.
        for (std::size_t turn = 0; turn < 4; ++turn) {
            const Model& model = models()[(seed + turn * 8) % models().size()];
            CAPTURE(std::string(model.name));
            set_model(built, model);
            RunOptions options;
            options.max_events = 300'000;  // a loop of nothing at one instant, say
            const Result quick = simulate(built, options);
            options.fast_forward = false;
            CHECK(difference(quick, simulate(built, options)) == "");
            ++compared;
            skipped += quick.skipped_periods > 0 ? 1 : 0;
        }
    }
    MESSAGE(skipped << " of " << compared << " runs skipped something");
    CHECK(skipped > compared / 10);
}

TEST_CASE("Fast-forward ends where a limit cuts the run, too") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        Scenario built = made_from(seed);
        set_model(built, models()[seed % models().size()]);
        RunOptions options;
        options.max_events = 200 + 37 * seed;
        options.until = Duration{static_cast<std::int64_t>(seed) * 170'000'001};
        const Result quick = simulate(built, options);
        options.fast_forward = false;
        CHECK(difference(quick, simulate(built, options)) == "");
    }
}

TEST_CASE("fib and sleep with 10^9 rounds end as their formula says, after few events") {
    // sigma = s, c = sigma + q, k = floor(F / c), r = F - k c (new rules, section 13); F = N s.
    constexpr std::int64_t rounds = 1'000'000'000;
    for (const auto& [s, q] : {std::pair<Duration, Duration>{77'121us, 100ms}, {74'817us, 10ms}}) {
        const Scenario built = fib_sleep(rounds, s, q);
        const Duration cycle = s + q;
        const std::int64_t k = rounds * s / cycle;
        const Duration rest = rounds * s - k * cycle;
        const Duration total =
            rest <= s ? k * cycle + (rounds - k) * s : rounds * s + (rounds - 1 - k) * s;
        const Result result = simulate(built);
        CHECK(result.end - start_of_time == total);
        CHECK(result.threads[2].preempted == static_cast<std::uint64_t>(k));
        CHECK(unlocked_end(built, {}) == rounds * s);
        // Of two and a half years at most a quarter of an hour was simulated.
        CHECK(result.skipped_time > total - Duration{1000s});
    }
}

TEST_CASE("A run that draws at random is never forwarded") {
    const Scenario built = scenario(
        "cruby-3.4", {thread("a", {repeat(1000, {cpu(Exponential{Duration{1ms}}), sleep(1ms)})})});
    CHECK(simulate(built).skipped_periods == 0);
}
