// What a recording suggests but does not say: who ended the wait of another thread.
#pragma once

#include "tools/import/recorded_run.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gvlsim {

// Without guesses every wait is as long as it was recorded, whatever the schedule: main would wait
// for its threads exactly as long as it did, and no change could ever move the end of a run.
struct GuessChoice {
    bool joins = true;
    bool locks = false;
};

// A wait that ended within this of its presumed cause. Hand-overs take 20 to 100 us.
inline constexpr Duration guess_window = std::chrono::microseconds{100};

// The wait that begins with records[suspended] was ended by another thread.
struct GuessedWait {
    enum class Kind : std::uint8_t { join, wake };
    std::size_t suspended;
    Kind kind;
    std::uint32_t by;  // the thread that died, or that woke it
    Instant when;      // of the wake-up
};

struct Guesses {
    std::vector<GuessedWait> waits;  // in order of `suspended`
    Duration waiting{};              // all waits, without sleeps and preemptions
    Duration inferred{};             // the part of it that is guessed

    // For the user, a line each: "main waits for the end of fib (2.068 s)".
    [[nodiscard]] std::vector<std::string> lines(const RecordedRun& run) const;
};

// * join: a wait of main, or of a thread's creator, that ends within 100 us of its death; it was
//   there when the wait began.
// * wake (mutex, queue, condition variable): a wait that ends within 100 us of the end of a burst
//   of less than 1 ms of another thread, where that is so for at least three waits and for half of
//   all waits of that thread.
[[nodiscard]] Guesses guess(const RecordedRun& run, GuessChoice choice);

}  // namespace gvlsim
