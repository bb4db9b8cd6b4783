#include "models/pools/worker.hpp"

#include "models/machine.hpp"

namespace gvlsim::pools {

namespace {

Progress run_worker(Machine& machine, Thread& worker, const Instruction&) {
    Executors& executors = machine.executors();
    if (executors.start_next(worker)) {
        return Progress::next;
    }
    if (worker.in_progress) {
        executors.stop(worker);
        return Progress::waits;
    }
    worker.in_progress = true;  // idle; comes back here with a task, or without one to stop
    --worker.pc;
    executors.become_idle(worker);
    return Progress::waits;
}

Progress run_task_end(Machine& machine, Thread& thread, const Instruction&) {
    machine.executors().end_task(thread, false);
    return Progress::next;
}

}  // namespace

Instruction worker() {
    Instruction instruction;
    instruction.run = run_worker;
    return instruction;
}

Instruction task_end() {
    Instruction instruction;
    instruction.run = run_task_end;
    return instruction;
}

}  // namespace gvlsim::pools
