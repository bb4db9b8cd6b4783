// The event queue in the hold model: the earliest event is taken out and scheduled again later.
// Beside it Boost's heap alone with the same 24-byte events, the bound that it is measured against.
#include "sim/event_queue.hpp"
#include "sim/random_distributions.hpp"

#include <benchmark/benchmark.h>
#include <boost/heap/d_ary_heap.hpp>

#include <array>

namespace gvlsim {

namespace {

// Exponential increments drawn beforehand, so that drawing is not measured.
class Increments {
public:
    Increments() {
        RandomStream stream{1, "increments"};
        for (Duration& length : lengths_) {
            length = nearest_duration(1e6 * standard_exponential(stream));
        }
    }
    Duration next() noexcept { return lengths_[next_++ % lengths_.size()]; }

private:
    std::array<Duration, 1 << 16> lengths_{};
    std::size_t next_ = 0;
};

void hold_with_event_queue(benchmark::State& state) {
    const auto size = static_cast<std::size_t>(state.range(0));
    static Increments increments;
    EventQueue queue{1, size + 1};
    for (std::size_t i = 0; i < size; ++i) {
        queue.schedule(start_of_time + increments.next(), 1, 0, 0);
    }
    for (auto _ : state) {
        const Event event = queue.pop();
        queue.schedule(event.time + increments.next(), 1, 0, event.subject);
    }
}

void hold_with_bare_heap(benchmark::State& state) {
    struct LaterFirst {
        bool operator()(const Event& a, const Event& b) const noexcept { return b < a; }
    };
    const auto size = static_cast<std::size_t>(state.range(0));
    static Increments increments;
    boost::heap::d_ary_heap<Event, boost::heap::arity<4>, boost::heap::compare<LaterFirst>> heap;
    heap.reserve(size + 1);
    std::uint64_t sequence = 0;
    for (std::size_t i = 0; i < size; ++i) {
        heap.push(Event{start_of_time + increments.next(), event_order(1, sequence++, 0), 0, 0});
    }
    for (auto _ : state) {
        const Event event = heap.top();
        heap.pop();
        heap.push(Event{event.time + increments.next(), event_order(1, sequence++, 0),
                        event.subject, 0});
    }
}

BENCHMARK(hold_with_event_queue)->RangeMultiplier(10)->Range(10, 1'000'000);
BENCHMARK(hold_with_bare_heap)->RangeMultiplier(10)->Range(10, 1'000'000);

}  // namespace

}  // namespace gvlsim
