// What holds for every executor: a pool never has more workers than its maximum.
#include "models/gvl/model.hpp"
#include "sim/random.hpp"
#include "tests/property/random_scenario.hpp"
#include "tests/support/build.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

// Draws of the test, not of the scenario.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : stream_{seed, "dice"} {}
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low +
               static_cast<std::int64_t>(stream_.below(static_cast<std::uint64_t>(high - low + 1)));
    }

private:
    RandomStream stream_;
};

PoolSettings pool(Dice& dice, const char* name) {
    PoolSettings settings;
    settings.name = name;
    settings.max = dice.between(1, 6);
    settings.min = dice.between(0, settings.max);
    settings.queue = dice.between(0, 3);
    settings.idle = std::chrono::seconds{dice.between(1, 3)};
    settings.fallback = static_cast<PoolSettings::Fallback>(dice.between(0, 2));
    return settings;
}

// Main and two threads hand tasks of all sorts to two pools, some from within tasks. A task that
// waits for another one may wait for ever: such runs end in deadlock, which is no matter here.
Scenario with_pools(std::uint64_t seed) {
    Dice dice{seed};
    Scenario built = scenario("none", {});
    built.pools = {pool(dice, "a"), pool(dice, "b")};
    built.futures = {"f", "g"};
    const auto task = [&] {
        Block steps{cpu(Duration{dice.between(0, 5'000'000)}),
                    sleep(Duration{dice.between(0, 900'000'000)})};
        if (dice.between(0, 4) == 0) {
            const auto other = static_cast<std::uint32_t>(dice.between(0, 1));
            steps.push_back(submit(other, {sleep(7ms)}, dice.between(1, 3), 1));
            if (dice.between(0, 1) == 0) { steps.push_back(await(1)); }
        }
        return steps;
    };
    const auto program = [&] {
        Block steps;
        for (std::int64_t count = dice.between(1, 8); count > 0; --count) {
            const auto to = static_cast<std::uint32_t>(dice.between(0, 1));
            steps.push_back(submit(to, task(), dice.between(1, 6), 0));
            steps.push_back(sleep(Duration{dice.between(0, 1'500'000'000)}));
        }
        steps.push_back(await(0));
        return steps;
    };
    built.threads = {thread("x", program()), thread("y", program())};
    built.runtime.costs = costs_number(seed);
    return built;
}

// The most workers of a pool that live at one time, by the rows of the timeline.
std::int64_t most_alive(const Timeline& run, const std::string& pool) {
    std::int64_t alive = 0;
    std::int64_t most = 0;
    for (const Record& row : run.rows) {
        const bool counts = kind(row) == RecordKind::started || kind(row) == RecordKind::exited;
        if (!counts || !run.name(row.subject).starts_with(pool + "-worker-")) { continue; }
        alive += kind(row) == RecordKind::started ? 1 : -1;
        most = std::max(most, alive);
    }
    return most;
}

}  // namespace

TEST_CASE("A pool never has more workers than its maximum, whatever is submitted to it") {
    std::uint64_t full = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        CAPTURE(seed);
        Scenario built = with_pools(seed);
        for (const Model& model : models()) {
            set_model(built, model);
            const Timeline run = record(built);
            CAPTURE(std::string(model.name));
            for (std::size_t index = 0; index < built.pools.size(); ++index) {
                const PoolSettings& settings = built.pools[index];
                const PoolResult& result = run.result.pools[index];
                CHECK(static_cast<std::int64_t>(result.largest) <= settings.max);
                CHECK(most_alive(run, settings.name) <= settings.max);
                CHECK(result.threads >= result.largest);
                full += static_cast<std::int64_t>(result.largest) == settings.max ? 1 : 0;
            }
        }
    }
    CHECK(full > 1000);  // the maximum was there to be kept
}
