// What a run looked like, simulated or recorded, in few enough figures to keep of large runs.
#pragma once

#include "models/simulate.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

struct ObservedThread {
    std::string name;
    std::optional<Instant> end;  // when it let go of the lock for the last time
    Duration cpu{};
    Duration lock_wait{};
    Duration waiting{};  // io, sleep and all other waits that ended
};

// CPU between two waits of a thread, preemptions in between left out.
struct Burst {
    Duration length;
    Duration contended;  // the part of it during which somebody waited for the lock
};

// A sink that keeps what comparisons and predictions are about.
class Observed final : public TimelineSink {
public:
    void begin(const Names& names) override { names_ = &names; }
    void take(std::span<const Record> records) override;
    void end(const Result& result) override;

    std::vector<ObservedThread> threads;
    std::vector<Duration> stalls;        // single lock waits, without those of length 0
    std::vector<Duration> slices;        // turns with the lock
    std::vector<Burst> bursts;
    std::vector<std::uint32_t> owners;   // who got the lock, turn by turn; the same twice is one
    std::uint64_t preemptions = 0;
    std::vector<SpanResult> spans;       // of simulated runs
    Instant run_end = start_of_time;
    EndKind kind = EndKind::completed;

    [[nodiscard]] Duration lock_wait() const noexcept;
    [[nodiscard]] Duration cpu() const noexcept;
    [[nodiscard]] Duration waiting() const noexcept;

private:
    struct State {
        enum class Phase : std::uint8_t { away, ready, running } phase = Phase::away;
        Instant since = start_of_time;
        Duration contended_at{};  // contended time of the whole run when its turn began
        bool waits = false;       // it left the lock for a wait
        Burst burst{};
    };

    void suspended(const Record& record, State& state);
    void close_wait(ObservedThread& thread, State& state, Instant now);
    void account(Instant now);

    const Names* names_ = nullptr;
    std::vector<State> states_;
    std::size_t ready_ = 0;
    Duration contended_{};  // time so far in which somebody waited
    Instant accounted_ = start_of_time;
};

// Where a run that is only looked at is cut off: no recording has as many events, but one whose
// clock is broken may last for years of ticks.
inline constexpr std::uint64_t most_observed_events = 20'000'000;

// Runs the scenario and observes it.
[[nodiscard]] Observed observe(const Scenario& scenario);

}  // namespace gvlsim
