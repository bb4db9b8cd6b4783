// Timelines written while the run goes on: what a record costs beside the run without one.
#include "models/simulate.hpp"
#include "tools/bench/lock_workload.hpp"
#include "tools/export/registry.hpp"

#include <benchmark/benchmark.h>

namespace gvlsim {

namespace {

constexpr std::int64_t rounds = 300'000;

class Nowhere final : public Writer {
    void drain(std::string_view bytes) override { benchmark::DoNotOptimize(bytes.data()); }
};

// Counts and throws away: the run and its records without any text.
class Counter final : public TimelineSink {
public:
    void begin(const Names&) override {}
    void take(std::span<const Record> block) override { records += block.size(); }
    void end(const Result&) override {}
    std::uint64_t records = 0;
};

void records_alone(benchmark::State& state) {
    const Scenario scenario = lock_workload(10, rounds);
    std::uint64_t records = 0;
    for (auto _ : state) {
        Counter counter;
        RunOptions options;
        options.sink = &counter;
        benchmark::DoNotOptimize(simulate(scenario, options).end);
        records += counter.records;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(records));
}

void written(benchmark::State& state, const char* path) {
    const Scenario scenario = lock_workload(10, rounds);
    Counter counter;
    RunOptions options;
    options.sink = &counter;
    static_cast<void>(simulate(scenario, options));
    for (auto _ : state) {
        Nowhere writer;
        const auto sink = timeline_format(path)->make(writer, false);
        options.sink = sink.get();
        benchmark::DoNotOptimize(simulate(scenario, options).end);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(counter.records));
}

BENCHMARK(records_alone)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(written, csv, "x.csv")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(written, ndjson, "x.ndjson")->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace gvlsim
