// One task of a pool, and the state of a thread that runs it.
#pragma once

#include "models/program.hpp"
#include "models/thread.hpp"
#include "sim/random.hpp"
#include "sim/time.hpp"

#include <cstdint>

namespace gvlsim {

// The tasks that one thread, or one task, submitted under one name and has not awaited yet.
using FutureId = std::uint32_t;
inline constexpr FutureId no_future = no_object;

using FrameId = std::uint32_t;
inline constexpr FrameId no_frame = no_object;

struct Task {
    Address body = 0;
    std::uint32_t pool = no_object;
    FutureId future = no_future;
    std::uint64_t number = 0;  // of its pool's submissions, from 1: names its stream of draws
    Instant queued_at = start_of_time;
};

// A task in a thread, from when the thread gets it to the task's end: like the stack frame of a
// call, it keeps what the thread goes on with afterwards. `caller_runs` stacks them.
struct Frame {
    Task task;
    FrameId outer = no_frame;  // the task that this one interrupts; of a free frame: the next
    Address return_to = 0;
    std::uint32_t cursor = 0;
    std::uint32_t cursor_end = 0;
    std::uint32_t made_together = 1;
    std::uint32_t loops = 0;  // depth of the loop stack
    FutureId futures = no_future;
    bool in_progress = false;
    RandomStream random{0, {}};
};

}  // namespace gvlsim
