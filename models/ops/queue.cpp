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
    thread.wait_began = machine.now();
    thread.wait_deadline = end_of_time;
    if (instruction.has_timeout) {
        const Duration length = instruction.timeout.draw(thread.random);
        thread.wait_deadline = later(later(machine.now(), length),
                                     machine.costs().sleep_overshoot(length));
    }
}

Progress wait_in(Machine& machine, Thread& thread, const Instruction& instruction,
                 WaitList& list) {
    --thread.pc;
    list.push_back(machine.threads(), thread);
    thread.timed_wait = instruction.has_timeout;
    machine.leave(thread, Why::queue, instruction.object);
    if (instruction.has_timeout) {
        machine.time_out_at(thread, thread.wait_deadline);
    }
    return Progress::waits;
}

Progress finish(Machine& machine, Thread& thread, QueueState& queue) {
    thread.in_progress = false;
    Use& use = queue.uses.of(thread);
    ++use.acquired;
    use.longest_wait = std::max(use.longest_wait, machine.now() - thread.wait_began);
    return Progress::next;
}

Progress give_up(Machine& machine, Thread& thread, const Instruction& instruction,
                 QueueState& queue) {
    thread.in_progress = false;
    ++queue.uses.of(thread).timed_out;
    queue.uses.waited(thread, machine.now() - thread.wait_began);
    return without_result(machine, thread, instruction, "ThreadError: pop timed out");
}

Progress run_pop(Machine& machine, Thread& thread, const Instruction& instruction) {
    QueueState& queue = machine.objects().queue(instruction.object);
    const bool woken = thread.in_progress;
    if (!woken) {
        begin(machine, thread, instruction);
    } else if (thread.timed_out) {
        queue.poppers.remove(machine.threads(), thread);
    }
    if (queue.items > 0) {
        machine.objects().popped(queue);
        return finish(machine, thread, queue);
    }
    if (queue.closed) {
        thread.in_progress = false;
        return without_result(machine, thread, instruction, "ClosedQueueError: queue closed");
    }
    if (woken && (thread.timed_out || machine.now() >= thread.wait_deadline)) {
        return give_up(machine, thread, instruction, queue);
    }
    if (woken) {
        ++queue.uses.of(thread).useless_wakeups;
    }
    return wait_in(machine, thread, instruction, queue.poppers);
}

Progress run_push(Machine& machine, Thread& thread, const Instruction& instruction) {
    QueueState& queue = machine.objects().queue(instruction.object);
    if (queue.closed) {
        machine.fail(thread, "ClosedQueueError: queue closed");
        return Progress::waits;
    }
    if (!queue.full()) {
        machine.objects().push(queue);
        thread.in_progress = false;
        return Progress::next;
    }
    if (!thread.in_progress) {
        begin(machine, thread, instruction);
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
