// What the threads of a recording asked for, freed from how they got it: the programs of a
// scenario, small enough for recordings of millions of events.
#pragma once

#include "models/scenario/scenario.hpp"
#include "tools/import/guesses.hpp"
#include "tools/import/recorded_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gvlsim {

struct DemandStep {
    enum class Kind : std::uint8_t {
        cpu,            // running, across preemptions
        io,             // a wait of fixed length
        gc,
        sleep_forever,  // a wait that the recording does not see the end of
        spawn,          // object: thread
        join,           // object: thread
        push,           // object: thread, whose own queue it is
        pop,            // the same
    };
    Duration length;
    std::uint32_t object;
    Kind kind;
};
static_assert(sizeof(DemandStep) == 16);

struct DemandThread {
    std::string name;
    bool used = true;               // false: it never wanted the lock
    Duration start = Duration::zero();  // from its creation to its first READY
    std::vector<DemandStep> steps;
};

struct Demand {
    std::vector<DemandThread> threads;  // 0: main; ids as in the recording
    std::uint64_t left_out = 0;         // threads that never wanted the lock
    bool main_waits_at_end = false;     // its last wait is of fixed length

    // How often it occurs, for reports.
    [[nodiscard]] std::uint64_t count(DemandStep::Kind kind) const noexcept;
};

// * cpu = consecutive running up to the next wait; preemptions vanish, the simulation makes its
//   own. io = a wait up to the moment the thread wants the lock again; its length holds every
//   overshoot already.
// * A thread is spawned by the one that ran when it first wanted the lock, at that moment (up to
//   Ruby 3.2: that ran shortly before); threads that were there when tracing began by main at 0.
// * Behind a guessed join stand joins of the joiner's other threads that had died by then: these
//   left no trace, but would keep it waiting in another schedule.
[[nodiscard]] Demand demand_of(const RecordedRun& run, const Guesses& guesses);

// Stretches cpu and gc, and waits, e.g. to the speed of another machine.
void stretch(Demand& demand, double cpu, double waits);

}  // namespace gvlsim
