// Runs of a real Ruby as tools/real/run.rb writes them and tests/data/real keeps them. The format
// is described in scenarios/RECORDING.md.
#pragma once

#include "models/scenario/diagnostics.hpp"
#include "models/scenario/load.hpp"
#include "tools/import/recorded_run.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

// What a thread was seen to do. It takes the place of the change before.
enum class SeenState : std::uint8_t { ready, running, sleeping, waiting, blocked, native, died };

struct SeenChange {
    Instant time;  // since the main thread began
    SeenState state;
};

struct SeenThread {
    std::string name;
    std::optional<Duration> cpu;
    std::optional<Duration> lock_wait;
    std::optional<std::uint64_t> preemptions;
    Duration stolen{};  // it could have run and the machine ran something else
    std::vector<SeenChange> changes;  // in order of time; empty: not recorded
};

// How much later than asked a thread ran again after its sleeps.
struct SeenLateness {
    std::string thread;
    std::string while_alive;  // only waits that ended while this thread lived; empty: all
    Duration asked{};         // the length of each sleep
    std::vector<Duration> late;
};

// One round of the span "job": when it began, when it first left the lock to wait, when it ended.
struct SeenJob {
    std::string thread;
    Instant start, computed, done;
};

struct SeenRun {
    std::optional<Duration> end;  // absent: not recorded, or cut by a limit
    std::string ending = "completed";
    std::vector<SeenThread> threads;
    std::vector<SeenLateness> lateness;
    std::map<std::string, std::vector<Duration>> slices;  // by thread: its turns with the lock
    std::map<std::string, std::vector<Duration>> spans;
    std::vector<SeenJob> jobs;      // in order of their start
    std::vector<Measured> figures;  // by result key
};

struct Series {
    std::string source;
    std::string case_name;
    std::string ruby;   // "3.0.2"
    std::string model;  // "cruby-3.0.2"
    std::optional<std::int64_t> quantum_ms;
    std::optional<double> cpu_scale;
    std::vector<SeenRun> runs;  // at least one
    std::vector<std::string> not_recorded;
    std::vector<std::string> notes;  // what was odd, for the user
    // Of a recording of gvl-tracing, which has one run and no SeenChange.
    std::optional<RecordedRun> traced;
};

struct LoadedSeries {
    std::optional<Series> series;  // there exactly when no diagnostic is an error
    Diagnostics diagnostics;
};

// Reads a recording, its own format or that of gvl-tracing, plain or gzip; "-" is standard input.
// Throws RecordingError where it cannot be read or is no recording at all.
[[nodiscard]] LoadedSeries load_series(const std::string& path);
// The same for bytes in memory; `name` is for messages.
[[nodiscard]] LoadedSeries load_series_bytes(std::string bytes, const std::string& name);

// The run of a series as the simulator's records; absent where no changes were recorded.
[[nodiscard]] std::optional<RecordedRun> recorded_run(const Series& series, std::size_t run);

}  // namespace gvlsim
