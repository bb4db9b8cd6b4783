#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"cpu", FieldKind::duration, true, "Ruby code; holds the lock, preemptible at any instant"}};

Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    const Duration written = instruction.amount.draw(thread.random);
    if (written == Duration::zero()) {
        return Progress::next;
    }
    const Duration length = machine.costs().scaled_cpu(written, thread.noise);
    machine.count_work(thread, length);
    return machine.begin_segment(thread, Segment::work, length);
}

}  // namespace

const Operation cpu{"cpu", "Ruby code with the lock", fields, run};

}  // namespace gvlsim::ops
