// Garbage collection by one thread: gc.c runs with the lock held and looks at no interrupts.
#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"gc", FieldKind::duration, true, "keeps the lock, not preemptible; sleeps and IO go on"}};

Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    const Duration length = instruction.amount.draw(thread.random);
    machine.count_work(thread, length);
    machine.recorder().cause(machine.now(), Cause::collection, thread.id, length);
    return machine.begin_segment(thread, Segment::gc, length);
}

}  // namespace

const Operation gc{"gc", "garbage collection with the lock", fields, run};

}  // namespace gvlsim::ops
