// The kinds of events of a GVL run. Machine handles the first group, the lock policy the second.
#pragma once

#include "sim/event.hpp"

#include <cstdint>

namespace gvlsim {

enum class EventKind : std::uint8_t {
    segment_end,  // subject: thread; its running segment is done
    arrival,      // subject: thread; it wants the lock from now on
    timeout,      // subject: thread; its wait with a timeout is over
    check,        // subject: thread; it notices the tick that is pending
    mutex_wake,   // subject: thread; up to 2.4 it looks at the mutex before it queues

    lock_wake,         // subject: thread; a hand-over or signal of the lock reaches it
    yielder_wake,      // subject: the yielder whose handshake is done
    other_yielder,     // subject: a yielder that waited for another's handshake
    timer_wake,        // the timer thread was woken
    tick,              // the timer thread's wait is over
    deadline,          // subject: the waiter that is the timer (2.6 - 3.2), or a window (CPython)
};

// The order of events at one instant, part of the contract: first the end of the running segment,
// then arrivals and wake-ups, then ticks, deadlines and checks. `ties` may swap the first two.
struct Ranks {
    Rank completion;
    Rank wake;
    Rank timer;
};
inline constexpr Ranks ranks_completion_first{0, 1, 2};
inline constexpr Ranks ranks_wake_first{1, 0, 2};

}  // namespace gvlsim
