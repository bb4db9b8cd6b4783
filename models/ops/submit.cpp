// Hands tasks to a pool, once or several times in a row. The submitter keeps the lock.
#include "models/machine.hpp"
#include "models/ops/registry.hpp"
#include "models/pools/worker.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"submit", FieldKind::pool, true, "hands a task to this executor"},
    {"do", FieldKind::block, true, "what the task does"},
    {"count", FieldKind::count, false, "how many tasks; else one"},
    {"as", FieldKind::future, false, "name for {\"await\": …} in this thread or task"}};

// Where the submission of one task stands; kept in Thread::cursor_end, as the submitter may be
// preempted at every cost.
enum Stage : std::uint32_t {
    pay_submit,   // CPU time, before a worker is chosen
    place,
    pay_create,   // before the thread is made, up to 3.2 and from 3.4 on
    create,
    pay_created,  // 3.3: after it is queued
};

Progress pay(Machine& machine, Thread& thread, Segment kind, CostBook::Cost& cost, Stage next) {
    thread.cursor_end = next;
    const Progress progress = machine.begin_segment(thread, kind, cost.draw());
    if (progress == Progress::waits) {
        --thread.pc;
    }
    return progress;
}

void next_task(Thread& thread) {
    ++thread.cursor;
    thread.cursor_end = pay_submit;
}

// A place for one task. Afterwards the thread may be in the task itself.
Progress place_task(Machine& machine, Thread& thread, const Instruction& instruction) {
    const Address here = thread.pc - 1;
    const Address body = thread.pc;
    switch (machine.executors().place(thread, instruction.object, body, instruction.second)) {
        case Placement::create:
            thread.cursor_end =
                machine.policy().traits().create_cost_after_queueing ? create : pay_create;
            return Progress::next;
        case Placement::accepted:
        case Placement::dropped:
            next_task(thread);
            return Progress::next;
        case Placement::caller:
            next_task(thread);
            machine.executors().run_inline(thread, instruction.object, body, instruction.second,
                                           here);
            return Progress::next;
        case Placement::rejected:
            break;
    }
    machine.fail(thread, "Concurrent::RejectedExecutionError");
    return Progress::waits;
}

// One step of submitting one task.
Progress step(Machine& machine, Thread& thread, const Instruction& instruction) {
    const ThreadId id = thread.id;
    CostBook& costs = machine.costs();
    switch (static_cast<Stage>(thread.cursor_end)) {
        case pay_submit:
            return pay(machine, thread, Segment::submit, costs.submit, place);
        case place:
            return place_task(machine, thread, instruction);
        case pay_create:
            return pay(machine, thread, Segment::create, costs.create, create);
        case create:
            if (!machine.executors().give_to_new_worker(thread, instruction.object, thread.pc,
                                                        instruction.second)) {
                return Progress::waits;
            }
            machine.thread(id).cursor_end = pay_created;
            return Progress::next;
        case pay_created:
            next_task(thread);
            return machine.policy().traits().create_cost_after_queueing
                       ? pay(machine, thread, Segment::create, costs.create, pay_submit)
                       : Progress::next;
    }
    return Progress::next;
}

// The body follows the instruction, and the rest of the program its end at `target`.
Progress run(Machine& machine, Thread& submitter, const Instruction& instruction) {
    const ThreadId id = submitter.id;
    const auto count = static_cast<std::uint32_t>(instruction.has_count ? instruction.number : 1);
    if (!submitter.in_progress) {
        submitter.in_progress = true;
        submitter.cursor = 0;
        submitter.cursor_end = pay_submit;
    }
    // With caller_runs the thread leaves for a task, which is not in progress yet.
    while (machine.thread(id).in_progress && machine.thread(id).cursor < count) {
        if (step(machine, machine.thread(id), instruction) == Progress::waits) {
            return Progress::waits;
        }
    }
    Thread& thread = machine.thread(id);
    if (thread.in_progress) {
        thread.in_progress = false;
        thread.pc = instruction.target;
    }
    return Progress::next;
}

void compile(Compiler& compiler, const Step& step) {
    const Address submit = compiler.emit(step);
    compiler.block(step.branches.front().steps);
    compiler.emit(pools::task_end());
    compiler.at(submit).target = compiler.here();
}

}  // namespace

const Operation submit{"submit", "hands tasks to an executor", fields, run, compile};

}  // namespace gvlsim::ops
