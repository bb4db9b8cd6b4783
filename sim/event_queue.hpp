// The future of one run, earliest event first, and the clock that it moves.
//
//   operation      cost
//   schedule       O(log n), amortised; no allocation below the largest size so far
//   schedule_now   O(1): an event of this very instant does not go through the heap
//   pop            O(log n)
//   purge          O(n log n); call it when most events are stale
//   memory         24 bytes an event
#pragma once

#include "sim/event.hpp"

#include <boost/heap/d_ary_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gvlsim {

class EventQueue {
public:
    // `now_rank`: the rank of events made by schedule_now.
    explicit EventQueue(Rank now_rank, std::size_t expected = 64) : now_rank_(now_rank) {
        heap_.reserve(expected);
        immediate_.resize(16);
    }

    [[nodiscard]] Instant now() const noexcept { return now_; }
    [[nodiscard]] bool empty() const noexcept { return heap_.empty() && first_ == last_; }
    [[nodiscard]] std::size_t size() const noexcept { return heap_.size() + (last_ - first_); }
    [[nodiscard]] std::uint64_t scheduled() const noexcept { return sequence_; }

    // `time` must not lie before now().
    void schedule(Instant time, Rank rank, std::uint8_t kind, std::uint32_t subject,
                  std::uint32_t stamp = 0) {
        heap_.push(Event{time, event_order(rank, sequence_++, kind), subject, stamp});
    }

    // An event of this instant. As all of these have one rank and come in the order of their
    // sequence, a ring beside the heap keeps them sorted.
    void schedule_now(std::uint8_t kind, std::uint32_t subject, std::uint32_t stamp = 0) {
        if (last_ - first_ == immediate_.size()) {
            grow();
        }
        immediate_[last_++ & (immediate_.size() - 1)] =
            Event{now_, event_order(now_rank_, sequence_++, kind), subject, stamp};
    }

    // The earliest event; the queue must not be empty.
    [[nodiscard]] const Event& next() const noexcept {
        if (first_ == last_) {
            return heap_.top();
        }
        const Event& immediate = immediate_[first_ & (immediate_.size() - 1)];
        return heap_.empty() || immediate < heap_.top() ? immediate : heap_.top();
    }

    // Takes the earliest event out and moves the clock to it.
    Event pop() {
        const Event event = next();
        drop();
        now_ = event.time;
        return event;
    }

    // Takes the earliest event out as if it had not been there.
    void drop() {
        if (heap_.empty() || (first_ != last_ && &next() != &heap_.top())) {
            ++first_;
        } else {
            heap_.pop();
        }
    }

    // Moves the clock to an instant at which nothing happens, not before now().
    void advance_to(Instant time) noexcept { now_ = std::max(now_, time); }

    // Drops the events in the heap for which `stale` holds; order and sequence stay as they were.
    template <typename Predicate>
    void purge(Predicate stale) {
        std::vector<Event> kept;
        std::copy_if(heap_.begin(), heap_.end(), std::back_inserter(kept),
                     [&](const Event& event) { return !stale(event); });
        heap_.clear();
        for (const Event& event : kept) {
            heap_.push(event);
        }
    }

    // Every event still to come, in no particular order.
    template <typename Visitor>
    void for_each(Visitor visit) const {
        std::for_each(heap_.begin(), heap_.end(), visit);
        for (std::size_t i = first_; i != last_; ++i) {
            visit(immediate_[i & (immediate_.size() - 1)]);
        }
    }

    // Moves the clock by `by` and every event to `moved(event)`, not before the new present.
    // Events of this very instant move with the clock.
    template <typename Moved>
    void shift(Duration by, Moved moved) {
        std::vector<Event> events(heap_.begin(), heap_.end());
        heap_.clear();
        for (Event& event : events) {
            event.time = moved(event);
            heap_.push(event);
        }
        now_ = later(now_, by);
        for (std::size_t i = first_; i != last_; ++i) {
            immediate_[i & (immediate_.size() - 1)].time = now_;
        }
    }

private:
    struct LaterFirst {
        bool operator()(const Event& a, const Event& b) const noexcept { return b < a; }
    };
    // Immutable, arity 4: measured fastest of Boost's heaps for 24-byte events. A mutable heap
    // allocates per push and stable<true> takes twice the time; `order` makes both unnecessary.
    using Heap = boost::heap::d_ary_heap<Event, boost::heap::arity<4>,
                                         boost::heap::compare<LaterFirst>>;

    void grow() {
        std::vector<Event> larger(immediate_.size() * 2);
        for (std::size_t i = first_; i != last_; ++i) {
            larger[i - first_] = immediate_[i & (immediate_.size() - 1)];
        }
        last_ -= first_;
        first_ = 0;
        immediate_.swap(larger);
    }

    Heap heap_;
    std::vector<Event> immediate_;  // ring, its size a power of two
    std::size_t first_ = 0;
    std::size_t last_ = 0;
    Instant now_ = start_of_time;
    std::uint64_t sequence_ = 0;
    Rank now_rank_;
};

}  // namespace gvlsim
