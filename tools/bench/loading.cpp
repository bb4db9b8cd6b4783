// From the text of a scenario file to scenarios: a file of many operations, and one of many cases.
#include "models/scenario/load.hpp"

#include <benchmark/benchmark.h>

namespace gvlsim {

namespace {

void load_operations(benchmark::State& state) {
    std::string text = R"({"format": 1, "runtime": {"model": "cruby-3.4"}, "threads": [)"
                       R"({"name": "a", "do": [{"cpu": 0})";
    for (std::int64_t i = 0; i < state.range(0); ++i) {
        text += R"(, {"cpu": "1.5ms"}, {"sleep": {"exponential": {"mean": "9ms"}}})";
    }
    text += "]}]}";
    for (auto _ : state) {
        benchmark::DoNotOptimize(load_scenario(text, "many operations").file->scenario(0).seed);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void load_cases(benchmark::State& state) {
    std::string text = R"({"format": 1, "params": {"n": 1, "cpu": "1ms"}, "runtime": {)"
                       R"("model": "cruby-3.4"}, "threads": [{"name": "a", "count": "$n", "do": )"
                       R"([{"cpu": "$cpu"}]}], "matrix": {"n": [0)";
    for (std::int64_t i = 1; i < state.range(0); ++i) { text += ", " + std::to_string(i); }
    text += "]}}";
    for (auto _ : state) {
        benchmark::DoNotOptimize(load_scenario(text, "many cases").file->cases().size());
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(load_operations)->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK(load_cases)->Arg(1'000)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace gvlsim
