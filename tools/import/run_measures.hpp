// What is measured of one run, recorded or simulated, thread by thread: the figures that a
// comparison sets side by side.
#pragma once

#include "models/simulate.hpp"
#include "tools/import/observed.hpp"
#include "tools/import/series.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

struct ThreadMeasures {
    std::string name;
    std::optional<Instant> end;  // when it let go of the lock for the last time
    std::uint64_t preemptions = 0;
    // Single lock waits during which another thread ran. A thread that wants a free lock has it a
    // moment later, on real machines; that is no stall.
    std::vector<Duration> stalls;
    // Turns with the lock; it is one turn as long as nobody else runs.
    std::vector<Duration> turns;
    struct Absence {
        Instant back;     // when it ran again
        Duration length;  // since it left the lock to sleep or wait
        Duration slept;   // the part of it until it wanted the lock again
    };
    std::vector<Absence> absences;
};

// Who got the lock, and when.
struct Acquisition {
    std::uint32_t thread;
    Instant time;
};

class RunMeasures final : public TimelineSink {
public:
    void begin(const Names& names) override;
    void take(std::span<const Record> records) override;
    void end(const Result& result) override;

    Observed observed;
    std::vector<ThreadMeasures> threads;     // index as in the records; 0 is main
    std::vector<Acquisition> acquisitions;   // in a row by the same thread are one
    std::vector<SeenJob> jobs;               // spans named "job", in order of their start
    std::map<std::string, std::vector<Duration>> spans;  // lengths of those that ended, by name

    [[nodiscard]] const ThreadMeasures* find(std::string_view name) const noexcept;

private:
    struct State {
        std::optional<Instant> ready, running, left;
        bool contended = false;  // somebody ran when it wanted the lock
        std::uint64_t resumed_before = 0;  // how often somebody had got it by then
        std::optional<std::size_t> job;    // index of the open one
        std::vector<Instant> open_spans;  // when they began; spans lie in each other
    };

    void one(const Record& record);
    void wants(Instant now, State& state, bool contended);
    void resumed(const Record& record, State& state);
    void suspended(const Record& record, State& state);
    void span(const Record& record, State& state);

    const Names* names_ = nullptr;
    std::vector<State> states_;
    std::uint64_t resumed_ = 0;  // how often somebody got the lock
    bool taken_ = false;         // somebody runs
    // The turn that goes on: its thread, and how long it had the lock in it so far.
    std::optional<std::uint32_t> runner_;
    Duration turn_{};
};

// A simulated run and what `simulate` says about it.
struct MeasuredRun {
    RunMeasures measures;
    Result result;
};
[[nodiscard]] MeasuredRun measure(const Scenario& scenario);
[[nodiscard]] RunMeasures measure(const RecordedRun& run);

// How much later than `late.asked` the thread ran again, of those waits that `late` is about.
[[nodiscard]] std::vector<Duration> lateness_of(const RunMeasures& run, const SeenLateness& late);

// Jobs during which another thread began or ended a job or its computing, which takes the lock.
[[nodiscard]] std::uint64_t interrupted(const std::vector<SeenJob>& jobs);

}  // namespace gvlsim
