// Why waits begin and end, as the lock policies know it. Causes travel as records of kind `cause`
// (only where RunOptions::causes asks) and become sentences by the policy's own table of texts.
#pragma once

#include "sim/record.hpp"

#include <cstdint>
#include <string_view>

namespace gvlsim {

// In the record, subject is a thread; `value`, 64 bits of nanoseconds, fills object and number.
enum class Cause : std::uint8_t {
    // What the running thread does that no tick can interrupt; value: how long.
    native_code,
    collection,

    // Clocks: what will take the lock from an owner that does not let go. The last one recorded
    // before a preemption is its reason. Subject: the waiter that set it going.
    ticks_begin,     // 3.3+: the timer slept and ticks from now on; 1.9 - 2.5: it ticks at once
    deadline_fresh,  // 2.6 - 3.2: a waiter became the timer; value: the deadline
    deadline_kept,   // the same with the deadline of an earlier waiter
    deadline_past,   // the same, and that deadline is over
    marked_in_vain,  // a timer that was signalled found the lock taken and marked the owner
    drop_requested,  // CPython 3.2+: subject saw no hand-over for a whole switch interval
    checks_counted,  // CPython up to 3.1: from now on the owner's checks count
    claim,           // instant: subject came back from a wait and takes the lock from object

    // Events of a single wait.
    marked,             // 2.6 - 3.2: the present clock marked the owner; the next one may begin
    charged,            // subject noticed a tick; object: how many now; number: its limit
    signalled,          // subject may take the lock soon; object: who let it go
    handed_over,        // subject owns the lock but is not awake yet; object: who let it go
    barged,             // subject took the free lock past those that wait
    signalled_in_vain,  // subject woke and found the lock taken; object: the owner
    waits_for_handshake,  // subject yielded and queues only when another has taken the lock
};

[[nodiscard]] constexpr bool is_clock(Cause cause) noexcept {
    return cause >= Cause::ticks_begin && cause <= Cause::claim;
}

// One line of a policy's table: how a preemption through this clock reads. `own`: the waiter of
// the sentence itself set the clock going, at the start of its wait; `other`: it ran already
// (empty where that cannot be).
// Placeholders: {t.waiter} {t.owner} {t.by} threads; {i.clock} {i.value} {i.tick} {i.given}
// moments; {n.ticks} {n.limit} numbers, {o.ticks} as an ordinal ("3rd").
struct CauseText {
    Cause cause;
    std::string_view own;
    std::string_view other;
};

[[nodiscard]] inline std::int64_t cause_value(const Record& record) noexcept {
    return static_cast<std::int64_t>((std::uint64_t{record.number} << 32) | record.object);
}

}  // namespace gvlsim
