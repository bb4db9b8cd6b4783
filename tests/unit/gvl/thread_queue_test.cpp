#include "models/gvl/thread_queue.hpp"

#include "sim/random.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <vector>

using namespace gvlsim;

namespace {

struct Threads {
    explicit Threads(std::uint32_t count) : all(count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            all[i].id = i;
        }
    }
    Thread& thread(ThreadId id) { return all[id]; }
    std::vector<Thread> all;
};

}  // namespace

TEST_CASE("The queue of a lock is a list in which one can leave from the middle") {
    Threads threads{12};
    ThreadQueue<Threads> queue{threads};
    std::deque<ThreadId> reference;
    RandomStream random{1, "thread queue"};
    for (int i = 0; i < 5000; ++i) {
        const auto id = static_cast<ThreadId>(random.below(12));
        const auto place = std::find(reference.begin(), reference.end(), id);
        if (place != reference.end()) {
            queue.remove(threads.thread(id));
            reference.erase(place);
        } else if (random.below(4) == 0) {
            queue.push_front(threads.thread(id));
            reference.push_front(id);
        } else {
            queue.push_back(threads.thread(id));
            reference.push_back(id);
        }
        if (!reference.empty() && random.below(5) == 0) {
            REQUIRE(queue.pop_front().id == reference.front());
            reference.pop_front();
        }
        REQUIRE(queue.empty() == reference.empty());
        REQUIRE(queue.size() == reference.size());
        if (!reference.empty()) {
            REQUIRE(queue.front() == reference.front());
            REQUIRE(queue.back() == reference.back());
        }
        std::deque<ThreadId> seen;
        queue.for_each([&](ThreadId waiter) { seen.push_back(waiter); });
        REQUIRE(seen == reference);
    }
}
