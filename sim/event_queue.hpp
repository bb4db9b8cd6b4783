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
#include "sim/event_heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gvlsim {

class EventQueue {
public:
    // `now_rank`: the rank of events made by schedule_now.
    explicit EventQueue(Rank now_rank, std::size_t expected = 64)
        : heap_(expected), immediate_(mask_ + 1), now_rank_(now_rank) {}

    [[nodiscard]] Instant now() const noexcept { return now_; }
    [[nodiscard]] bool empty() const noexcept { return first_ == last_ && heap_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return heap_.size() + (last_ - first_); }
    [[nodiscard]] std::uint64_t scheduled() const noexcept { return sequence_; }

    // `time` must not lie before now().
    void schedule(Instant time, Rank rank, std::uint8_t kind, std::uint32_t subject,
                  std::uint32_t stamp = 0) {
        heap_.push(time, event_order(rank, sequence_++, kind), subject, stamp);
    }

    // An event of this instant. As all of these have one rank and come in the order of their
    // sequence, a ring beside the heap keeps them sorted.
    void schedule_now(std::uint8_t kind, std::uint32_t subject, std::uint32_t stamp = 0) {
        if (last_ - first_ > mask_) {
            grow();
        }
        immediate_[last_++ & mask_] =
            Event{now_, event_order(now_rank_, sequence_++, kind), subject, stamp};
    }

    // The earliest event; the queue must not be empty.
    [[nodiscard]] const Event& next() noexcept {
        if (first_ == last_) {
            return heap_.top();
        }
        const Event& immediate = immediate_[first_ & mask_];
        return heap_.empty() || immediate < heap_.top() ? immediate : heap_.top();
    }

    // Takes the earliest event out and moves the clock to it.
    Event pop() {
        const Event event = next();
        pop(event);
        return event;
    }
    // The same where the caller has looked at it: `event` is what `next` gave.
    void pop(const Event& event) {
        drop(event);
        now_ = event.time;
    }

    // Takes the earliest event, which is what `next` gave, out as if it had not been there.
    void drop(const Event& event) {
        if (first_ != last_ && event.order == immediate_[first_ & mask_].order) {
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
        heap_.for_each([&](const Event& event) {
            if (!stale(event)) {
                kept.push_back(event);
            }
        });
        refill(kept);
    }

    // Every event still to come, in no particular order.
    template <typename Visitor>
    void for_each(Visitor visit) const {
        heap_.for_each(visit);
        for (std::size_t i = first_; i != last_; ++i) {
            visit(immediate_[i & mask_]);
        }
    }

    // Moves the clock by `by` and every event to `moved(event)`, not before the new present.
    // Events of this very instant move with the clock.
    template <typename Moved>
    void shift(Duration by, Moved moved) {
        std::vector<Event> events;
        heap_.for_each([&](const Event& event) {
            events.push_back(event);
            events.back().time = moved(event);
        });
        refill(events);
        now_ = later(now_, by);
        for (std::size_t i = first_; i != last_; ++i) {
            immediate_[i & mask_].time = now_;
        }
    }

private:
    void refill(const std::vector<Event>& events) {
        heap_.clear();
        for (const Event& event : events) {
            heap_.push(event);
        }
    }

    void grow() {
        std::vector<Event> larger((mask_ + 1) * 2);
        for (std::size_t i = first_; i != last_; ++i) {
            larger[i - first_] = immediate_[i & mask_];
        }
        last_ -= first_;
        first_ = 0;
        immediate_.swap(larger);
        mask_ = immediate_.size() - 1;
    }

    EventHeap heap_;
    std::size_t mask_ = 15;  // size of the ring - 1
    std::vector<Event> immediate_;  // the ring, its size a power of two
    std::size_t first_ = 0;
    std::size_t last_ = 0;
    Instant now_ = start_of_time;
    std::uint64_t sequence_ = 0;
    Rank now_rank_;
};

}  // namespace gvlsim
