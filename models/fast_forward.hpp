// Exact fast-forward: a run without randomness that returns to a state it had before, apart from
// counters that only count down, will do the same again until one of them runs out. Those periods
// are not simulated; the accounts are multiplied instead, and the summary is the same to the
// nanosecond.
//
// A state is everything that decides the future, with times relative to the present. What may
// differ between its two appearances:
//   * loop counters and the rest of a long cpu segment, if the same loop or segment was on all
//     the time (they fell by a fixed amount, so many periods fit before one reaches its end);
//   * events that lay in the queue all the time and are not due yet (they bound the jump);
//   * accounts.
// The earlier state is kept from one event whose number doubles each time (Brent's way of finding
// cycles), and compared only after events of the thread whose event it was.
#pragma once

#include "models/objects/objects.hpp"
#include "models/report/result.hpp"
#include "models/thread.hpp"
#include "sim/event.hpp"

#include <cstdint>
#include <vector>

namespace gvlsim {

class Machine;

class FastForward {
public:
    // Off for good where the scenario draws at random or has parts that it does not know.
    FastForward(Machine& machine, bool wanted);

    // To be called after each event.
    void after(const Event& event) {
        if (on_) {
            ++seen_;
            if (event.subject == anchor_ || seen_ >= keep_at_) {
                look(event);
            }
        }
    }

    [[nodiscard]] std::uint64_t skipped_periods() const noexcept { return skipped_periods_; }
    [[nodiscard]] Duration skipped_time() const noexcept { return skipped_time_; }

private:
    struct Snapshot {
        Instant now = start_of_time;
        std::vector<Thread> threads;
        std::vector<Event> events;  // live ones in order
        std::vector<std::uint64_t> rest;  // policy and objects
        std::vector<UseBook> uses;
        LockResult lock;
        std::uint64_t handled = 0;
        ThreadId last_owner = no_thread;
        std::uint64_t scheduled = 0;  // events with a smaller sequence were in the queue
    };

    void look(const Event& event);
    void keep(const Event& event);
    [[nodiscard]] bool returned();
    [[nodiscard]] bool same_thread(const Thread& before, const Thread& after) const;
    [[nodiscard]] bool same_loops(const Thread& before, const Thread& after) const;
    [[nodiscard]] bool same_events() const;
    [[nodiscard]] bool counts_down(const Thread& before, const Thread& after,
                                   Instant now) const;
    [[nodiscard]] bool was_there_before(const Event& event) const;
    [[nodiscard]] Duration work_left(const Thread& thread, Instant now) const;
    [[nodiscard]] std::vector<Event> live_events() const;
    [[nodiscard]] std::vector<std::uint64_t> rest_of_state() const;
    [[nodiscard]] std::int64_t periods_that_fit() const;
    void bound_by_thread(const Thread& before, const Thread& after, std::int64_t& most) const;
    void jump(std::int64_t periods);
    void move_thread(const Thread& before, Thread& after, std::int64_t periods, Duration by);
    void move_events(std::int64_t periods, Duration by);

    Machine& machine_;
    bool on_;
    ThreadId anchor_ = no_thread;
    std::uint64_t seen_ = 0;
    std::uint64_t keep_at_ = 64;
    Snapshot kept_;
    std::uint64_t skipped_periods_ = 0;
    Duration skipped_time_{};
};

}  // namespace gvlsim
