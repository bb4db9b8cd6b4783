// Events with the earliest on top: Boost's heap with four children per event, and before it the
// earliest few events as a sorted row.
//
// Most runs have few events at a time, and whoever waits shortest is next. In a heap each of them
// costs several comparisons that no processor can foresee; in the row taking one costs none and
// adding one a short move. With many events nearly all go through the heap, as they would without
// the row.
#pragma once

#include "sim/event.hpp"

#include <boost/heap/d_ary_heap.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace gvlsim {

class EventHeap {
public:
    explicit EventHeap(std::size_t expected) { heap_.reserve(expected); }

    [[nodiscard]] std::size_t size() const noexcept { return in_row_ + heap_.size(); }
    [[nodiscard]] bool empty() const noexcept { return in_row_ == 0; }
    void clear() noexcept {
        in_row_ = 0;
        heap_.clear();
    }

    // By value and written straight to its place: a copy by way of memory would have to wait for
    // its own stores.
    void push(Instant time, std::uint64_t order, std::uint32_t subject, std::uint32_t stamp) {
        if (in_row_ == most_in_row) {
            make_room();
        }
        if (!heap_.empty() && !Event::comes_before(time, order, row_[0])) {
            heap_.push(Event{time, order, subject, stamp});
            return;
        }
        std::size_t place = in_row_++;
        while (place > 0 && !Event::comes_before(time, order, row_[place - 1])) {
            row_[place] = row_[place - 1];
            --place;
        }
        row_[place] = Event{time, order, subject, stamp};
    }
    void push(const Event& event) { push(event.time, event.order, event.subject, event.stamp); }

    // The earliest; there must be one.
    [[nodiscard]] const Event& top() const noexcept { return row_[in_row_ - 1]; }

    void pop() noexcept {
        if (--in_row_ == 0) {
            fill();
        }
    }

    // All of them, in no particular order.
    template <typename Visitor>
    void for_each(Visitor visit) const {
        std::for_each_n(row_.begin(), in_row_, visit);
        std::for_each(heap_.begin(), heap_.end(), visit);
    }

private:
    struct LaterFirst {
        bool operator()(const Event& a, const Event& b) const noexcept { return b < a; }
    };
    static constexpr std::size_t most_in_row = 32;
    static constexpr std::size_t refill = 8;

    // The row is full: its later half goes to the heap.
    void make_room() {
        const auto middle = row_.begin() + most_in_row / 2;
        std::for_each(row_.begin(), middle, [this](const Event& event) { heap_.push(event); });
        std::copy(middle, row_.end(), row_.begin());
        in_row_ = most_in_row / 2;
    }

    // The row is empty: it takes the earliest of the heap.
    void fill() noexcept {
        in_row_ = std::min(refill, heap_.size());
        for (std::size_t place = in_row_; place > 0; --place) {
            row_[place - 1] = heap_.top();
            heap_.pop();
        }
    }

    // Latest first. None is later than any event in the heap, which is empty if the row is.
    std::array<Event, most_in_row> row_;
    std::size_t in_row_ = 0;
    // Immutable, arity 4: measured fastest of Boost's heaps for 24-byte events. A mutable heap
    // allocates per push and stable<true> takes twice the time; `order` makes both unnecessary.
    boost::heap::d_ary_heap<Event, boost::heap::arity<4>, boost::heap::compare<LaterFirst>> heap_;
};

}  // namespace gvlsim
