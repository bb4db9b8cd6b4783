// Events with the earliest on top: Boost's heap with four children per event.
#pragma once

#include "sim/event.hpp"

#include <boost/heap/d_ary_heap.hpp>

#include <algorithm>
#include <cstddef>

namespace gvlsim {

class EventHeap {
public:
    explicit EventHeap(std::size_t expected) { heap_.reserve(expected); }

    [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }
    [[nodiscard]] bool empty() const noexcept { return heap_.empty(); }
    void clear() noexcept { heap_.clear(); }
    void push(const Event& event) { heap_.push(event); }
    // The earliest; there must be one.
    [[nodiscard]] const Event& top() const noexcept { return heap_.top(); }
    void pop() noexcept { heap_.pop(); }

    // All of them, in no particular order.
    template <typename Visitor>
    void for_each(Visitor visit) const {
        std::for_each(heap_.begin(), heap_.end(), visit);
    }

private:
    struct LaterFirst {
        bool operator()(const Event& a, const Event& b) const noexcept { return b < a; }
    };
    // Immutable, arity 4: measured fastest of Boost's heaps for 24-byte events. A mutable heap
    // allocates per push and stable<true> takes twice the time; `order` makes both unnecessary.
    boost::heap::d_ary_heap<Event, boost::heap::arity<4>, boost::heap::compare<LaterFirst>> heap_;
};

}  // namespace gvlsim
