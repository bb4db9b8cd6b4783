// Blocking calls that release the lock: thread.c, BLOCKING_REGION and rb_nogvl look at the
// interrupts before they let go of it.
#include "models/ops/blocking_call.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"io", FieldKind::duration, true, "blocking call that releases the lock"}};

Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    if (machine.check_point(thread)) {
        --thread.pc;
        return Progress::waits;
    }
    return call_without_lock(machine, thread, Why::io, instruction.amount.draw(thread.random));
}

}  // namespace

const Operation io{"io", "blocking call without the lock", fields, run};

}  // namespace gvlsim::ops
