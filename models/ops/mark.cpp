#include "models/machine.hpp"
#include "models/ops/control.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {{"mark", FieldKind::text, true, "a note in the timeline"}};

Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    machine.recorder().add(machine.now(), RecordKind::mark, thread.id, 0, instruction.object);
    return Progress::next;
}

void compile(Compiler& compiler, const Step& step) {
    Instruction instruction;
    instruction.run = run;
    instruction.object = compiler.add_text(step.text);
    compiler.emit(std::move(instruction));
}

}  // namespace

const Operation mark{"mark", "a note in the timeline", fields, nullptr, compile};

}  // namespace gvlsim::ops
