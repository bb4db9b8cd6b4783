// Recordings in the format of scenarios/RECORDING.md: what is read, what is refused, and that the
// states of threads become the records of a run.
#include "tools/import/envelope.hpp"
#include "tools/import/run_measures.hpp"
#include "tools/import/sample.hpp"
#include "tools/import/series.hpp"
#include "tools/import/side_by_side.hpp"

#include "models/gvl/model.hpp"
#include "models/scenario/load.hpp"
#include "models/scenario/platforms.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace gvlsim;
using namespace std::chrono_literals;

namespace {

Series series_of(const std::string& runs, const std::string& more = {}) {
    const std::string head = R"({"gvlsim_recording": 1, "model": "cruby-3.4.9", )";
    const std::string text = head + more + R"("runs": [)" + runs + "]}";
    LoadedSeries loaded = load_series_bytes(text, "r.json");
    REQUIRE_MESSAGE(loaded.series.has_value(), to_text(loaded.diagnostics));
    return std::move(*loaded.series);
}

std::string problems(const std::string& text) {
    const LoadedSeries loaded = load_series_bytes(text, "r.json");
    CHECK_FALSE(loaded.series);
    return to_text(loaded.diagnostics);
}

Scenario scenario_of(const std::string& text) {
    Loaded loaded = load_scenario(text, "s.json");
    REQUIRE_MESSAGE(loaded.file.has_value(), to_text(loaded.diagnostics));
    return loaded.file->scenario(0);
}

constexpr const char* two_threads = R"({"end_ns": 300, "threads": [
  {"name": "main", "changes": [[0, "ready"], [2, "running"], [10, "blocked"], [299, "running"],
                               [300, "died"]]},
  {"name": "a", "cpu_ns": 150,
   "changes": [[5, "ready"], [10, "running"], [110, "ready"], [160, "running"], [210, "died"]]},
  {"name": "b", "stolen_ns": 7, "changes": [[6, "ready"], [110, "running"], [160, "sleeping"],
                            [200, "ready"], [210, "running"], [290, "died"]]}]})";

}  // namespace

TEST_CASE("The states of threads become records: waits, turns, preemptions") {
    const Series series = series_of(two_threads);
    const std::optional<RecordedRun> run = recorded_run(series, 0);
    REQUIRE(run);
    CHECK(run->end == start_of_time + 300ns);
    CHECK(run->preemptions == 1);
    const RunMeasures measures = measure(*run);
    REQUIRE(measures.threads.size() == 3);
    const ThreadMeasures& a = *measures.find("a");
    CHECK(a.stalls == std::vector<Duration>{5ns, 50ns});
    CHECK(a.turns == std::vector<Duration>{100ns, 50ns});
    CHECK(a.preemptions == 1);
    CHECK(a.end == start_of_time + 210ns);
    const ThreadMeasures& b = *measures.find("b");
    CHECK(b.stalls == std::vector<Duration>{104ns, 10ns});
    REQUIRE(b.absences.size() == 1);
    CHECK(b.absences[0].length == 50ns);
    CHECK(b.absences[0].slept == 40ns);
    std::string order;
    for (const Acquisition& one : measures.acquisitions) {
        order += measures.threads[one.thread].name + " ";
    }
    CHECK(order == "main a b a b main ");
    CHECK(measures.observed.cpu() == 150ns + 50ns + 80ns + 8ns + 1ns);
}

TEST_CASE("A thread that was not seen to want the lock wanted it when it got it") {
    const Series series = series_of(R"({"end_ns": 9, "threads": [{"name": "a",
        "changes": [[1, "running"], [3, "sleeping"], [7, "running"], [9, "died"]]}]})");
    const RunMeasures measures = measure(*recorded_run(series, 0));
    CHECK(measures.find("a")->stalls.empty());
    CHECK(measures.find("a")->turns == std::vector<Duration>{4ns});
    CHECK(measures.find("main")->turns.empty());  // it was not recorded
}

TEST_CASE("A thread that wants a free lock does not stall, however long it takes to run") {
    const Series series = series_of(R"({"end_ns": 99, "threads": [
        {"name": "a", "changes": [[0, "ready"], [3, "running"], [9, "sleeping"], [20, "ready"],
                                  [25, "running"], [30, "sleeping"], [42, "ready"],
                                  [60, "running"], [99, "died"]]},
        {"name": "b", "changes": [[40, "ready"], [41, "running"], [50, "died"]]}]})");
    const RunMeasures measures = measure(*recorded_run(series, 0));
    CHECK(measures.find("a")->stalls == std::vector<Duration>{18ns});
    CHECK(measures.find("b")->stalls.empty());
    CHECK(measures.observed.lock_wait() == 3ns + 5ns + 18ns + 1ns);
}

