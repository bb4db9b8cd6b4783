#include "sim/event_queue.hpp"

#include "sim/random.hpp"
#include "tests/support/allocations.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

constexpr Rank now_rank = 1;

Instant at(std::int64_t nanoseconds) { return start_of_time + Duration{nanoseconds}; }

// The same promises without any cleverness: a list that is searched.
class SortedReference {
public:
    void add(Instant time, Rank rank, std::uint64_t sequence, std::uint8_t kind,
             std::uint32_t subject, std::uint32_t stamp) {
        events_.push_back(Event{time, event_order(rank, sequence, kind), subject, stamp});
    }
    Event pop() {
        const auto first = earliest();
        const Event event = *first;
        events_.erase(first);
        return event;
    }
    template <typename Predicate>
    void purge(Predicate stale) {
        events_.erase(std::remove_if(events_.begin(), events_.end(), stale), events_.end());
    }
    void shift(Duration by) {
        for (Event& event : events_) {
            event.time = later(event.time, by);
        }
    }
    [[nodiscard]] std::size_t size() const { return events_.size(); }

private:
    std::vector<Event>::iterator earliest() {
        return std::min_element(events_.begin(), events_.end(),
                                [](const Event& a, const Event& b) {
                                    return std::pair{a.time, a.order} < std::pair{b.time, b.order};
                                });
    }
    std::vector<Event> events_;
};

bool same(const Event& a, const Event& b) {
    return a.time == b.time && a.order == b.order && a.subject == b.subject && a.stamp == b.stamp;
}

// The kinds in the order in which the queue gives its events.
std::vector<int> kinds(EventQueue& queue) {
    std::vector<int> found;
    while (!queue.empty()) {
        found.push_back(queue.pop().kind());
    }
    return found;
}

// One random action on both; false if they differ.
bool act_on_both(EventQueue& queue, SortedReference& reference, RandomStream& random) {
    const std::uint64_t sequence = queue.scheduled();
    const auto kind = static_cast<std::uint8_t>(random.below(64));
    const auto subject = static_cast<std::uint32_t>(random.below(100));
    const auto stamp = static_cast<std::uint32_t>(random.below(3));
    switch (random.below(8)) {
        case 0:
        case 1:
        case 2: {
            const auto rank = static_cast<Rank>(random.below(4));
            const Instant time =
                later(queue.now(), Duration{static_cast<std::int64_t>(random.below(20))});
            queue.schedule(time, rank, kind, subject, stamp);
            reference.add(time, rank, sequence, kind, subject, stamp);
            return true;
        }
        case 3:
            queue.schedule_now(kind, subject, stamp);
            reference.add(queue.now(), now_rank, sequence, kind, subject, stamp);
            return true;
        case 4:
            if (random.below(50) == 0) {
                // Events of this instant beside the heap are never stale.
                const auto stale = [&](const Event& event) {
                    return event.stamp == 0 && event.time > queue.now();
                };
                queue.purge(stale);
                reference.purge(stale);
            }
            return queue.size() == reference.size();
        case 5:
            if (random.below(50) == 0) {
                const Duration by{1000};
                queue.shift(by, [&](const Event& event) { return later(event.time, by); });
                reference.shift(by);
            }
            return true;
        default:
            return queue.empty() || same(queue.pop(), reference.pop());
    }
}

}  // namespace

TEST_CASE("Events come out as from a sorted list, whatever is done in between") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        RandomStream random{seed, "event queue"};
        EventQueue queue{now_rank, seed % 2 == 0 ? std::size_t{64} : std::size_t{0}};
        SortedReference reference;
        bool agree = true;
        for (int i = 0; i < 3000 && agree; ++i) {
            agree = act_on_both(queue, reference, random);
        }
        CHECK(agree);
        CHECK(queue.size() == reference.size());
        while (agree && !queue.empty()) {
            const Instant before = queue.now();
            agree = same(queue.pop(), reference.pop()) && queue.now() >= before;
        }
        CHECK(agree);
    }
}

