#include "models/draws.hpp"

#include "models/scenario/load.hpp"
#include "models/simulate.hpp"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

namespace gvlsim {
namespace {

Scenario scenario_of(const std::string& text) {
    const Loaded loaded = load_scenario(text, "draws.json");
    REQUIRE_MESSAGE(loaded.file, to_text(loaded.diagnostics));
    return loaded.file->scenario(0);
}

std::vector<std::int64_t> values(const std::vector<StreamDraws>& draws, const std::string& stream,
                                 std::optional<std::uint32_t> site = std::nullopt) {
    const auto found = std::find_if(draws.begin(), draws.end(), [&](const StreamDraws& one) {
        return one.stream == stream && one.site == site;
    });
    return found == draws.end() ? std::vector<std::int64_t>{} : found->values;
}

Duration sum(const std::vector<std::int64_t>& values) {
    return Duration{std::accumulate(values.begin(), values.end(), std::int64_t{0})};
}

const ThreadResult& thread(const Result& result, const std::string& name) {
    return *std::find_if(result.threads.begin(), result.threads.end(),
                         [&](const ThreadResult& one) { return one.name == name; });
}

TEST_CASE("draws found without a run are those that the threads of a run make") {
    const Scenario scenario = scenario_of(R"({
      "format": 1, "seed": 5, "runtime": {"model": "cruby-3.4"},
      "threads": [
        {"name": "w", "count": 3, "do": [{"repeat": {"split": 31}, "do": [
          {"cpu": {"exponential": {"mean": "3ms"}}}, {"cpu": 0},
          {"span": "s", "do": [{"synchronize": "m", "do": [
            {"cpu": {"lognormal": {"median": "2ms", "sigma": 0.5}}}]}]}]}]},
        {"name": "alone", "do": [{"repeat": 9, "do": [{"cpu": {"uniform": ["1ms", "2ms"]}}]}]}]})");
    const Result result = simulate(scenario);
    const std::vector<StreamDraws> draws = draws_of(scenario, result);
    for (const char* name : {"w-1", "w-2", "w-3", "alone"}) {
        const std::vector<std::int64_t> drawn = values(draws, std::string{"thread/"} + name);
        CHECK(drawn.size() == (std::string{name} == "alone" ? 9 : 20));
        CHECK(sum(drawn) == thread(result, name).cpu);
    }
}

TEST_CASE("choices stand among the lengths, and decide what is drawn next") {
    const Scenario scenario = scenario_of(R"({
      "format": 1, "runtime": {"model": "none"},
      "main": {"do": [{"repeat": 50, "do": [{"choose": [
        {"weight": 3, "do": [{"cpu": {"uniform": ["1ms", "2ms"]}}]},
        {"do": [{"cpu": "5ms"}]}, {"do": []}]}]}]}})");
    const std::vector<std::int64_t> drawn =
        values(draws_of(scenario, simulate(scenario)), "thread/main");
    Duration computed{};
    std::size_t rounds = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i, ++rounds) {
        if (drawn[i] == 0) { computed += Duration{drawn[++i]}; }
        if (drawn[i] == 1) { computed += std::chrono::milliseconds{5}; }
    }
    CHECK(rounds == 50);
    CHECK(computed == thread(simulate(scenario), "main").cpu);
}

TEST_CASE("tasks have draws for every place that could have submitted them") {
    const Scenario scenario = scenario_of(R"({
      "format": 1, "runtime": {"model": "cruby-3.4"},
      "pools": {"p": {"kind": "fixed", "threads": 1}},
      "main": {"do": [
        {"submit": "p", "as": "f", "do": [{"cpu": "1ms"}]},
        {"submit": "p", "count": 2, "as": "f", "do": [{"cpu": {"uniform": ["1ms", "2ms"]}}]},
        {"await": "f"}]}})");
    const Result result = simulate(scenario);
    const std::vector<StreamDraws> draws = draws_of(scenario, result);
    CHECK(values(draws, "task/p/2", 0).empty());
    const Duration drawn =
        sum(values(draws, "task/p/2", 1)) + sum(values(draws, "task/p/3", 1));
    CHECK(drawn + std::chrono::milliseconds{1} == thread(result, "p-worker-1").cpu);
    CHECK(values(draws, "task/p/16", 1).size() == 1);  // some to spare
    CHECK(values(draws, "task/p/17", 1).empty());
}

TEST_CASE("a program without end has as many draws as are kept, one that draws nothing none") {
    const Scenario scenario = scenario_of(R"({
      "format": 1, "runtime": {"model": "cruby-3.4"}, "stop": {"at": "1ms"},
      "threads": [
        {"name": "endless", "do": [{"repeat": "forever", "do": [
          {"sleep": {"uniform": ["1us", "2us"]}}]}]},
        {"name": "never", "do": [{"repeat": "forever", "do": [
          {"sleep": 1}, {"repeat": 0, "do": [{"cpu": {"uniform": [1, 2]}}]}]}]},
        {"name": "fixed", "do": [{"repeat": "forever", "do": [{"sleep": 1}]}]}]})");
    const std::vector<StreamDraws> draws = draws_of(scenario, simulate(scenario));
    CHECK(draws.size() == 1);
    CHECK(values(draws, "thread/endless").size() == most_draws);
}

}  // namespace
}  // namespace gvlsim
