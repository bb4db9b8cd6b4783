// ConditionVariable (thread_sync.c, rb_condvar_wait): waiters stand first in first out; waiting
// gives the mutex back, and takes it again afterwards as anybody would.
#include "models/machine.hpp"
#include "models/ops/otherwise.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field wait_fields[] = {
    {"wait", FieldKind::condition, true, "ConditionVariable#wait"},
    {"mutex", FieldKind::mutex, true, "the mutex, held by the thread"},
    {"timeout", FieldKind::timeout, false, "the longest wait for a signal"},
    {"otherwise", FieldKind::otherwise, false, otherwise_meaning}};
constexpr Field signal_fields[] = {
    {"signal", FieldKind::condition, true, "wakes the first waiter"}};
constexpr Field broadcast_fields[] = {
    {"broadcast", FieldKind::condition, true, "wakes all waiters in order"}};

// Where a wait in progress stands (Thread::cursor).
enum Phase : std::uint32_t { waiting, signalled, timed_out };

Progress begin(Machine& machine, Thread& thread, const Instruction& instruction) {
    if (machine.objects().mutex(instruction.second).owner != thread.id) {
        machine.fail(thread, "ThreadError: Attempt to unlock a mutex which is not held");
        return Progress::waits;
    }
    --thread.pc;
    thread.in_progress = true;
    thread.cursor = waiting;
    thread.wait_began = machine.now();
    thread.timed_wait = instruction.has_timeout;
    machine.objects().condition(instruction.object).waiters.push_back(machine.threads(), thread);
    machine.objects().unlock(thread, instruction.second);
    machine.leave(thread, Why::condition, instruction.object);
    if (instruction.has_timeout) {
        const Duration length = instruction.timeout.draw(thread.random);
        machine.time_out_at(thread, later(later(machine.now(), length),
                                          machine.costs().sleep_overshoot(length)));
    }
    return Progress::waits;
}

// Awake again: by a signal, or because the time is over.
void note_end_of_wait(Machine& machine, Thread& thread, const Instruction& instruction) {
    ConditionState& condition = machine.objects().condition(instruction.object);
    Use& use = condition.uses.of(thread);
    use.longest_wait = std::max(use.longest_wait, machine.now() - thread.wait_began);
    if (thread.timed_out) {
        condition.waiters.remove(machine.threads(), thread);
        ++use.timed_out;
        thread.cursor = timed_out;
    } else {
        ++use.acquired;
        thread.cursor = signalled;
    }
}

Progress run_wait(Machine& machine, Thread& thread, const Instruction& instruction) {
    if (!thread.in_progress) {
        return begin(machine, thread, instruction);
    }
    if (thread.cursor == waiting) {
        note_end_of_wait(machine, thread, instruction);
    }
    if (!machine.objects().lock(thread, instruction.second)) {
        --thread.pc;
        return Progress::waits;
    }
    thread.in_progress = false;
    return thread.cursor == timed_out
               ? without_result(machine, thread, instruction, "ThreadError: wait timed out")
               : Progress::next;
}

Progress run_signal(Machine& machine, Thread&, const Instruction& instruction) {
    machine.objects().signal(instruction.object);
    return Progress::next;
}

Progress run_broadcast(Machine& machine, Thread&, const Instruction& instruction) {
    machine.objects().broadcast(instruction.object);
    return Progress::next;
}

}  // namespace

const Operation wait{"wait", "waits for a condition variable", wait_fields, run_wait};
const Operation signal{"signal", "wakes one waiter", signal_fields, run_signal};
const Operation broadcast{"broadcast", "wakes all waiters", broadcast_fields, run_broadcast};

}  // namespace gvlsim::ops