TEST_CASE("Without changes there is no run to replay") {
    CHECK_FALSE(recorded_run(series_of(R"({"end_ns": 5})"), 0));
}

TEST_CASE("A run that was cut has no end") {
    CHECK_FALSE(series_of(R"({"end_ns": 5, "ending": "cut"})").runs[0].end);
    CHECK(series_of(R"({"end_ns": 5, "ending": "stopped"})").runs[0].end == 5ns);
}

TEST_CASE("Keys that are not known are left alone, and null is as if it were not there") {
    const Series series =
        series_of(R"({"end_ns": null, "marks": [[1, "a", "x"]], "threads": []})", R"("x": 1, )");
    CHECK_FALSE(series.runs[0].end);
}

TEST_CASE("Every mistake is told with its place") {
    const std::string told = problems(R"({"gvlsim_recording": 2, "model": "cruby-9", "runs": [
        {"end_ns": -1, "threads": [{"cpu_ns": 1.5, "changes": [[5, "ready"], [3, "runing"]]}],
         "lateness": [{"thread": "a"}], "jobs": [["a", 1, 2]], "figures": {"foo": 1}}]})");
    for (const char* part :
         {"/gvlsim_recording", "no such model: \"cruby-9\"", "/runs/0/end_ns", "without \"name\"",
          "/runs/0/threads/0/cpu_ns", "did you mean `running`?", "\"asked_ns\"", "/runs/0/jobs/0",
          "/runs/0/figures/foo"}) {
        CAPTURE(part);
        CHECK(told.find(part) != std::string::npos);
    }
}

TEST_CASE("Changes that go back in time are refused") {
    const std::string told =
        problems(R"({"gvlsim_recording": 1, "model": "cruby-3.4", "runs": [{"threads": [
            {"name": "a", "changes": [[5, "ready"], [3, "running"]]}]}]})");
    CHECK(told.find("earlier than the change before") != std::string::npos);
}

TEST_CASE("What is neither a recording of ours nor of gvl-tracing is an error") {
    CHECK_THROWS_AS(static_cast<void>(load_series_bytes("{\"format\": 1}", "x")), RecordingError);
    CHECK_THROWS_AS(static_cast<void>(load_series_bytes("", "x")), RecordingError);
    CHECK(problems(R"({"gvlsim_recording": 1, "runs": [)").find("error") != std::string::npos);
}

TEST_CASE("The largest distance between distribution functions, by hand") {
    const std::vector<Duration> one{10ns, 20ns, 30ns, 40ns}, other{11ns, 21ns, 31ns, 90ns};
    CHECK(largest_distance(one, one, 0ns) == 0);
    CHECK(largest_distance(one, other, 0ns) == doctest::Approx(0.25));
    CHECK(largest_distance(one, {100ns}, 0ns) == 1);
    CHECK(largest_distance(one, other, 1ns) == doctest::Approx(0.25));
    CHECK(largest_distance(one, other, 50ns) == 0);
    CHECK(largest_distance({10ns}, {11ns}, 0ns) == 1);
    CHECK(largest_distance({10ns}, {11ns}, 1ns) == 0);
    CHECK(largest_distance({11ns}, {10ns}, 1ns) == 0);
}

TEST_CASE("Quantiles lie between two values in proportion") {
    const Sample sample{{10ns, 20ns, 40ns}};
    CHECK(sample.quantile(0) == 10ns);
    CHECK(sample.quantile(0.5) == 20ns);
    CHECK(sample.quantile(0.75) == 30ns);
    CHECK(sample.quantile(1) == 40ns);
}

TEST_CASE("A job is interrupted when another thread begins or ends something while it computes") {
    const auto at = [](std::int64_t time) { return start_of_time + Duration{time}; };
    const SeenJob a{"a", at(0), at(50), at(100)};
    CHECK(interrupted({a, {"b", at(50), at(100), at(150)}}) == 0);
    CHECK(interrupted({a, {"b", at(20), at(60), at(150)}}) == 2);  // b too: a computes inside it
    CHECK(interrupted({a, {"a", at(20), at(60), at(150)}}) == 0);
}

