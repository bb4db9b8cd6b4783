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
// again, and goes to the tail if somebody was faster. Up to 2.4 (thread_sync.c, lock_func) a
// native condition variable: the waiter that wakes takes the mutex before it queues for the
// interpreter's lock.
struct MutexState {
    ThreadId owner = no_thread;
    std::uint32_t next_held = no_object;  // taken by the owner before this one
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
    // False: the thread was ended by an error, it does not own the mutex.
    bool unlock(Thread& thread, std::uint32_t mutex);
    // As Ruby does when a thread ends: the mutex that was taken last first.
    void release_all(Thread& thread);
    // Up to 2.4: a waiter that was signalled looks at the mutex, without the interpreter's lock.
    void mutex_wake(const Event& event);
    // The thread leaves the interpreter's lock for a wait.
    void left_lock(const Thread& thread) {
        if (thread.held_mutex != no_object) {
            ++mutexes_[thread.held_mutex].uses.of(thread).waits_inside;
        }
    }

    void signal(std::uint32_t condition);
    void broadcast(std::uint32_t condition);
    void push(QueueState& queue);
    // After a pop, whether it got an item or not.
    void wake_pusher(QueueState& queue);
    void close(QueueState& queue);

    [[nodiscard]] MutexState& mutex(std::uint32_t index) { return mutexes_[index]; }
    [[nodiscard]] ConditionState& condition(std::uint32_t index) { return conditions_[index]; }
    [[nodiscard]] QueueState& queue(std::uint32_t index) { return queues_[index]; }

    // Ends the waits of the books; then uses() is complete.
    void close_books(Instant end);
    // One line per thread and object it used, in the order of objects.
    [[nodiscard]] std::vector<ObjectUse> uses() const;
    void write_state(StateWriter& writer) const;
    // Copies of the books of all objects, and adding what came since `earlier` some times more.
    [[nodiscard]] std::vector<UseBook> books() const;
    void repeat_uses(const std::vector<UseBook>& earlier, std::uint64_t times, Duration by);

private:
    void take(Thread& thread, std::uint32_t mutex);
    void give_back(Thread& thread, std::uint32_t mutex);
    void wake_first(WaitList& list);
    template <typename Self, typename Visit>
    static void for_each_book(Self& self, Visit visit);
    void add_uses(std::vector<ObjectUse>& lines, Why kind, const std::string& name,
                  const UseBook& book) const;

    Machine& machine_;
    std::vector<MutexState> mutexes_;
    std::vector<ConditionState> conditions_;
    std::vector<QueueState> queues_;
};

}  // namespace gvlsim
