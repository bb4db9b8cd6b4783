#include "models/objects/objects.hpp"

#include "models/machine.hpp"
#include "models/state_writer.hpp"

namespace gvlsim {

namespace {

// The entry of `threads` a thread was made from, or its pool.
std::string group_name(const Scenario& scenario, const Thread& thread) {
    if (thread.pool != no_object) {
        return scenario.pools[thread.pool].name;
    }
    return thread.made_from != no_object ? scenario.threads[thread.made_from].name : "main";
}

}  // namespace

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
    if (!was_waiting) {
        mutex.uses.asks(thread, machine_.now());
    }
    // Up to 2.4 a waiter may have been given the mutex before it came here.
    if (mutex.owner == no_thread || mutex.owner == thread.id) {
        if (mutex.owner == no_thread) {
            take(thread, index);
        }
        thread.waits_for_mutex = false;
        mutex.uses.got(thread, machine_.now());
        return true;
    }
    if (was_waiting) {
        mutex.uses.woke_in_vain(thread);
    }
    thread.waits_for_mutex = true;
    mutex.waiters.push_back(machine_.threads(), thread);
    thread.timed_wait = false;
    machine_.leave(thread, Why::mutex, index);
    return false;
}

bool Objects::unlock(Thread& thread, std::uint32_t index) {
    MutexState& mutex = mutexes_[index];
    if (mutex.owner != thread.id) {
        machine_.fail(thread,
                      mutex.owner == no_thread
                          ? "ThreadError: Attempt to unlock a mutex which is not locked"
                          : "ThreadError: Attempt to unlock a mutex which is locked by another "
                            "thread/fiber");
        return false;
    }
    give_back(thread, index);
    return true;
}

void Objects::take(Thread& thread, std::uint32_t index) {
    mutexes_[index].owner = thread.id;
    mutexes_[index].next_held = thread.held_mutex;
    thread.held_mutex = index;
}

void Objects::give_back(Thread& thread, std::uint32_t index) {
    MutexState& mutex = mutexes_[index];
    std::uint32_t* link = &thread.held_mutex;
    while (*link != index) {
        link = &mutexes_[*link].next_held;
    }
    *link = mutex.next_held;
    mutex.owner = no_thread;
    if (mutex.waiters.empty()) {
        return;
    }
    Thread& first = mutex.waiters.pop_front(machine_.threads());
    if (machine_.policy().traits().mutex_taken_before_lock) {
        machine_.set_stuck(first, false);
        machine_.schedule_wake(EventKind::mutex_wake, machine_.costs().hand_over.draw(), first.id);
    } else {
        machine_.wake(first);
    }
}

void Objects::release_all(Thread& thread) {
    while (thread.held_mutex != no_object) {
        give_back(thread, thread.held_mutex);
    }
}

void Objects::mutex_wake(const Event& event) {
    Thread& thread = machine_.thread(event.subject);
    MutexState& mutex = mutexes_[thread.wait_object];
    if (mutex.owner != no_thread) {
        mutex.uses.woke_in_vain(thread);
        mutex.waiters.push_back(machine_.threads(), thread);
        machine_.set_stuck(thread, true);
        return;
    }
    take(thread, thread.wait_object);
    machine_.make_ready(thread);
}

// thread_sync.c, sync_wakeup: the first is off the list and counts as woken, even where its
// timeout was faster and it only has not run since.
void Objects::wake_first(WaitList& list) {
    Thread& first = list.pop_front(machine_.threads());
    first.timed_out = false;
    machine_.wake(first, first.timed_wait);
}

void Objects::signal(std::uint32_t index) {
    if (WaitList& waiters = conditions_[index].waiters; !waiters.empty()) {
        wake_first(waiters);
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
        wake_first(queue.poppers);
    }
}

void Objects::wake_pusher(QueueState& queue) {
    if (!queue.full() && !queue.pushers.empty()) {
        wake_first(queue.pushers);
    }
}

void Objects::close(QueueState& queue) {
    queue.closed = true;
    for (WaitList* list : {&queue.poppers, &queue.pushers}) {
        while (!list->empty()) {
            wake_first(*list);
        }
    }
}

template <typename Self, typename Visit>
void Objects::for_each_book(Self& self, Visit visit) {
    for (auto& mutex : self.mutexes_) {
        visit(mutex.uses);
    }
    for (auto& condition : self.conditions_) {
        visit(condition.uses);
    }
    for (auto& queue : self.queues_) {
        visit(queue.uses);
    }
}

void Objects::close_books(Instant end) {
    for_each_book(*this, [end](UseBook& book) { book.close(end); });
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
        if (use.asked == 0 && use.pushed == 0) {
            continue;
        }
        const Thread& thread = machine_.thread(static_cast<ThreadId>(id));
        ObjectUse& line = lines.emplace_back();
        line.kind = kind;
        line.object = name;
        line.thread = machine_.thread_name(thread.id);
        line.group = group_name(machine_.scenario(), thread);
        line.acquired = use.acquired;
        line.pushed = use.pushed;
        line.useless_wakeups = use.useless_wakeups;
        line.timed_out = use.timed_out;
        line.overtaken = use.overtaken;
        line.longest_wait = use.longest_wait;
        line.waits_inside = use.waits_inside;
    }
}

std::vector<UseBook> Objects::books() const {
    std::vector<UseBook> books;
    for_each_book(*this, [&](const UseBook& book) { books.push_back(book); });
    return books;
}

void Objects::repeat_uses(const std::vector<UseBook>& earlier, std::uint64_t times, Duration by) {
    auto before = earlier.begin();
    for_each_book(*this, [&](UseBook& book) { book.repeat_since(*before++, times, by); });
}

void Objects::write_state(StateWriter& writer) const {
    const auto write_list = [&](const WaitList& list) {
        for (ThreadId id = list.front(); id != no_thread; id = machine_.threads()[id].wait_next) {
            writer.add(id);
        }
        writer.add(no_thread);
    };
    for (const MutexState& mutex : mutexes_) {
        writer.add((std::uint64_t{mutex.owner} << 32) | mutex.next_held);
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
