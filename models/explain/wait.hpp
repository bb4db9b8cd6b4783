// One wait for the lock: from READY (or from the loss of the lock) to RESUMED, with everything
// that explains it. Plain data; sentences.hpp puts it into words.
#pragma once

#include "models/explain/cause.hpp"
#include "models/record_kinds.hpp"
#include "sim/time.hpp"

#include <cstdint>
#include <optional>

namespace gvlsim {

// What the holder of the lock is doing.
enum class Activity : std::uint8_t { computing, native_code, collecting, waking };

// What would take the lock away, as the policy recorded it.
struct Clock {
    Cause cause;
    std::uint32_t by;  // the waiter that set it going
    Instant since;
    Instant value;     // a deadline
};

struct Wait {
    std::uint32_t thread = no_subject;
    std::uint32_t ordinal = 0;     // among the thread's waits that began for the same reason
    Why after = Why::none;         // what it comes back from; none: it was just created
    bool finished = false;         // false: it still waits where the run ends
    Instant begin = start_of_time;
    Instant queued = start_of_time;  // later than begin while a yielder waits for its handshake
    Instant end = start_of_time;

    // When it began.
    std::uint32_t holder = no_subject;  // nobody: the lock was free
    Activity activity = Activity::computing;
    Instant busy_until = start_of_time;  // of native code
    std::uint32_t ahead = 0;             // threads that waited already

    // While it went on.
    std::uint32_t turns = 0;    // times that others got the lock
    std::uint32_t in_vain = 0;  // it was signalled and somebody was faster
    std::uint32_t faster = no_subject;
    bool barged = false;        // it took the free lock before the one who was signalled for it

    // What ended it: who gave the lock, when and why; preempted: by this clock.
    std::uint32_t giver = no_subject;
    Instant given = start_of_time;
    Why given_for = Why::none;
    std::optional<Clock> clock;
    std::uint32_t ticks = 0;  // that the giver had noticed in this turn
    std::uint32_t limit = 0;
    Instant marked = start_of_time;  // the tick; before `given` where the giver noticed it late
    Activity held_up = Activity::computing;  // why late; waking: it was not running

    // False where the lock was there to be taken: nothing to explain.
    [[nodiscard]] bool contended() const noexcept {
        return holder != no_subject || end > begin || after == Why::preempted || after == Why::pass;
    }
    [[nodiscard]] Duration length() const noexcept { return end - begin; }
};

}  // namespace gvlsim
