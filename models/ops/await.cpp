// Waits for futures, all of one name at once.
#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"await", FieldKind::future, true,
     "waits for all tasks that this thread or task submitted under this name since it last did"}};

Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    Futures& futures = machine.executors().futures();
    const FutureId group = futures.find(thread, instruction.object);
    if (group == no_future) {
        return Progress::next;
    }
    if (futures.complete(group)) {
        futures.forget(thread, group);
        return Progress::next;
    }
    futures.wait(group, thread.id);
    thread.timed_wait = false;
    --thread.pc;
    machine.leave(thread, Why::await, instruction.object);
    return Progress::waits;
}

}  // namespace

const Operation await{"await", "waits for the tasks of a name", fields, run};

}  // namespace gvlsim::ops
