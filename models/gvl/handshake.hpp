// How a thread gives way before 3.3 (thread_pthread.c, gvl_yield): it lets the lock go and does
// not queue again before a thread from the queue has taken it. Until then it is no waiter. Others
// that want to give way in the meantime wait for the end of this handshake first.
#pragma once

#include "models/machine.hpp"
#include "models/state_writer.hpp"

#include <vector>

namespace gvlsim {

class Handshake {
public:
    explicit Handshake(Machine& machine) : machine_(machine) {}

    // From the moment a thread gives way until it is awake again (wait_yield). Who wants to give
    // way meanwhile must wait for that, even where nobody is in the queue.
    [[nodiscard]] bool going_on() const noexcept { return yielder_ != no_thread; }

    // `thread` has let the lock go and waits for its successor, or for another's handshake.
    void begin(const Thread& thread) {
        if (yielder_ != no_thread) {
            others_.push_back(thread.id);
        } else {
            yielder_ = thread.id;
            open_ = true;
        }
    }

    // A thread from the queue took the lock. `queue` puts the yielder into the queue; with cost
    // `switch` 0 that happens before the new owner's first operation (measured on 3.0.2: a woken
    // thread is busy longer than the yielder needs to queue).
    template <typename Queue>
    void taken(Queue queue) {
        if (!open_) {
            return;
        }
        open_ = false;
        const Duration delay = machine_.costs().hand_over.draw();
        if (delay == Duration::zero()) {
            end(queue);
        } else {
            machine_.schedule_wake(EventKind::yielder_wake, delay, yielder_);
        }
    }

    // The yielder is awake again: it queues, and those that waited for the handshake are woken.
    template <typename Queue>
    void end(Queue queue) {
        Thread& thread = machine_.thread(yielder_);
        yielder_ = no_thread;
        for (const ThreadId other : others_) {
            machine_.schedule_wake(EventKind::other_yielder, machine_.costs().hand_over.draw(),
                                   other);
        }
        others_.clear();
        machine_.queue_again(thread);
        queue(thread);
    }

    void write_state(StateWriter& writer) const {
        writer.add((std::uint64_t{yielder_} << 1) | (open_ ? 1U : 0U));
        for (const ThreadId other : others_) {
            writer.add(other);
        }
    }

private:
    Machine& machine_;
    ThreadId yielder_ = no_thread;
    bool open_ = false;  // no queued thread has taken the lock yet
    std::vector<ThreadId> others_;
};

}  // namespace gvlsim
