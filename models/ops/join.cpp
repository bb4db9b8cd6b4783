// Thread#join: waits through the lock for the end of one thread after the other.
#include "models/machine.hpp"
#include "models/ops/otherwise.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"join", FieldKind::thread_or_all, true, "all threads made from this entry so far, or \"all\""},
    {"timeout", FieldKind::timeout, false, "the longest wait for each of them"},
    {"otherwise", FieldKind::otherwise, false, otherwise_meaning}};

// The n-th thread the join is about: of the entry, or any but main (which is thread 0).
ThreadId target(const Machine& machine, const Instruction& instruction, std::uint32_t n) {
    return instruction.object == all_threads ? n + 1 : machine.made(instruction.object)[n];
}

void forget(Machine& machine, Thread& joined, ThreadId joiner) {
    ThreadId* link = &joined.joiners;
    while (*link != joiner) {
        link = &machine.thread(*link).wait_next;
    }
    *link = machine.thread(joiner).wait_next;
    machine.thread(joiner).wait_next = no_thread;
}

Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    if (!thread.in_progress) {
        thread.in_progress = true;
        thread.timed_out = false;
        thread.paid = false;
        thread.cursor = 0;
        thread.cursor_end = static_cast<std::uint32_t>(
            instruction.object == all_threads ? machine.thread_count() - 1
                                              : machine.made(instruction.object).size());
    } else if (thread.timed_out) {
        thread.timed_out = false;
        thread.paid = true;  // one of them did not end in time
        forget(machine, machine.thread(target(machine, instruction, thread.cursor)), thread.id);
        ++thread.cursor;
    }
    for (; thread.cursor < thread.cursor_end; ++thread.cursor) {
        Thread& joined = machine.thread(target(machine, instruction, thread.cursor));
        const bool itself = joined.id == thread.id;
        // "all" is all but the thread itself, and no worker of a pool: those never end.
        const bool left_out = instruction.object == all_threads &&
                              (itself || joined.pool != no_object);
        if (joined.state == ThreadState::exited || left_out) {
            continue;
        }
        if (itself) {
            machine.fail(thread, "ThreadError: Target thread must not be current thread");
            return Progress::waits;
        }
        --thread.pc;
        thread.wait_next = joined.joiners;
        joined.joiners = thread.id;
        thread.timed_wait = instruction.has_timeout;
        machine.leave(thread, Why::join, joined.id);
        if (instruction.has_timeout) {
            const Duration length = instruction.timeout.draw(thread.random);
            machine.time_out_at(thread, later(later(machine.now(), length),
                                              machine.costs().sleep_overshoot(length)));
        }
        return Progress::waits;
    }
    thread.in_progress = false;
    thread.timed_wait = false;
    return thread.paid
               ? without_result(machine, thread, instruction, "ThreadError: join timed out")
               : Progress::next;
}

}  // namespace

const Operation join{"join", "waits for the end of threads", fields, run};

}  // namespace gvlsim::ops
