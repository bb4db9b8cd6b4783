#include "models/scenario/load.hpp"
#include "tests/unit/import/importing.hpp"
#include "tools/export/writer.hpp"
#include "tools/import/round_trip.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

Import shared(const std::string& name) { return import_recording({shared_trace(name), {}, {}}); }

RoundTrip trip(const Import& import) {
    return compare_runs(import.observed, observe(scenario_of(import.imported)));
}

}  // namespace

TEST_CASE("real recordings come back: end within 1 %, lock wait within 5 %") {
    for (const char* name : {"amdahl_4threads_50_50", "fib_sleep_q10", "fib_sleep_q100"}) {
        CAPTURE(name);
        const RoundTrip back = trip(shared(name));
        CHECK(back.holds());
        // What is reached today, so that nothing gets worse unnoticed.
        CHECK(std::abs(back.end_error()) < 0.001);
        CHECK(std::abs(back.wait_error()) < 0.005);
        CHECK(back.slices_alike > 0.95);
        CHECK(back.turns_alike == back.recorded_turns);
    }
}

TEST_CASE("the scenario file says the same as the scenario in memory") {
    for (const char* name : {"amdahl_4threads_50_50", "fib_sleep_q10", "fib_sleep_q100"}) {
        const Import import = shared(name);
        StringWriter writer;
        write_scenario(writer, import.imported);
        const Loaded loaded = load_scenario(writer.text(), "imported.json");
        REQUIRE(loaded.diagnostics.empty());
        const Observed from_file = observe(loaded.file->scenario(0));
        const Observed from_memory = observe(scenario_of(import.imported));
        CHECK(from_file.run_end == from_memory.run_end);
        CHECK(from_file.lock_wait() == from_memory.lock_wait());
        CHECK(from_file.owners == from_memory.owners);
    }
}

TEST_CASE("names that mean something in scenario files stay names") {
    const std::string text = read_file(in_tree("tests/data/traces/odd/036_names.json"));
    const Import import = import_text(text);
    StringWriter writer;
    write_scenario(writer, import.imported);
    const Loaded loaded = load_scenario(writer.text(), "imported.json");
    REQUIRE(loaded.file);
    CHECK(loaded.file->scenario(0).threads.at(0).name == import.run.threads.at(1).name);
}

TEST_CASE("the longest common order of two runs") {
    using Turns = std::vector<std::uint32_t>;
    CHECK(common_length(Turns{1, 2, 3}, Turns{1, 2, 3}, 100) == 3);
    CHECK(common_length(Turns{1, 2, 3, 4}, Turns{1, 3, 4}, 100) == 3);
    CHECK(common_length(Turns{1, 2, 3, 1, 2, 2, 1}, Turns{3, 2, 1, 2, 1, 3}, 100) == 4);
    CHECK(common_length(Turns{}, Turns{}, 100) == 0);
    CHECK(common_length(Turns{1, 1, 1}, Turns{2, 2, 2}, 100) == 0);
    CHECK_FALSE(common_length(Turns{1, 1, 1}, Turns{2, 2, 2}, 5));
}

TEST_CASE("a round trip that fails says so") {
    Observed recorded;
    recorded.run_end = start_of_time + std::chrono::seconds{1};
    Observed simulated;
    simulated.run_end = start_of_time + std::chrono::milliseconds{1020};
    const RoundTrip off = compare_runs(recorded, simulated);
    CHECK_FALSE(off.holds());
    CHECK(to_text(off, {}).find("round trip fails") != std::string::npos);
}
