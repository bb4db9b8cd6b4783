// Kernel#sleep, timed or forever (thread.c, sleep_hrtime and sleep_forever). Forever ends by
// `wakeup` only, and a thread in it does not keep a deadlock from being one.
#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {{"sleep", FieldKind::duration_or_forever, true,
                             "timed sleep: releases, waits, wants the lock again; or \"forever\""}};

Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    const bool forever = instruction.flag;
    if (forever) {
        machine.count_waiting(thread, Duration::zero());
        thread.timed_wait = false;
        machine.leave(thread, Why::sleep);
        return Progress::waits;
    }
    const Duration length = instruction.amount.draw(thread.random);
    machine.count_waiting(thread, length);
    thread.timed_wait = true;
    machine.leave(thread, Why::sleep);
    const Duration late = machine.costs().sleep_overshoot(length);
    machine.arrive_at(thread, later(later(machine.now(), length), late));
    return Progress::waits;
}

}  // namespace

const Operation sleep{"sleep", "sleep without the lock", fields, run};

}  // namespace gvlsim::ops
