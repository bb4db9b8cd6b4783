// From state changes of gvl-tracing to records, one thread's life at a time.
#pragma once

#include "tools/import/recorded_run.hpp"

#include <vector>

namespace gvlsim {

// What gvl-tracing cannot say outright: whether a thread that let go of the lock was preempted.
// Up to Ruby 3.2 a preempted thread goes from running straight to wants_gvl. From 3.3 on it does
// so by a `waiting` of some microseconds, which a short blocking call looks like too.
struct PreemptionRule {
    bool by_short_wait = true;          // the rule of 3.3; false: a `waiting` is a wait
    Duration least_slice = Duration::zero();
    bool starts_itself = false;  // up to 3.2 a new thread notes its start, not its creator
    static constexpr Duration longest_gap = std::chrono::milliseconds{1};
    // Only the ticks of the timer preempt from 3.3 on, and they are 10 ms apart.
    static constexpr Duration least_distance = std::chrono::milliseconds{9};
};

// Up to 3.2 a creator may have left the lock before its thread starts, but not for long.
inline constexpr Duration longest_start = std::chrono::microseconds{100};

class Replay {
public:
    Replay(RecordedRun& run, Oddities& oddities, PreemptionRule rule)
        : run_{run}, oddities_{oddities}, rule_{rule} {}

    // A thread that exists from now on; its id.
    std::uint32_t add_main(bool running);
    std::uint32_t add_thread(Instant now, bool alive_at_start);
    // The thread died, so that what comes for its id belongs to another.
    [[nodiscard]] bool over(std::uint32_t thread) const noexcept;
    void change(std::uint32_t thread, TracedState state, Instant now);
    void finish(Instant end);

private:
    enum class Phase : std::uint8_t { unknown, started, ready, running, waiting, over };

    struct Life {
        Phase phase = Phase::unknown;
        bool in_gc = false;
        bool false_gc = false;    // a gc was noted while it did not run
        bool others_wait = false; // when it let go of the lock
        bool ran = false;
        Instant since = start_of_time;    // of the phase
        Instant gc_since = start_of_time;
        std::size_t suspended = 0;        // index of its last SUSPENDED
    };

    void wants(std::uint32_t thread, Instant now);
    void runs(std::uint32_t thread, Instant now);
    void waits(std::uint32_t thread, Instant now, Why why);
    void collects(std::uint32_t thread, Instant now);
    void dies(std::uint32_t thread, Instant now);

    void enter(Life& life, Phase phase, Instant now);
    std::size_t add(Instant now, RecordKind kind, std::uint32_t thread, Why why = Why::none);
    void make_run(std::uint32_t thread, Instant now);
    void end_gc(std::uint32_t thread, Instant now);
    [[nodiscard]] bool was_preempted(const Life& life, const Record& suspended, Instant now) const;
    void note_preemption(Record& suspended);
    [[nodiscard]] std::uint32_t creator_at(Instant now) const;

    RecordedRun& run_;
    Oddities& oddities_;
    PreemptionRule rule_;
    std::vector<Life> lives_;
    std::size_t ready_ = 0;  // threads that want the lock
    std::uint32_t runner_ = 0;           // who got the lock last
    std::uint32_t runner_before_ = 0;    // and who had it before
    std::optional<Instant> last_preemption_;
};

}  // namespace gvlsim
