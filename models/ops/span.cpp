#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"span", FieldKind::span, true, "name of a measured span"},
    {"do", FieldKind::block, true, "the operations that are measured together"}};

Progress run_begin(Machine& machine, Thread& thread, const Instruction& instruction) {
    machine.spans().begin(thread, instruction.object, machine.now());
    machine.recorder().add(machine.now(), RecordKind::span_begin, thread.id, 0,
                           instruction.object);
    return Progress::next;
}

Progress run_end(Machine& machine, Thread& thread, const Instruction& instruction) {
    machine.spans().end(thread, machine.now());
    machine.recorder().add(machine.now(), RecordKind::span_end, thread.id, 0, instruction.object);
    return Progress::next;
}

void compile(Compiler& compiler, const Step& step) {
    Instruction instruction;
    instruction.object = step.object;
    instruction.run = run_begin;
    compiler.emit(instruction);
    compiler.block(step.branches.front().steps);
    instruction.run = run_end;
    compiler.emit(instruction);
}

}  // namespace

const Operation span{"span", "measures a part of the program", fields, nullptr, compile};

}  // namespace gvlsim::ops
