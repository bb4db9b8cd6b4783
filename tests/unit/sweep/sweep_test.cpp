#include "tools/sweep/sweep.hpp"

#include "tools/export/registry.hpp"
#include "tools/export/sweep_report.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace gvlsim;

namespace {

// Two threads that compute and sleep; at n = 3 they lock two mutexes crosswise.
constexpr const char* file_text = R"({
  "format": 1, "name": "f", "replications": 2, "params": {"n": 2, "c": "3ms"},
  "runtime": {"model": "cruby-3.4",
              "costs": {"cpu_noise": {"sigma": 0.1, "drift": 0, "drift_length": 1}}},
  "threads": [{"name": "w", "count": "$n",
               "do": [{"repeat": 5, "do": [{"cpu": "$c"}, {"sleep": "5ms"}]}]}]})";

ScenarioGrid grid_of(const char* text, const Variations& variations = {}) {
    LoadedGrid loaded = load_grid(text, "f.json", {}, variations);
    REQUIRE_MESSAGE(loaded.grid.has_value(), to_text(loaded.diagnostics));
    return *loaded.grid;
}

std::vector<SweepRow> rows_of(const SweepPlan& plan) {
    std::vector<SweepRow> all;
    sweep(
        plan,
        [&](std::span<const SweepRow> rows) { all.insert(all.end(), rows.begin(), rows.end()); },
        [](std::size_t) {});
    return all;
}

std::string report(const char* format, const ScenarioGrid& grid, std::size_t jobs) {
    StringWriter writer;
    const auto made = sweep_format(format).make(writer, {grid, grid.params(), jobs}, Palette{});
    sweep(
        {grid, std::nullopt, jobs}, [&](std::span<const SweepRow> rows) { made->add(rows); },
        [](std::size_t) {});
    made->finish();
    return writer.text();
}

}  // namespace

TEST_CASE("A sweep goes through the full grid, the first key outermost") {
    const ScenarioGrid grid = grid_of(file_text, {{"n", {"1", "2"}}, {"c", {"1ms", "2ms"}}});
    std::string names;
    for (const SweepRow& row : rows_of({grid, std::nullopt, 3})) { names += row.name + "; "; }
    CHECK(names == "n=1, c=1ms; n=1, c=2ms; n=2, c=1ms; n=2, c=2ms; ");
}

TEST_CASE("The number of jobs never shows in the output") {
    const ScenarioGrid grid =
        grid_of(file_text, {{"n", {"1", "2", "3", "9"}}, {"c", {"1ms", "2ms", "7ms", "101ms"}}});
    for (const char* const format : {"csv", "json", "text"}) {
        const std::string one = report(format, grid, 1);
        CHECK(one.size() > 500);
        for (const std::size_t jobs : {2, 5, 16}) { CHECK(report(format, grid, jobs) == one); }
    }
}

TEST_CASE("More blocks than one come in order and without a gap") {
    Variation n{"c", {}};
    for (int value = 1; value <= 20'000; ++value) { n.values.push_back(std::to_string(value)); }
    const ScenarioGrid grid = grid_of(
        R"({"format": 1, "params": {"c": "1ms"}, "runtime": {"model": "none"},
            "threads": [{"name": "w", "do": [{"cpu": "$c"}]}]})",
        {n});
    const std::vector<SweepRow> rows = rows_of({grid, std::nullopt, 2});
    REQUIRE(rows.size() == 20'000);
    std::size_t right = 0;
    for (std::size_t index = 0; index < rows.size(); ++index) {
        const double expected = static_cast<double>(index + 1) / 1e9;
        right += rows[index].figures[0]->mean == expected ? 1 : 0;
    }
    CHECK(right == rows.size());
}

TEST_CASE("A case that fails is a row like the others, and they are not lost") {
    const ScenarioGrid grid = grid_of(
        R"({"format": 1, "params": {"model": "cruby-3.4", "op": {"cpu": "5ms"}},
                    "runtime": {"model": "$model"},
                    "threads": [{"name": "w", "do": ["$op", {"cpu": "1ms"}]}]})",
        {{"op", {R"({"cpu": "5ms"})", R"({"pop": "q"})", R"({"repeat": "forever", "do": []})"}},
         {"quantum", {"100ms", "10ms"}},
         {"model", {"cruby-2.3", "cruby-3.4"}}});
    CHECK(grid.useless_values().empty());
    const std::vector<SweepRow> rows = rows_of({grid, std::nullopt, 2});
    std::string outcome;
    for (const SweepRow& row : rows) {
        const std::string_view what = trouble(row);
        outcome += (what.empty() ? "fine" : std::string{what}) + " ";
    }
    CHECK(outcome ==
          "fine fine failed fine deadlock deadlock failed deadlock "
          "limit limit failed limit ");
    CHECK(rows[2].problem.find("the quantum of cruby-2.3 is fixed") != std::string::npos);
    CHECK(rows[0].figures[0]->mean == 0.006);
}

TEST_CASE("A value that fits no case is a mistake of whoever asked for it") {
    const ScenarioGrid grid = grid_of(file_text, {{"n", {"1", "many"}}, {"c", {"1ms", "2ms"}}});
    const Diagnostics useless = grid.useless_values();
    CHECK(useless.errors() == 1);
    CHECK(to_text(useless).find("--vary n=many") != std::string::npos);
    const ScenarioGrid hopeless =
        grid_of(R"({"format": 1, "runtime": {"model": "cruby-9.9"}, "threads": []})");
    CHECK(hopeless.useless_values().has_errors());
}

TEST_CASE("--replications comes before what the file says, and a spread is a phase") {
    const ScenarioGrid grid = grid_of(file_text, {});
    const std::vector<SweepRow> two = rows_of({grid, std::nullopt, 1});
    const std::vector<SweepRow> nine = rows_of({grid, 9, 1});
    REQUIRE(two.size() == 1);
    CHECK(two[0].replications == 2);
    CHECK(nine[0].replications == 9);
    const Spread& few = *two[0].figures[0];
    const Spread& many = *nine[0].figures[0];
    CHECK(many.lowest <= few.lowest);
    CHECK(many.highest >= few.highest);
    CHECK(many.lowest < many.mean);
    CHECK(many.mean < many.highest);
    CHECK(nine[0].phase.spread == (many.highest - many.lowest > 0.02 * many.mean));
}
