// The idle workers of a pool: the most recently idle one works next, the longest idle one is
// pruned first. Linked through the threads, as a worker is idle in one pool only.
#pragma once

#include "models/thread.hpp"

#include <vector>

namespace gvlsim {

class ReadyWorkers {
public:
    [[nodiscard]] bool empty() const noexcept { return newest_ == no_thread; }
    [[nodiscard]] ThreadId oldest() const noexcept { return oldest_; }

    void push(std::vector<Thread>& threads, Thread& worker) noexcept {
        worker.wait_previous = newest_;
        worker.wait_next = no_thread;
        (newest_ == no_thread ? oldest_ : threads[newest_].wait_next) = worker.id;
        newest_ = worker.id;
    }
    // There must be one.
    Thread& pop_newest(std::vector<Thread>& threads) noexcept {
        return remove(threads, threads[newest_]);
    }
    Thread& pop_oldest(std::vector<Thread>& threads) noexcept {
        return remove(threads, threads[oldest_]);
    }

private:
    Thread& remove(std::vector<Thread>& threads, Thread& worker) noexcept {
        (worker.wait_previous == no_thread ? oldest_ : threads[worker.wait_previous].wait_next) =
            worker.wait_next;
        (worker.wait_next == no_thread ? newest_ : threads[worker.wait_next].wait_previous) =
            worker.wait_previous;
        worker.wait_next = worker.wait_previous = no_thread;
        return worker;
    }

    ThreadId oldest_ = no_thread;
    ThreadId newest_ = no_thread;
};

}  // namespace gvlsim
