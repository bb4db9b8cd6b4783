// What a finished run says, as plain data: the machine fills it, reports and exports read it.
#pragma once

#include "models/record_kinds.hpp"
#include "sim/time.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

// How a run ended.
enum class EndKind : std::uint8_t {
    completed,   // main ended
    stopped,     // the scenario's `stop`
    deadlock,    // every thread waits for something that cannot come
    until,       // --until
    max_events,  // --max-events
    zero_time,   // one thread did a million operations without the clock moving
    time_limit,  // 2^63-1 ns, about 292 years
    threads,     // RunOptions::max_threads
    tasks,       // RunOptions::max_waiting_tasks
};

// Times of a thread by what it did; they tile its life from STARTED to its end (or the run's).
struct ThreadResult {
    std::string name;
    std::optional<Instant> end;  // absent: stopped with the process
    Duration cpu{};              // holding the lock and running
    Duration lock_wait{};        // from READY, or from a preemption, to RESUMED
    Duration longest_lock_wait{};
    Duration io{};
    Duration sleep{};
    Duration blocked{};          // mutex, condition variable, queue, join, await
    Duration solo{};             // own cpu + c_call + gc + io + sleep as drawn, waits for others 0
    Duration solo_waiting{};     // the io and sleep in solo
    Duration native{};           // the part of io that computes: c_call without the lock
    std::uint64_t preempted = 0; // real losses of the lock
    std::uint64_t released = 0;  // times it left the lock by itself, its exit not counted
    std::string error;           // Ruby's error that ended it, empty if none
};

struct LockResult {
    Duration held{};  // somebody runs with the lock
    Duration free{};  // the rest, hand-over latency included
    std::uint64_t handovers = 0;    // times the lock came to another thread than before
    std::uint64_t preemptions = 0;
    std::uint64_t ticks = 0;        // ticks, deadlines and signals that marked or sought an owner
};

struct PoolResult {
    std::string name;
    std::uint64_t threads = 0;  // created in the whole run
    std::uint64_t largest = 0;  // at one time
    std::uint64_t tasks = 0;
    std::uint64_t queued = 0;   // tasks that had to wait in the queue
    Duration longest_queue_wait{};
};

// Percentiles are nearest rank. The split says what the span's thread did inside it.
struct SpanResult {
    std::string name;
    std::uint64_t count = 0;
    Duration mean{}, p50{}, p95{}, p99{}, max{};
    Duration cpu{}, io{}, lock_wait{};
};

// How one thread fared at one mutex, condition variable or queue.
struct ObjectUse {
    Why kind = Why::none;  // mutex, condition, queue
    std::string object;
    std::string thread;
    std::string group;                  // the entry of `threads` it was made from, or its pool
    std::uint64_t acquired = 0;         // mutex taken, signal received, item popped
    std::uint64_t pushed = 0;           // items
    std::uint64_t useless_wakeups = 0;  // it woke and somebody else had been faster
    std::uint64_t timed_out = 0;
    std::uint64_t overtaken = 0;        // most acquisitions by others during one wait of its own
    std::uint64_t waits_inside = 0;     // it slept or waited elsewhere and kept the mutex
    Duration longest_wait{};            // one that the end of the run cut counts too
};

// One line of the explanation of a deadlock: `thread` waits for `waits_for` (why + name), which
// `held_by` holds or owes (empty where nobody does).
struct DeadlockWait {
    std::string thread;
    Why why = Why::none;
    std::string waits_for;
    std::string held_by;
    bool in_cycle = false;
};

struct Result {
    EndKind kind = EndKind::completed;
    Instant end = start_of_time;  // main's exit, or where the run was cut
    std::uint64_t events = 0;
    std::uint64_t skipped_periods = 0;  // by fast-forward
    Duration skipped_time{};
    std::size_t largest_alive = 0;      // threads alive at once, without main (pools: workers)
    std::vector<ThreadResult> threads;  // main first, then in order of creation
    LockResult lock;
    std::vector<PoolResult> pools;
    std::vector<SpanResult> spans;
    std::vector<ObjectUse> uses;
    std::vector<DeadlockWait> deadlock;
};

}  // namespace gvlsim
