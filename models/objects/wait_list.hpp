// Threads waiting in one object, first in first out, linked through the threads: a thread waits in
// one object at a time, so nothing is allocated however many wait.
#pragma once

#include "models/thread.hpp"

#include <vector>

namespace gvlsim {

class WaitList {
public:
    [[nodiscard]] bool empty() const noexcept { return head_ == no_thread; }
    [[nodiscard]] ThreadId front() const noexcept { return head_; }

    void push_back(std::vector<Thread>& threads, Thread& thread) noexcept {
        thread.in_wait_list = true;
        thread.wait_next = no_thread;
        thread.wait_previous = tail_;
        (tail_ == no_thread ? head_ : threads[tail_].wait_next) = thread.id;
        tail_ = thread.id;
    }
    void remove(std::vector<Thread>& threads, Thread& thread) noexcept {
        (thread.wait_previous == no_thread ? head_ : threads[thread.wait_previous].wait_next) =
            thread.wait_next;
        (thread.wait_next == no_thread ? tail_ : threads[thread.wait_next].wait_previous) =
            thread.wait_previous;
        thread.wait_next = thread.wait_previous = no_thread;
        thread.in_wait_list = false;
    }
    // The list must not be empty.
    Thread& pop_front(std::vector<Thread>& threads) noexcept {
        Thread& first = threads[head_];
        remove(threads, first);
        return first;
    }

private:
    ThreadId head_ = no_thread;
    ThreadId tail_ = no_thread;
};

}  // namespace gvlsim
