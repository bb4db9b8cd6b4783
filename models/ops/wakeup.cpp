// Thread#wakeup (thread.c, rb_thread_wakeup): ends the sleep of threads, forever or timed; those
// that do not sleep are left alone.
#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"wakeup", FieldKind::thread, true, "wakes all threads of this entry that sleep"}};

Progress run(Machine& machine, Thread&, const Instruction& instruction) {
    for (const ThreadId id : machine.made(instruction.object)) {
        Thread& sleeper = machine.thread(id);
        if (sleeper.state == ThreadState::sleeping && sleeper.why == Why::sleep) {
            machine.wake(sleeper, sleeper.timed_wait);
        }
    }
    return Progress::next;
}

}  // namespace

const Operation wakeup{"wakeup", "wakes sleeping threads", fields, run};

}  // namespace gvlsim::ops
