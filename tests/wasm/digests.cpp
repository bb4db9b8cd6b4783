// Prints a line per case of the scenario files named: how it ended, when, after how many events,
// and the digest of its timeline. The same lines must come out of every compiler and of wasm.
#include "models/scenario/load.hpp"
#include "models/simulate.hpp"
#include "sim/digest.hpp"

#include <cinttypes>
#include <cstdio>
#include <exception>
#include <span>

namespace {

// Enough to reach every rule; being cut off there is part of what is compared.
constexpr std::uint64_t most_events = 200'000;

class DigestSink final : public gvlsim::TimelineSink {
public:
    void begin(const gvlsim::Names&) override {}
    void take(std::span<const gvlsim::Record> records) override {
        for (const gvlsim::Record& record : records) {
            digest.add(record);
        }
    }
    void end(const gvlsim::Result&) override {}

    gvlsim::Digest digest;
};

void print_case(const gvlsim::ScenarioFile& file, std::size_t index) {
    DigestSink sink;
    gvlsim::RunOptions options;
    options.max_events = most_events;
    options.sink = &sink;
    try {
        const gvlsim::Result result = gvlsim::simulate(file.scenario(index), options);
        std::printf("  %zu: kind %d, end %" PRId64 " ns, %" PRIu64 " events, digest %016" PRIx64
                    "\n",
                    index, static_cast<int>(result.kind),
                    static_cast<std::int64_t>(result.end.time_since_epoch().count()),
                    static_cast<std::uint64_t>(result.events), sink.digest.value());
    } catch (const std::exception& error) {
        std::printf("  %zu: %s\n", index, error.what());
    }
}

}  // namespace

int main(int count, char** words) {
    for (const char* path : std::span(words, static_cast<std::size_t>(count)).subspan(1)) {
        const gvlsim::Loaded loaded = gvlsim::load_scenario_file(path);
        std::printf("%s: %zu messages\n", path,
                    loaded.diagnostics.errors() + loaded.diagnostics.warnings());
        if (!loaded.file) { continue; }
        for (std::size_t index = 0; index < loaded.file->cases().size(); ++index) {
            print_case(*loaded.file, index);
        }
    }
}
