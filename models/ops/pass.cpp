#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"pass", FieldKind::constant_true, true, "Thread.pass: gives way if somebody waits"}};

Progress run(Machine& machine, Thread& thread, const Instruction&) {
    return machine.pass(thread) ? Progress::waits : Progress::next;
}

}  // namespace

const Operation pass{"pass", "Thread.pass", fields, run};

}  // namespace gvlsim::ops