TEST_CASE("The order of turns: first difference and what is alike") {
    const auto turns = [](const std::string& letters) {
        std::vector<Turn> all;
        for (const char letter : letters) {
            all.push_back({std::string(1, letter),
                           start_of_time + Duration{static_cast<std::int64_t>(all.size())}});
        }
        return all;
    };
    CHECK_FALSE(compare_order("x", turns("abc"), turns("abc")).first);
    const OrderRow row = compare_order("x", turns("abcab"), turns("abab"));
    REQUIRE(row.first);
    CHECK(row.first->index == 2);
    CHECK(row.first->recorded_thread == "c");
    CHECK(row.first->simulated_thread == "a");
    CHECK(row.alike == 4);
    const OrderRow shorter = compare_order("x", turns("ab"), turns("abc"));
    CHECK_FALSE(shorter.first->recorded_time);
    CHECK(shorter.first->simulated_thread == "c");
}

TEST_CASE("The recorded Ruby decides: model, quantum and the costs of the platform follow") {
    Scenario scenario = scenario_of(R"({"format": 1, "runtime": {"model": "cruby-2.5",
        "platform": "linux", "costs": {"switch": "3us"}},
        "threads": [{"name": "a", "do": [{"cpu": "1s"}]}]})");
    Series series = series_of(R"({"end_ns": 5})", R"("calibration": {"cpu_scale": 1.25}, )");
    series.quantum_ms = 20;
    adapt(scenario, series);
    CHECK(scenario.runtime.model == "cruby-3.4.9");
    CHECK(scenario.runtime.quantum == 20ms);
    const Costs expected = platform_costs(*find_platform("linux"), *find_model("cruby-3.4"));
    CHECK(scenario.runtime.costs.tick_overshoot == expected.tick_overshoot);
    CHECK(scenario.runtime.costs.hand_over == Quantity{3us});
    CHECK(scenario.runtime.costs.cpu_scale.value() == doctest::Approx(1.25));
    series.model = "cruby-3.1";
    adapt(scenario, series);
    CHECK_FALSE(scenario.runtime.quantum);
}

TEST_CASE("Disturbed runs have other seeds, starts and costs; run 0 is the case as written") {
    const Scenario scenario = scenario_of(R"({"format": 1, "runtime": {"model": "cruby-3.4",
        "platform": "linux"}, "threads": [{"name": "a", "do": [{"cpu": "1s"}]}]})");
    CHECK(disturbed(scenario, 0).runtime.costs == scenario.runtime.costs);
    const Scenario one = disturbed(scenario, 1);
    CHECK(one.seed == scenario.seed + 1);
    CHECK(one.runtime.costs.timer_wake == Quantity{Uniform{20us, 60us}});
    bool slower = false, faster = false;  // the whole run, by a factor from 1/2 to 2
    for (std::uint64_t run = 1; run <= 20; ++run) {
        const auto cost = std::get<Uniform>(disturbed(scenario, run).runtime.costs.hand_over);
        CHECK(cost.high == 3 * cost.low);
        CHECK(cost.low >= 2500ns);
        CHECK(cost.low <= 10us);
        slower = slower || cost.low > 5us;
        faster = faster || cost.low < 5us;
    }
    CHECK((slower && faster));
    CHECK(one.runtime.costs.check == Quantity{Duration::zero()});
    CHECK(one.threads[0].start <= 50us);
    CHECK(one.threads[0].start != disturbed(scenario, 2).threads[0].start);
    CHECK(one.threads[0].start == disturbed(scenario, 1).threads[0].start);
}

TEST_CASE("A simulated run that is recorded compares with itself without any difference") {
    const Scenario scenario = scenario_of(R"({"format": 1, "runtime": {"model": "cruby-3.4"},
        "threads": [{"name": "a", "do": [{"cpu": "350ms"}, {"sleep": "5ms"}]},
                    {"name": "b", "do": [{"cpu": "350ms"}]}]})");
    MeasuredRun run = measure(scenario);
    SeenRun seen;
    seen.end = run.result.end - start_of_time;
    seen.lateness.push_back({"a", {}, 5ms, lateness_of(run.measures, {"a", {}, 5ms, {}})});
    for (const ThreadMeasures& thread : run.measures.threads) {
        seen.slices[thread.name] = {thread.turns.begin() + 1, thread.turns.end() - 1};
    }
    Series series;
    series.model = "cruby-3.4";
    series.runs.push_back(std::move(seen));
    SideBySideRequest request;
    request.scenario = scenario;
    request.disturbed = 0;
    request.tolerance = 0.0;
    const SideBySide compared = side_by_side(request, series);
    REQUIRE(compared.figures.size() == 2);  // end and waste
    for (const FigureRow& row : compared.figures) {
        CHECK(*row.error() == doctest::Approx(0).epsilon(1e-12));
    }
    REQUIRE_FALSE(compared.distributions.empty());
    for (const DistributionRow& row : compared.distributions) { CHECK(row.distance == 0); }
    CHECK(compared.holds());
}
