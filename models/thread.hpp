// The state of one simulated thread. About 300 bytes, so that a million of them fit in memory.
#pragma once

#include "models/loop_stack.hpp"
#include "models/record_kinds.hpp"
#include "models/scenario/scenario.hpp"
#include "sim/random.hpp"
#include "sim/time.hpp"

#include <array>
#include <cstdint>

namespace gvlsim {

using ThreadId = std::uint32_t;  // index in order of creation; main is 0
inline constexpr ThreadId main_thread = 0;
inline constexpr ThreadId no_thread = no_object;

// What a thread does as the accounting sees it: each state has its own total.
enum class ThreadState : std::uint8_t {
    created,   // before it first wants the lock; not part of its life
    ready,     // wants the lock, or was preempted
    running,   // has the lock and runs
    sleeping,
    io,
    blocked,   // join, mutex, condition variable, queue, await
    exited,
};
inline constexpr std::size_t thread_states = 7;

// What a running thread spends its time on.
enum class Segment : std::uint8_t {
    none,
    work,    // cpu
    native,  // c_call that keeps the lock
    gc,
    resume,  // cost
    create,  // cost
    submit,  // cost
};

// A tick can take the lock away in the middle of these; the others finish first.
[[nodiscard]] constexpr bool is_preemptible(Segment segment) noexcept {
    return segment != Segment::native && segment != Segment::gc;
}
// Part of what the program asked for, as opposed to a cost of the threading machinery.
[[nodiscard]] constexpr bool is_own_work(Segment segment) noexcept {
    return segment == Segment::work || segment == Segment::native || segment == Segment::gc;
}

// For `solo`: lengths as drawn may sum up past 2^63 ns where the run cannot get. What it did not
// come to is subtracted at its end (Machine::close_books), and so the sum that wrapped wraps back.
[[nodiscard]] constexpr Duration wrapped_sum(Duration sum, Duration length) noexcept {
    return Duration{static_cast<std::int64_t>(static_cast<std::uint64_t>(sum.count()) +
                                              static_cast<std::uint64_t>(length.count()))};
}

// What every round of a program touches comes first; it fills four cache lines.
struct alignas(64) Thread {
    ThreadId id = no_thread;
    std::uint32_t pc = 0;
    Instant since = start_of_time;          // of the present state
    Instant segment_start = start_of_time;  // of the running segment's present slice
    Duration remaining{};                   // of the segment when its present slice began
    std::uint32_t segment_stamp = 0;        // a segment end with another stamp is stale
    std::uint32_t wait_stamp = 0;           // an arrival or timeout with another stamp is stale
    std::uint32_t check_stamp = 0;
    ThreadState state = ThreadState::created;
    Segment segment = Segment::none;
    Why why = Why::none;        // of the last time it left the lock
    std::int8_t priority = 0;
    bool started = false;       // STARTED was recorded
    bool owes_resume = true;    // the next time it has the lock it pays the cost `resume`
    bool tick_pending = false;  // the TIMER bit of its interrupt word
    bool signalled = false;     // the lock's condition variable woke it, it is on its way
    bool in_progress = false;   // the instruction at pc has begun and is to go on
    bool paid = false;          // a note that the instruction in progress keeps
    bool timed_wait = false;    // the present wait has a timeout
    bool timed_out = false;     // the last wait ended by its timeout
    bool waits_for_mutex = false;  // it asked for a mutex and has not got it yet
    bool in_wait_list = false;     // it stands in the list of an object, or of a thread's joiners
    bool woken = false;            // its waker ended the wait, it is on its way
    bool stuck = false;            // waits for what only another thread can do
    std::uint32_t rt_us = 0;    // Ruby's running_time_us: counts ticks noticed, not time

    // Links of the queue of the lock.
    ThreadId lock_next = no_thread;
    ThreadId lock_previous = no_thread;
    std::uint32_t wait_object = no_object;
    RandomStream random{0, {}};  // set when the thread is created
    Duration solo{};
    Duration solo_waiting{};
    Duration solo_native{};  // the native code without the lock in solo_waiting
    Duration wait_length{};  // drawn length of the present sleep or io
    std::uint64_t released = 0;
    Duration longest_lock_wait{};
    std::array<Duration, thread_states> spent{};
    LoopStack loops;

    // Links of the one list of an object it waits in.
    ThreadId wait_next = no_thread;
    ThreadId wait_previous = no_thread;
    ThreadId joiners = no_thread;  // threads that wait for this one's end, latest first
    std::uint32_t held_mutex = no_object;  // taken last; MutexState::next_held goes on

    std::uint32_t made_from = no_object;  // index into Scenario::threads
    std::uint32_t number = 0;             // of its name; 0: the bare name
    std::uint32_t made_together = 1;      // threads made by the entry or spawn that made it
    std::uint32_t cursor = 0;             // progress of a spawn or join over several threads
    std::uint32_t cursor_end = 0;
    std::uint32_t pool = no_object;     // whose worker it is
    std::uint32_t frame = no_object;    // the task it runs, innermost first
    std::uint32_t futures = no_object;  // of the task, else of the thread; those not awaited yet
    RandomStream noise{0, {}};
    Instant wait_deadline = end_of_time;  // of the instruction in progress
    std::uint64_t preempted = 0;
    Instant exited_at = end_of_time;
};
static_assert(sizeof(Thread) <= 400);

}  // namespace gvlsim
