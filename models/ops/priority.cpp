#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"priority", FieldKind::priority, true, "Thread#priority=, from -3 to 3"}};

Progress run(Machine&, Thread& thread, const Instruction& instruction) {
    thread.priority = static_cast<std::int8_t>(instruction.number);
    return Progress::next;
}

}  // namespace

const Operation priority{"priority", "sets the thread's priority", fields, run};

}  // namespace gvlsim::ops
