// Thread.new, once or several times in a row. The creator keeps the lock.
#include "models/machine.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"spawn", FieldKind::thread, true, "creates threads from this entry of `threads`"},
    {"count", FieldKind::count, false, "how many; else the entry's count, else 1"}};

// How many threads, and whether a count was written, which numbers their names.
std::uint32_t threads_to_make(const ThreadTemplate& entry, const Instruction& instruction) {
    return static_cast<std::uint32_t>(instruction.has_count ? instruction.number
                                                            : entry.count.value_or(1));
}

// One thread after the other: the cost `create` is CPU time of the creator, so it may be
// preempted in between. In 3.3 the cost follows the queueing, else it comes first.
Progress run(Machine& machine, Thread& creator, const Instruction& instruction) {
    const ThreadId id = creator.id;
    const ThreadTemplate& entry = machine.scenario().threads[instruction.object];
    const std::uint32_t count = threads_to_make(entry, instruction);
    const bool numbered = instruction.has_count || entry.count.has_value();
    const bool cost_later = machine.policy().traits().create_cost_after_queueing;
    if (!creator.in_progress) {
        creator.in_progress = true;
        creator.paid = false;
        creator.cursor = 0;
    }
    while (machine.thread(id).cursor < count) {
        Thread& thread = machine.thread(id);
        if (!thread.paid && !cost_later) {
            thread.paid = true;
            if (machine.begin_segment(thread, Segment::create, machine.costs().create.draw()) ==
                Progress::waits) {
                --thread.pc;
                return Progress::waits;
            }
        }
        ++thread.cursor;
        thread.paid = false;
        if (machine.create_thread(instruction.object, id, count, numbered) == no_thread) {
            return Progress::waits;
        }
        Thread& after = machine.thread(id);
        if (cost_later &&
            machine.begin_segment(after, Segment::create, machine.costs().create.draw()) ==
                Progress::waits) {
            --after.pc;
            return Progress::waits;
        }
    }
    machine.thread(id).in_progress = false;
    return Progress::next;
}

}  // namespace

const Operation spawn{"spawn", "creates threads", fields, run};

}  // namespace gvlsim::ops
