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

void forget(Machine& machine, Thread& joined, Thread& joiner) {
    ThreadId* link = &joined.joiners;
    while (*link != joiner.id) {
        link = &machine.thread(*link).wait_next;
    }
    *link = joiner.wait_next;
    joiner.wait_next = no_thread;
    joiner.in_wait_list = false;
}

bool waits_for(const Thread& thread, const Instruction& instruction, const Thread& joined) {
    // Idle workers end with the process; nobody means them.
    const bool meant = instruction.object != all_threads ||
                       (joined.id != thread.id && joined.pool == no_object);
    return meant && joined.state != ThreadState::exited;
}

void begin(Machine& machine, Thread& thread, const Instruction& instruction) {
    thread.in_progress = true;
    thread.timed_out = false;
    thread.paid = false;  // one of them did not end in time
    thread.cursor = 0;
    thread.cursor_end = static_cast<std::uint32_t>(
        instruction.object == all_threads ? machine.thread_count() - 1
                                          : machine.made(instruction.object).size());
}

Progress wait_for(Machine& machine, Thread& thread, const Instruction& instruction,
                  Thread& joined, Duration timeout) {
    --thread.pc;
    thread.wait_next = joined.joiners;
    joined.joiners = thread.id;
    thread.in_wait_list = true;
    thread.timed_wait = instruction.has_timeout;
    machine.leave(thread, Why::join, joined.id);
    if (instruction.has_timeout) {
        machine.time_out_at(thread, later(later(machine.now(), timeout),
                                          machine.costs().sleep_overshoot(timeout)));
    }
    return Progress::waits;
}

// A thread that has ended meanwhile is joined, even where the timeout was faster
// (thread.c, thread_join_sleep).
Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    if (!thread.in_progress) {
        begin(machine, thread, instruction);
    } else if (thread.in_wait_list) {
        forget(machine, machine.thread(target(machine, instruction, thread.cursor)), thread);
        thread.paid = true;
        ++thread.cursor;
    }
    for (; thread.cursor < thread.cursor_end; ++thread.cursor) {
        Thread& joined = machine.thread(target(machine, instruction, thread.cursor));
        if (!waits_for(thread, instruction, joined)) {
            continue;
        }
        if (joined.id == thread.id) {
            thread.in_progress = false;
            machine.fail(thread, "ThreadError: Target thread must not be current thread");
            return Progress::waits;
        }
        const Duration timeout =
            instruction.has_timeout ? instruction.timeout.draw(thread.random) : Duration::zero();
        if (!instruction.has_timeout || timeout > Duration::zero()) {
            return wait_for(machine, thread, instruction, joined, timeout);
        }
        thread.paid = true;
    }
    thread.in_progress = false;
    return thread.paid
               ? without_result(machine, thread, instruction, "ThreadError: join timed out")
               : Progress::next;
}

}  // namespace

const Operation join{"join", "waits for the end of threads", fields, run};

}  // namespace gvlsim::ops
