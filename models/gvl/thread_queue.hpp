// First-in-first-out queue of threads, linked through the threads themselves: a thread waits in
// at most one lock queue, so nothing is allocated however many wait.
#pragma once

#include "models/thread.hpp"

#include <cstddef>

namespace gvlsim {

// `Threads` gives a Thread& for a ThreadId; the machine does.
template <typename Threads>
class ThreadQueue {
public:
    explicit ThreadQueue(Threads& threads) : threads_(threads) {}

    [[nodiscard]] bool empty() const noexcept { return head_ == no_thread; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] ThreadId front() const noexcept { return head_; }
    [[nodiscard]] ThreadId back() const noexcept { return tail_; }

    void push_back(Thread& thread) noexcept {
        thread.lock_next = no_thread;
        thread.lock_previous = tail_;
        (tail_ == no_thread ? head_ : threads_.thread(tail_).lock_next) = thread.id;
        tail_ = thread.id;
        ++size_;
    }
    void push_front(Thread& thread) noexcept {
        thread.lock_previous = no_thread;
        thread.lock_next = head_;
        (head_ == no_thread ? tail_ : threads_.thread(head_).lock_previous) = thread.id;
        head_ = thread.id;
        ++size_;
    }
    void remove(Thread& thread) noexcept {
        (thread.lock_previous == no_thread ? head_
                                           : threads_.thread(thread.lock_previous).lock_next) =
            thread.lock_next;
        (thread.lock_next == no_thread ? tail_
                                       : threads_.thread(thread.lock_next).lock_previous) =
            thread.lock_previous;
        thread.lock_next = thread.lock_previous = no_thread;
        --size_;
    }
    // The queue must not be empty.
    Thread& pop_front() noexcept {
        Thread& first = threads_.thread(head_);
        remove(first);
        return first;
    }

    template <typename Visitor>
    void for_each(Visitor visit) const {
        for (ThreadId id = head_; id != no_thread; id = threads_.thread(id).lock_next) {
            visit(id);
        }
    }

private:
    Threads& threads_;
    ThreadId head_ = no_thread;
    ThreadId tail_ = no_thread;
    std::size_t size_ = 0;
};

}  // namespace gvlsim