TEST_CASE("At one instant the rank decides, then the order of scheduling") {
    EventQueue queue{now_rank};
    queue.schedule(at(5), 2, 1, 0);
    queue.schedule(at(5), 1, 2, 0);
    queue.schedule(at(5), 0, 3, 0);
    queue.schedule(at(5), 1, 4, 0);
    queue.schedule(at(4), 3, 5, 0);
    CHECK(kinds(queue) == std::vector<int>{5, 3, 2, 4, 1});
    CHECK(queue.now() == at(5));
}

TEST_CASE("An event of this instant comes after those scheduled for it before and before later") {
    EventQueue queue{now_rank};
    queue.schedule(at(0), now_rank, 1, 0);
    queue.schedule_now(2, 0);
    queue.schedule(at(0), now_rank, 3, 0);
    queue.schedule(at(0), 0, 4, 0);
    queue.schedule(at(0), 2, 5, 0);
    queue.schedule_now(6, 0);
    CHECK(kinds(queue) == std::vector<int>{4, 1, 2, 3, 6, 5});
}

TEST_CASE("Any number of events of one instant keep their order") {
    EventQueue queue{now_rank};
    for (std::uint32_t i = 0; i < 10; ++i) {
        queue.schedule_now(0, i);
    }
    for (std::uint32_t i = 0; i < 7; ++i) {
        CHECK(queue.pop().subject == i);
    }
    for (std::uint32_t i = 10; i < 1000; ++i) {
        queue.schedule_now(0, i);
    }
    for (std::uint32_t i = 7; i < 1000; ++i) {
        REQUIRE(queue.pop().subject == i);
    }
    CHECK(queue.empty());
}

TEST_CASE("An event keeps its kind, subject and stamp to the last bit") {
    EventQueue queue{now_rank};
    queue.schedule(end_of_time, 3, 63, UINT32_MAX, UINT32_MAX);
    const Event event = queue.pop();
    CHECK(event.kind() == 63);
    CHECK(event.rank() == 3);
    CHECK(event.subject == UINT32_MAX);
    CHECK(event.stamp == UINT32_MAX);
    CHECK(queue.now() == end_of_time);
}

TEST_CASE("An event that is dropped does not move the clock") {
    EventQueue queue{now_rank};
    queue.schedule(at(10), 0, 1, 0);
    queue.schedule(at(20), 0, 2, 0);
    queue.drop(queue.next());
    CHECK(queue.now() == start_of_time);
    CHECK(queue.pop().kind() == 2);
    queue.advance_to(at(15));
    CHECK(queue.now() == at(20));
    queue.advance_to(at(25));
    CHECK(queue.now() == at(25));
}

TEST_CASE("The queue shows every event still to come once") {
    EventQueue queue{now_rank};
    for (std::uint32_t i = 0; i < 10; ++i) {
        queue.schedule(at(i), 0, 0, i);
        queue.schedule_now(0, 100 + i);
    }
    static_cast<void>(queue.pop());
    std::vector<std::uint32_t> subjects;
    queue.for_each([&](const Event& event) { subjects.push_back(event.subject); });
    std::sort(subjects.begin(), subjects.end());
    CHECK(subjects == std::vector<std::uint32_t>{1,   2,   3,   4,   5,   6,   7,   8,   9,  100,
                                                 101, 102, 103, 104, 105, 106, 107, 108, 109});
}

TEST_CASE("The queue allocates nothing below the largest size it had") {
    EventQueue queue{now_rank};
    const auto fill_and_empty = [&] {
        for (std::uint32_t i = 0; i < 500; ++i) {
            queue.schedule(later(queue.now(), Duration{i % 7}), 0, 0, i);
            queue.schedule_now(0, i);
        }
        while (!queue.empty()) {
            static_cast<void>(queue.pop());
        }
    };
    fill_and_empty();
    const AllocationCounter counter;
    for (int i = 0; i < 20; ++i) {
        fill_and_empty();
    }
    CHECK(counter.count() == 0);
}
