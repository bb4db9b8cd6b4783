#include "models/objects/objects.hpp"

#include "models/machine.hpp"
#include "models/state_writer.hpp"

namespace gvlsim {

Objects::Objects(Machine& machine, const Scenario& scenario)
    : machine_(machine),
      mutexes_(scenario.mutexes.size()),
      conditions_(scenario.conditions.size()),
      queues_(scenario.queues.size()) {
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        queues_[i].max = scenario.queues[i].max;
    }
}

bool Objects::lock(Thread& thread, std::uint32_t index) {
    MutexState& mutex = mutexes_[index];
    const bool was_waiting = thread.waits_for_mutex;
    if (mutex.owner == thread.id && !was_waiting) {
        machine_.fail(thread, "ThreadError: deadlock; recursive locking");
        return true;
    }
    if (mutex.owner == no_thread || mutex.owner == thread.id) {
        // Up to 2.4 a waiter may have been given the mutex before it came here.
        if (mutex.owner == no_thread) {
            ++thread.held_mutexes;
        }
        mutex.owner = thread.id;
        thread.waits_for_mutex = false;
        ++mutex.uses.of(thread).acquired;
        if (was_waiting) {
            mutex.uses.waited(thread, machine_.now() - thread.mutex_wait_began);
        }
        return true;
    }
    if (was_waiting) {
        ++mutex.uses.of(thread).useless_wakeups;
    } else {
        thread.waits_for_mutex = true;
        thread.mutex_wait_began = machine_.now();
    }
    mutex.waiters.push_back(machine_.threads(), thread);
    thread.timed_wait = false;
    machine_.leave(thread, Why::mutex, index);
    return false;
}

void Objects::unlock(Thread& thread, std::uint32_t index) {
    MutexState& mutex = mutexes_[index];
    if (mutex.owner != thread.id) {
        machine_.fail(thread,
                      mutex.owner == no_thread
                          ? "ThreadError: Attempt to unlock a mutex which is not locked"
                          : "ThreadError: Attempt to unlock a mutex which is locked by another "
                            "thread/fiber");
        return;
    }
    mutex.owner = no_thread;
    --thread.held_mutexes;
    if (mutex.waiters.empty()) {
        return;
    }
    Thread& first = mutex.waiters.pop_front(machine_.threads());
    if (machine_.policy().traits().mutex_taken_before_lock) {
        machine_.schedule_wake(EventKind::mutex_wake, machine_.costs().hand_over.draw(), first.id);
    } else {
        machine_.wake(first);
    }
}

void Objects::release_all(Thread& thread) {
    for (std::uint32_t i = 0; thread.held_mutexes > 0; ++i) {
        if (mutexes_[i].owner == thread.id) {
            unlock(thread, i);
        }
    }
}

void Objects::mutex_wake(const Event& event) {
    Thread& thread = machine_.thread(event.subject);
    MutexState& mutex = mutexes_[thread.wait_object];
    if (mutex.owner != no_thread) {
        ++mutex.uses.of(thread).useless_wakeups;
        mutex.waiters.push_back(machine_.threads(), thread);
        return;
    }
    mutex.owner = thread.id;
    ++thread.held_mutexes;
    machine_.make_ready(thread);
}

void Objects::signal(std::uint32_t index) {
    ConditionState& condition = conditions_[index];
    if (!condition.waiters.empty()) {
        Thread& first = condition.waiters.pop_front(machine_.threads());
        machine_.wake(first, first.timed_wait);
    }
}

void Objects::broadcast(std::uint32_t index) {
    while (!conditions_[index].waiters.empty()) {
        signal(index);
    }
}

void Objects::push(QueueState& queue) {
    ++queue.items;
    if (!queue.poppers.empty()) {
        Thread& first = queue.poppers.pop_front(machine_.threads());
        machine_.wake(first, first.timed_wait);
    }
}

void Objects::popped(QueueState& queue) {
    --queue.items;
    if (!queue.full() && !queue.pushers.empty()) {
        Thread& first = queue.pushers.pop_front(machine_.threads());
        machine_.wake(first, first.timed_wait);
    }
}

void Objects::close(QueueState& queue) {
    queue.closed = true;
    for (WaitList* list : {&queue.poppers, &queue.pushers}) {
        while (!list->empty()) {
            Thread& first = list->pop_front(machine_.threads());
            machine_.wake(first, first.timed_wait);
        }
    }
}

std::vector<ObjectUse> Objects::uses() const {
    const Scenario& scenario = machine_.scenario();
    std::vector<ObjectUse> lines;
    for (std::size_t i = 0; i < mutexes_.size(); ++i) {
        add_uses(lines, Why::mutex, scenario.mutexes[i], mutexes_[i].uses);
    }
    for (std::size_t i = 0; i < conditions_.size(); ++i) {
        add_uses(lines, Why::condition, scenario.conditions[i], conditions_[i].uses);
    }
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        add_uses(lines, Why::queue, scenario.queues[i].name, queues_[i].uses);
    }
    return lines;
}

void Objects::add_uses(std::vector<ObjectUse>& lines, Why kind, const std::string& name,
                       const UseBook& book) const {
    const std::size_t threads = std::min(book.all().size(), machine_.thread_count());
    for (std::size_t id = 0; id < threads; ++id) {
        const Use& use = book.all()[id];
        if (!use.none()) {
            lines.push_back({kind, name, machine_.thread_name(static_cast<ThreadId>(id)),
                             use.acquired, use.useless_wakeups, use.timed_out, use.longest_wait});
        }
    }
}

std::vector<UseBook> Objects::books() const {
    std::vector<UseBook> books;
    for (const MutexState& mutex : mutexes_) {
        books.push_back(mutex.uses);
    }
    for (const ConditionState& condition : conditions_) {
        books.push_back(condition.uses);
    }
    for (const QueueState& queue : queues_) {
        books.push_back(queue.uses);
    }
    return books;
}

void Objects::repeat_uses(const std::vector<UseBook>& earlier, std::uint64_t times) {
    auto before = earlier.begin();
    for (MutexState& mutex : mutexes_) {
        mutex.uses.repeat_since(*before++, times);
    }
    for (ConditionState& condition : conditions_) {
        condition.uses.repeat_since(*before++, times);
    }
    for (QueueState& queue : queues_) {
        queue.uses.repeat_since(*before++, times);
    }
}

void Objects::write_state(StateWriter& writer) const {
    const auto write_list = [&](const WaitList& list) {
        for (ThreadId id = list.front(); id != no_thread; id = machine_.threads()[id].wait_next) {
            writer.add(id);
        }
        writer.add(no_thread);
    };
    for (const MutexState& mutex : mutexes_) {
        writer.add(mutex.owner);
        write_list(mutex.waiters);
    }
    for (const ConditionState& condition : conditions_) {
        write_list(condition.waiters);
    }
    for (const QueueState& queue : queues_) {
        writer.add(static_cast<std::uint64_t>(queue.items));
        writer.add(queue.closed ? 1U : 0U);
        write_list(queue.poppers);
        write_list(queue.pushers);
    }
}

}  // namespace gvlsim
