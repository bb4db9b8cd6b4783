// The mutexes, condition variables and queues of one run. Operations act on them here; the rules
// are Ruby's (thread_sync.c), each with its version.
#pragma once

#include "models/objects/use_book.hpp"
#include "models/objects/wait_list.hpp"
#include "models/report/result.hpp"
#include "models/scenario/scenario.hpp"

#include <cstdint>
#include <vector>

namespace gvlsim {

class Machine;
class StateWriter;
struct Event;

// From 2.5 on (thread_sync.c, rb_mutex_unlock_th): waiters stand first in first out; unlocking
// frees the mutex and wakes the first, which must win the lock of the interpreter before it looks
// again. Up to 2.4 a native condition variable: the waiter that wakes takes the mutex before it
// queues for the interpreter's lock.
struct MutexState {
    ThreadId owner = no_thread;
    WaitList waiters;
    UseBook uses;
};

struct ConditionState {
    WaitList waiters;
    UseBook uses;
};

// Queue and SizedQueue (thread_sync.c, queue_do_pop, rb_szqueue_push): a push wakes the first
// popper but reserves nothing for it.
struct QueueState {
    std::int64_t items = 0;
    std::int64_t max = 0;  // 0: no limit
    bool closed = false;
    WaitList poppers;
    WaitList pushers;
    UseBook uses;
    [[nodiscard]] bool full() const noexcept { return max > 0 && items >= max; }
};

class Objects {
public:
    Objects(Machine& machine, const Scenario& scenario);

    // False: the thread waits and is to try again when it runs. True: it has the mutex, or it was
    // ended by an error (then it is exited).
    [[nodiscard]] bool lock(Thread& thread, std::uint32_t mutex);
    void unlock(Thread& thread, std::uint32_t mutex);
    void release_all(Thread& thread);
    // Up to 2.4: a waiter that was signalled looks at the mutex, without the interpreter's lock.
    void mutex_wake(const Event& event);

    void signal(std::uint32_t condition);
    void broadcast(std::uint32_t condition);
    void push(QueueState& queue);
    void popped(QueueState& queue);
    void close(QueueState& queue);

    [[nodiscard]] MutexState& mutex(std::uint32_t index) { return mutexes_[index]; }
    [[nodiscard]] ConditionState& condition(std::uint32_t index) { return conditions_[index]; }
    [[nodiscard]] QueueState& queue(std::uint32_t index) { return queues_[index]; }

    // One line per thread and object it used, in the order of objects.
    [[nodiscard]] std::vector<ObjectUse> uses() const;
    void write_state(StateWriter& writer) const;
    // Copies of the books of all objects, and adding what came since `earlier` some times more.
    [[nodiscard]] std::vector<UseBook> books() const;
    void repeat_uses(const std::vector<UseBook>& earlier, std::uint64_t times);

private:
    void add_uses(std::vector<ObjectUse>& lines, Why kind, const std::string& name,
                  const UseBook& book) const;

    Machine& machine_;
    std::vector<MutexState> mutexes_;
    std::vector<ConditionState> conditions_;
    std::vector<QueueState> queues_;
};

}  // namespace gvlsim
