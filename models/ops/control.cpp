#include "models/ops/control.hpp"

#include "models/machine.hpp"

namespace gvlsim::control {

namespace {

Progress run_finish(Machine& machine, Thread& thread, const Instruction&) {
    machine.exit(thread);
    return Progress::waits;
}

Progress run_jump(Machine&, Thread& thread, const Instruction& instruction) {
    thread.pc = instruction.target;
    return Progress::next;
}

Progress run_loop_begin(Machine&, Thread& thread, const Instruction& instruction) {
    const bool split = instruction.flag;
    const std::int64_t rounds =
        split ? instruction.number / static_cast<std::int64_t>(thread.made_together)
              : instruction.number;
    if (rounds == 0) {
        thread.pc = instruction.target;
    } else {
        thread.loops.push(rounds);
    }
    return Progress::next;
}

Progress run_loop_end(Machine&, Thread& thread, const Instruction& instruction) {
    if (--thread.loops.top() > 0) {
        thread.pc = instruction.target;
    } else {
        thread.loops.pop();
    }
    return Progress::next;
}

Progress run_back(Machine&, Thread& thread, const Instruction& instruction) {
    thread.pc = instruction.target;
    return Progress::next;
}

Progress run_scaled_work(Machine& machine, Thread& thread, const Instruction& instruction) {
    const Duration length{instruction.number};
    machine.count_work(thread, length);
    return machine.begin_segment(thread, Segment::work, length);
}

Instruction with(Progress (*run)(Machine&, Thread&, const Instruction&), Address target = 0) {
    Instruction instruction;
    instruction.run = run;
    instruction.target = target;
    return instruction;
}

}  // namespace

Instruction finish() { return with(run_finish); }

Instruction jump(Address target) { return with(run_jump, target); }

Instruction forever(Address body) { return with(run_back, body); }

Instruction loop_begin(const Times& times) {
    Instruction instruction = with(run_loop_begin);
    instruction.number = times.number;
    instruction.flag = times.kind == Times::Kind::split;
    return instruction;
}

Instruction loop_end(Address body) { return with(run_loop_end, body); }

Instruction scaled_work(Duration length) {
    Instruction instruction = with(run_scaled_work);
    instruction.number = length.count();
    return instruction;
}

}  // namespace gvlsim::control
