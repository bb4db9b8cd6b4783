// A recording as a run: the same records that a simulated run leaves, so that one piece of code
// compares, draws and explains both.
#pragma once

#include "models/simulate.hpp"
#include "tools/import/recording.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

// Time inside of a RESUMED … SUSPENDED in which a thread collected garbage.
struct GcPeriod {
    Instant begin;
    Instant end;
    std::uint32_t thread;
};

struct RecordedThread {
    std::string name;  // no two have the same; thread 0 is "main"
    bool alive_at_start = false;
    std::uint32_t creator = 0;  // as far as the recording shows
};

// Time 0 is the beginning of tracing. Per thread the records are as the simulator's: STARTED,
// then READY, RESUMED, SUSPENDED (why: sleep, io, preempted, exit) again and again, then EXITED.
// Thread 0 is the main thread; it has neither STARTED nor a first READY.
struct RecordedRun final : Names {
    std::string model;                      // "cruby-3.4.9"
    bool model_guessed = false;             // the recording does not say
    std::optional<std::int64_t> quantum_ms;  // as recorded, where the model has the knob
    std::vector<RecordedThread> threads;
    std::vector<Record> records;  // in order of time
    std::vector<GcPeriod> gcs;    // in order of time
    Instant end = start_of_time;  // of the recording
    std::uint64_t preemptions = 0;
    std::vector<std::string> notes;  // what was assumed, for the user

    [[nodiscard]] std::string thread_name(std::uint32_t id) const override;
    [[nodiscard]] std::string detail(const Record& record) const override;
};

// Consumes `recording`; oddities of its order of events are added to `oddities`. `model`, where
// not empty, replaces what the recording says; it has been found among the models.
[[nodiscard]] RecordedRun replay(Recording&& recording, const std::string& model,
                                 Oddities& oddities);

// Hands the run to a sink, as `simulate` would. The result has names and the end only.
void feed(const RecordedRun& run, TimelineSink& sink);

}  // namespace gvlsim
