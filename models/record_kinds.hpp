// The meaning of the records of a GVL run. The first kinds are the rows of the timeline; `cause`
// records explain them and are not shown there.
#pragma once

#include "sim/record.hpp"

#include <cstdint>
#include <string_view>

namespace gvlsim {

enum class RecordKind : std::uint8_t {
    started,     // STARTED
    ready,       // READY
    resumed,     // RESUMED
    suspended,   // SUSPENDED, detail: Why, object: what it waits for
    exited,      // EXITED
    mark,        // MARK, object: index of the text (Names::text)
    span_begin,  // SPAN_BEGIN, object: span
    span_end,    // SPAN_END, object: span
    tick,        // TICK, detail: TickOutcome, subject: the thread marked or no_subject
    cause,       // detail: Cause; see models/explain
};

// Why a thread left the lock. Text in the timeline: `sleep io c_call join mutex:m cv:c queue:q
// await preempted pass exit`.
enum class Why : std::uint8_t {
    none, sleep, io, c_call, join, mutex, condition, queue, await, preempted, pass, exit, task
};

enum class TickOutcome : std::uint8_t { charged, preempts, pending, nobody };

}  // namespace gvlsim
