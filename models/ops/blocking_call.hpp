// What `io` and a released `c_call` have in common.
#pragma once

#include "models/machine.hpp"

namespace gvlsim::ops {

// Leaves the lock for exactly `length`.
inline Progress call_without_lock(Machine& machine, Thread& thread, Why why, Duration length) {
    machine.count_waiting(thread, length);
    if (why == Why::c_call) { thread.solo_native = wrapped_sum(thread.solo_native, length); }
    machine.leave(thread, why);
    machine.arrive_at(thread, later(machine.now(), length));
    return Progress::waits;
}

}  // namespace gvlsim::ops
