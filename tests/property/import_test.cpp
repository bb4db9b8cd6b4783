// A simulated run, written as gvl-tracing would have recorded it and imported again, is the same
// run: who got the lock when, and every wait.
#include "models/explain/explained.hpp"
#include "sim/random.hpp"
#include "tests/support/build.hpp"
#include "tools/export/trace.hpp"
#include "tools/import/import.hpp"
#include "tools/import/round_trip.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace std::chrono_literals;

namespace {

// 2 to 6 threads that compute and wait; lengths are odd so that hardly two things ever coincide.
Scenario random_program(std::uint64_t seed, const std::string& model) {
    RandomStream stream{StreamKey{seed}.text("import")};
    const auto below = [&](std::uint64_t limit) { return stream.next() % limit; };
    std::vector<ThreadTemplate> threads;
    const std::uint64_t count = 2 + below(5);
    for (std::uint64_t number = 0; number < count; ++number) {
        Block steps;
        const std::uint64_t rounds = 1 + below(8);
        for (std::uint64_t round = 0; round < rounds; ++round) {
            steps.push_back(build::cpu(Duration{1 + 2 * below(90'000'000)}));
            steps.push_back(build::io(Duration{1'000'001 + 2 * below(60'000'000)}));
        }
        threads.push_back(build::thread("worker " + std::to_string(number), std::move(steps)));
    }
    Scenario scenario = build::scenario(model, std::move(threads));
    scenario.seed = seed;
    if (model == "cruby-3.4" || model == "cruby-4.0") {
        scenario.runtime.quantum = (1 + below(12)) * std::chrono::milliseconds{10};
    }
    return scenario;
}

std::string recorded(const Scenario& scenario) {
    const std::vector<Explained> runs{explain(scenario, "run", {})};
    StringWriter writer;
    write_trace_gvl_tracing(writer, {.runs = runs});
    return writer.text();
}

}  // namespace

TEST_CASE("a simulated run exported as a recording and imported again is the same run") {
    for (const char* model : {"cruby-3.2", "cruby-3.3", "cruby-3.4", "cruby-4.0"}) {
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            CAPTURE(std::string{model});
            CAPTURE(seed);
            const Scenario scenario = random_program(seed, model);
            const Observed original = observe(scenario);
            Import import = import_bytes(recorded(scenario), {"run.json", model, {}});
            import.imported.quantum = scenario.runtime.quantum;
            import.imported.costs = {};  // the run had none
            CHECK(import.oddities.sentences().empty());
            CHECK(import.observed.lock_wait() == original.lock_wait());
            CHECK(import.run.preemptions == original.preemptions);
            const Observed again = observe(scenario_of(import.imported));
            CHECK(again.run_end == original.run_end);
            CHECK(again.lock_wait() == original.lock_wait());
            CHECK(again.slices.size() == original.slices.size());
            CHECK(again.owners == original.owners);
        }
    }
}
