// The queue of a pool, first in first out: a ring that allocates only when it grows.
#pragma once

#include "models/pools/task.hpp"

#include <cstddef>
#include <vector>

namespace gvlsim {

class TaskQueue {
public:
    [[nodiscard]] bool empty() const noexcept { return first_ == last_; }
    [[nodiscard]] std::size_t size() const noexcept { return last_ - first_; }
    [[nodiscard]] const Task& front() const noexcept { return ring_[first_ & (ring_.size() - 1)]; }

    void push(const Task& task) {
        if (size() == ring_.size()) {
            grow();
        }
        ring_[last_++ & (ring_.size() - 1)] = task;
    }
    // The queue must not be empty.
    Task pop() noexcept { return ring_[first_++ & (ring_.size() - 1)]; }

    template <typename Visitor>
    void for_each(Visitor visit) const {
        for (std::size_t i = first_; i != last_; ++i) {
            visit(ring_[i & (ring_.size() - 1)]);
        }
    }

private:
    void grow() {
        std::vector<Task> larger(ring_.empty() ? 16 : ring_.size() * 2);
        for (std::size_t i = first_; i != last_; ++i) {
            larger[i - first_] = ring_[i & (ring_.size() - 1)];
        }
        last_ -= first_;
        first_ = 0;
        ring_.swap(larger);
    }

    std::vector<Task> ring_;  // its size is a power of two
    std::size_t first_ = 0;
    std::size_t last_ = 0;
};

}  // namespace gvlsim
