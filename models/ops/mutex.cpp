// Mutex#lock, #unlock and #synchronize; the rules are in models/objects/objects.hpp.
#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field lock_fields[] = {{"lock", FieldKind::mutex, true, "Mutex#lock"}};
constexpr Field unlock_fields[] = {{"unlock", FieldKind::mutex, true, "Mutex#unlock"}};
constexpr Field synchronize_fields[] = {
    {"synchronize", FieldKind::mutex, true, "Mutex#synchronize: locks around the block"},
    {"do", FieldKind::block, true, "what is done with the mutex held"}};

// An error of use ends the thread.
Progress next_if_alive(const Thread& thread) {
    return thread.state == ThreadState::running ? Progress::next : Progress::waits;
}

Progress run_lock(Machine& machine, Thread& thread, const Instruction& instruction) {
    if (!machine.objects().lock(thread, instruction.object)) {
        --thread.pc;
        return Progress::waits;
    }
    return next_if_alive(thread);
}

Progress run_unlock(Machine& machine, Thread& thread, const Instruction& instruction) {
    machine.objects().unlock(thread, instruction.object);
    return next_if_alive(thread);
}

void compile_synchronize(Compiler& compiler, const Step& step) {
    Instruction instruction;
    instruction.object = step.object;
    instruction.run = run_lock;
    compiler.emit(instruction);
    compiler.block(step.branches.front().steps);
    instruction.run = run_unlock;
    compiler.emit(instruction);
}

}  // namespace

const Operation lock{"lock", "takes a mutex", lock_fields, run_lock};
const Operation unlock{"unlock", "gives a mutex back", unlock_fields, run_unlock};
const Operation synchronize{"synchronize", "a block with a mutex held", synchronize_fields,
                            nullptr, compile_synchronize};

}  // namespace gvlsim::ops
