// The engine alone on the lock workload: nanoseconds per round, draws included.
#include "tools/bench/lock_workload.hpp"

#include "models/simulate.hpp"

#include <benchmark/benchmark.h>

namespace gvlsim {

namespace {

constexpr std::int64_t rounds = 1'000'000;

void lock_rounds(benchmark::State& state) {
    const Scenario scenario = lock_workload(state.range(0), rounds);
    for (auto _ : state) {
        benchmark::DoNotOptimize(simulate(scenario).end);
    }
    state.SetItemsProcessed(state.iterations() * rounds);
}

BENCHMARK(lock_rounds)->Arg(2)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

// One thread after the other comes, works once and goes: what a thread costs.
void many_threads(benchmark::State& state) {
    const Scenario scenario = lock_workload(state.range(0), state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(simulate(scenario).end);
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(many_threads)->Arg(1'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace gvlsim
