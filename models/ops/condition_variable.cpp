// ConditionVariable (thread_sync.c, rb_condvar_wait): waiters stand first in first out; waiting
// gives the mutex back, and takes it again afterwards as anybody would. With `while_empty` the
// operation is the usual loop around it: it waits again, at the tail and with the rest of the same
// timeout, until the queue has an item.
#include "models/machine.hpp"
#include "models/ops/otherwise.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field wait_fields[] = {
    {"wait", FieldKind::condition, true, "ConditionVariable#wait"},
    {"mutex", FieldKind::mutex, true, "the mutex, held by the thread"},
    {"while_empty", FieldKind::third_queue, false,
     "waits only while this queue is empty, and again after each wake-up in vain"},
    {"timeout", FieldKind::timeout, false, "the longest wait for a signal (for an item)"},
    {"otherwise", FieldKind::otherwise, false, otherwise_meaning}};
constexpr Field signal_fields[] = {
    {"signal", FieldKind::condition, true, "wakes the first waiter"}};
constexpr Field broadcast_fields[] = {
    {"broadcast", FieldKind::condition, true, "wakes all waiters in order"}};

// Where a wait in progress stands (Thread::cursor).
enum Phase : std::uint32_t { asleep, signalled, timed_out };

void begin(Machine& machine, Thread& thread, const Instruction& instruction) {
    thread.in_progress = true;
    thread.cursor = signalled;
    machine.objects().condition(instruction.object).uses.asks(thread, machine.now());
    thread.wait_deadline =
        instruction.has_timeout ? later(machine.now(), instruction.timeout.draw(thread.random))
                                : end_of_time;
}

// Gives the mutex back and sleeps (thread_sync.c, rb_mutex_sleep).
Progress sleep(Machine& machine, Thread& thread, const Instruction& instruction) {
    if (!machine.objects().unlock(thread, instruction.second)) {
        thread.in_progress = false;
        return Progress::waits;
    }
    --thread.pc;
    thread.cursor = asleep;
    thread.timed_wait = instruction.has_timeout;
    machine.objects().condition(instruction.object).waiters.push_back(machine.threads(), thread);
    machine.leave(thread, Why::condition, instruction.object);
    if (instruction.has_timeout) {
        const Duration rest = thread.wait_deadline - machine.now();
        machine.time_out_at(thread, later(thread.wait_deadline,
                                          machine.costs().sleep_overshoot(rest)));
    }
    return Progress::waits;
}

// Awake again: by a signal, because the time is over, or by Thread#wakeup.
void woke(Machine& machine, Thread& thread, const Instruction& instruction) {
    thread.cursor = thread.timed_out ? timed_out : signalled;
    if (thread.in_wait_list) {
        machine.objects().condition(instruction.object).waiters.remove(machine.threads(), thread);
    }
}

Progress finish(Machine& machine, Thread& thread, const Instruction& instruction, bool got) {
    UseBook& uses = machine.objects().condition(instruction.object).uses;
    thread.in_progress = false;
    if (got) {
        uses.got(thread, machine.now());
        return Progress::next;
    }
    uses.gave_up(thread, machine.now(), true);
    return without_result(machine, thread, instruction, "ThreadError: wait timed out");
}

Progress run_wait(Machine& machine, Thread& thread, const Instruction& instruction) {
    const bool loops = instruction.third != no_object;
    const auto has_item = [&] { return machine.objects().queue(instruction.third).items > 0; };
    if (!thread.in_progress) {
        begin(machine, thread, instruction);
        return loops && has_item() ? finish(machine, thread, instruction, true)
                                   : sleep(machine, thread, instruction);
    }
    if (thread.cursor == asleep) {
        woke(machine, thread, instruction);
    }
    if (!machine.objects().lock(thread, instruction.second)) {
        --thread.pc;
        return Progress::waits;
    }
    if (!loops) {
        return finish(machine, thread, instruction, thread.cursor == signalled);
    }
    if (has_item()) {
        return finish(machine, thread, instruction, true);
    }
    if (thread.cursor == signalled) {
        machine.objects().condition(instruction.object).uses.woke_in_vain(thread);
    }
    return machine.now() < thread.wait_deadline ? sleep(machine, thread, instruction)
                                                : finish(machine, thread, instruction, false);
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
