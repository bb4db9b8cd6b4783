// Queue and SizedQueue (thread_sync.c, queue_do_pop, rb_queue_push, rb_szqueue_push,
// rb_queue_close): wake first, nothing reserved. Whoever was woken and finds nothing waits again
// at the tail. Pop with a timeout exists from 3.2 on; it keeps one deadline through all waits.
#include "models/machine.hpp"
#include "models/ops/otherwise.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field push_fields[] = {{"push", FieldKind::queue, true, "Queue#push"}};
constexpr Field pop_fields[] = {
    {"pop", FieldKind::queue, true, "Queue#pop"},
    {"timeout", FieldKind::timeout, false, "the longest wait for an item"},
    {"otherwise", FieldKind::otherwise, false, otherwise_meaning}};
constexpr Field close_fields[] = {{"close", FieldKind::queue, true, "Queue#close"}};

void begin(Machine& machine, Thread& thread, const Instruction& instruction) {
    thread.in_progress = true;
    thread.timed_out = false;
    thread.wait_deadline =
        instruction.has_timeout ? later(machine.now(), instruction.timeout.draw(thread.random))
                                : end_of_time;
}

Progress wait_in(Machine& machine, Thread& thread, const Instruction& instruction,
                 WaitList& list) {
    --thread.pc;
    list.push_back(machine.threads(), thread);
    thread.timed_wait = instruction.has_timeout;
    machine.leave(thread, Why::queue, instruction.object);
    if (instruction.has_timeout) {
        const Duration rest = thread.wait_deadline - machine.now();
        machine.time_out_at(thread, later(thread.wait_deadline,
                                          machine.costs().sleep_overshoot(rest)));
    }
    return Progress::waits;
}

// Whoever gives up is no longer in the list and, in a SizedQueue, wakes a pusher all the same.
Progress give_up(Machine& machine, Thread& thread, const Instruction& instruction,
                 QueueState& queue, bool timed_out) {
    thread.in_progress = false;
    queue.uses.gave_up(thread, machine.now(), timed_out);
    machine.objects().wake_pusher(queue);
    return without_result(machine, thread, instruction,
                          timed_out ? "ThreadError: pop timed out"
                                    : "ClosedQueueError: queue closed");
}

Progress run_pop(Machine& machine, Thread& thread, const Instruction& instruction) {
    QueueState& queue = machine.objects().queue(instruction.object);
    const bool woken = thread.in_progress;
    if (!woken) {
        begin(machine, thread, instruction);
        queue.uses.asks(thread, machine.now());
    } else if (thread.in_wait_list) {
        queue.poppers.remove(machine.threads(), thread);  // its time is over
    }
    if (queue.items > 0) {
        --queue.items;
        thread.in_progress = false;
        queue.uses.got(thread, machine.now());
        machine.objects().wake_pusher(queue);
        return Progress::next;
    }
    const bool late = machine.now() >= thread.wait_deadline;
    if (queue.closed || late) {
        return give_up(machine, thread, instruction, queue, !queue.closed);
    }
    if (woken) {
        queue.uses.woke_in_vain(thread);
    }
    return wait_in(machine, thread, instruction, queue.poppers);
}

Progress run_push(Machine& machine, Thread& thread, const Instruction& instruction) {
    QueueState& queue = machine.objects().queue(instruction.object);
    const bool woken = thread.in_progress;
    if (queue.closed) {
        thread.in_progress = false;
        if (woken) {
            queue.uses.gave_up(thread, machine.now(), false);
        }
        machine.fail(thread, "ClosedQueueError: queue closed");
        return Progress::waits;
    }
    if (!queue.full()) {
        thread.in_progress = false;
        queue.uses.pushed(thread, machine.now());
        machine.objects().push(queue);
        return Progress::next;
    }
    if (woken) {
        queue.uses.woke_in_vain(thread);
    } else {
        begin(machine, thread, instruction);
        queue.uses.asks(thread, machine.now());
    }
    return wait_in(machine, thread, instruction, queue.pushers);
}

Progress run_close(Machine& machine, Thread&, const Instruction& instruction) {
    machine.objects().close(machine.objects().queue(instruction.object));
    return Progress::next;
}

}  // namespace

const Operation push{"push", "puts an item into a queue", push_fields, run_push};
const Operation pop{"pop", "takes an item out of a queue", pop_fields, run_pop};
const Operation close{"close", "closes a queue", close_fields, run_close};

}  // namespace gvlsim::ops
