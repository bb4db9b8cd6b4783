// Thread#wakeup (thread.c, rb_thread_wakeup): ends the sleep of threads, forever or timed, and the
// wait for a condition variable, which is a sleep too (rb_mutex_sleep). Those that wait for a
// mutex, queue or thread would look, find nothing and wait again; they and all others are left
// alone.
#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {{"wakeup", FieldKind::thread, true,
                             "wakes all threads of this entry that sleep or wait for a signal"}};

Progress run(Machine& machine, Thread&, const Instruction& instruction) {
    for (const ThreadId id : machine.made(instruction.object)) {
        Thread& sleeper = machine.thread(id);
        const bool sleeps = sleeper.state == ThreadState::sleeping && sleeper.why == Why::sleep;
        const bool waits = sleeper.state == ThreadState::blocked && sleeper.why == Why::condition;
        if (sleeps || waits) { machine.wake(sleeper, sleeper.timed_wait); }
    }
    return Progress::next;
}

}  // namespace

const Operation wakeup{"wakeup", "wakes sleeping threads", fields, run};

}  // namespace gvlsim::ops
