// The yardstick: the lock workload as somebody would write it by hand for this one case, with a
// 4-ary heap of 24-byte events and an intrusive queue.
#include "tools/bench/peers/workload.hpp"

#include <vector>

namespace {

struct Event {
    std::int64_t time;
    std::uint64_t sequence;
    std::uint32_t thread;
    std::uint32_t kind;  // 0: the hold is over, 1: the wait is over
};

bool earlier(const Event& a, const Event& b) {
    return a.time != b.time ? a.time < b.time : a.sequence < b.sequence;
}

class Heap {
public:
    explicit Heap(std::size_t expected) { events_.reserve(expected); }
    bool empty() const { return events_.empty(); }

    void push(Event event) {
        std::size_t place = events_.size();
        events_.push_back(event);
        while (place > 0) {
            const std::size_t parent = (place - 1) / 4;
            if (!earlier(event, events_[parent])) break;
            events_[place] = events_[parent];
            place = parent;
        }
        events_[place] = event;
    }

    Event pop() {
        const Event first = events_.front();
        const Event last = events_.back();
        events_.pop_back();
        const std::size_t size = events_.size();
        if (size == 0) return first;
        std::size_t place = 0;
        for (std::size_t child = 1; child < size; child = 4 * place + 1) {
            const std::size_t end = child + 4 < size ? child + 4 : size;
            std::size_t least = child;
            for (std::size_t k = child + 1; k < end; ++k) {
                least = earlier(events_[k], events_[least]) ? k : least;
            }
            if (!earlier(events_[least], last)) break;
            events_[place] = events_[least];
            place = least;
        }
        events_[place] = last;
        return first;
    }

private:
    std::vector<Event> events_;
};

constexpr std::uint32_t nobody = UINT32_MAX;

struct Thread {
    workload::Stream stream;
    std::int64_t rounds_left;
    std::int64_t asked_at = 0;
    std::uint32_t next = nobody;  // in the queue of the lock
};

}  // namespace

int main(int count, char** words) {
    const workload::Arguments arguments(count, words);
    const auto threads = static_cast<std::uint32_t>(arguments.threads);
    std::vector<Thread> all;
    for (std::uint32_t t = 0; t < threads; ++t) {
        all.push_back({workload::Stream(t), arguments.rounds_each()});
    }
    Heap heap(threads + 1);
    std::uint32_t head = nobody, tail = nobody;
    bool locked = false;
    std::uint64_t sequence = 0;
    std::int64_t now = 0, end = 0, waits = 0;

    const auto run = [&](std::uint32_t t) {
        waits += now - all[t].asked_at;
        heap.push({now + all[t].stream.exponential(arguments.hold_ns), sequence++, t, 0});
    };
    const auto request = [&](std::uint32_t t) {
        all[t].asked_at = now;
        if (!locked) {
            locked = true;
            run(t);
            return;
        }
        all[t].next = nobody;
        (tail == nobody ? head : all[tail].next) = t;
        tail = t;
    };

    for (std::uint32_t t = 0; t < threads; ++t) request(t);
    while (!heap.empty()) {
        const Event event = heap.pop();
        now = event.time;
        if (event.kind == 0) {
            if (head != nobody) {
                const std::uint32_t next = head;
                head = all[next].next;
                if (head == nobody) tail = nobody;
                run(next);
            } else {
                locked = false;
            }
            const std::int64_t wait = all[event.thread].stream.exponential(arguments.wait_ns);
            heap.push({now + wait, sequence++, event.thread, 1});
        } else {
            if (--all[event.thread].rounds_left > 0) request(event.thread);
            end = now;
        }
    }
    workload::report(end, waits);
}
