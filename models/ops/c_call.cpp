// Native code. A C function without checks keeps the lock to its end (vm_insnhelper.c looks at
// the interrupts when the frame is popped); one that asked for it runs without the lock
// (thread.c, rb_nogvl).
#include "models/ops/blocking_call.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"c_call", FieldKind::duration, true, "native code; keeps the lock and cannot be preempted"},
    {"release", FieldKind::truth, false, "true: runs without the lock and counts as io"}};

Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    const bool released = instruction.flag;
    if (released && machine.check_point(thread)) {
        --thread.pc;
        return Progress::waits;
    }
    const Duration length = machine.costs().scaled(instruction.amount.draw(thread.random));
    if (released) {
        return call_without_lock(machine, thread, Why::c_call, length);
    }
    machine.count_work(thread, length);
    machine.recorder().cause(machine.now(), Cause::native_code, thread.id, length);
    return machine.begin_segment(thread, Segment::native, length);
}

}  // namespace

const Operation c_call{"c_call", "native code, with or without the lock", fields, run};

}  // namespace gvlsim::ops
