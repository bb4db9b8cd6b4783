#include "tests/property/operations.hpp"

#include "tests/support/build.hpp"

#include <array>
#include <iterator>

namespace gvlsim::test {

namespace {

using namespace gvlsim::build;

Block joined(Block first, const Block& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Block make_await(Maker& maker) {
    return {submit(Maker::pool, maker.simple(2), maker.between(0, 3), Maker::future),
            cpu(maker.duration()), await(Maker::future)};
}
Block make_broadcast(Maker&) { return {about("broadcast", Maker::condition)}; }
Block make_c_call(Maker& maker) {
    return {c_call(maker.duration(), maker.between(0, 1) == 1)};
}
Block make_choose(Maker& maker) {
    Step step = op("choose");
    step.branches.push_back({1, maker.simple(2)});
    step.branches.push_back({2.5, maker.simple(2)});
    return {step};
}
Block make_close(Maker& maker) {
    return {about("close", Maker::closed_queue),
            timed(about("pop", Maker::closed_queue), maker.duration())};
}
Block make_cpu(Maker& maker) { return {cpu(maker.duration())}; }
Block make_gc(Maker& maker) { return {gc(maker.duration())}; }
Block make_io(Maker& maker) { return {io(maker.duration())}; }
Block make_join(Maker& maker) {
    Block steps{spawn(Maker::leaf)};
    if (maker.between(0, 1) == 1) {
        steps.push_back(timed(join(Maker::leaf), maker.duration()));
        steps.back().number = maker.between(0, 2);  // otherwise
    }
    steps.push_back(cpu(maker.duration()));
    steps.push_back(join(Maker::leaf));
    return steps;
}
Block make_lock(Maker& maker) {
    return joined(joined({about("lock", Maker::mutex)}, maker.simple(3)),
                  {about("unlock", Maker::mutex)});
}
Block make_mark(Maker&) { return {mark("here")}; }
Block make_pass(Maker&) { return {pass()}; }
Block make_pop(Maker& maker) {
    Block steps;
    if (maker.between(0, 1) == 1) {
        steps = {about("push", Maker::queue), cpu(maker.duration())};
    }
    steps.push_back(timed(about("pop", Maker::queue), maker.duration()));
    steps.back().number = maker.between(0, 2);  // otherwise
    return steps;
}
Block make_priority(Maker& maker) {
    return {priority(static_cast<int>(maker.between(-3, 3)))};
}
// Whoever has pushed goes on to pop, so that no pusher waits for ever.
Block make_push(Maker& maker) {
    return {about("push", Maker::sized_queue), cpu(maker.duration()),
            about("pop", Maker::sized_queue)};
}
Block make_repeat(Maker& maker) {
    const Times::Kind kind = maker.between(0, 3) == 0 ? Times::Kind::split : Times::Kind::fixed;
    return {repeat(Times{kind, maker.between(0, 4)}, maker.simple(2))};
}
Block make_signal(Maker&) { return {about("signal", Maker::condition)}; }
Block make_sleep(Maker& maker) { return {sleep(maker.duration())}; }
Block make_span(Maker& maker) {
    Step step = about("span", Maker::span);
    step.branches.push_back({1, maker.simple(2)});
    return {step};
}
Block make_spawn(Maker& maker) {
    return {spawn(Maker::leaf, maker.between(0, 2))};
}
Block make_submit(Maker& maker) {
    return {submit(Maker::pool, maker.simple(2), maker.between(0, 3), no_object)};
}
Block make_synchronize(Maker& maker) {
    Step step = about("synchronize", Maker::mutex);
    step.branches.push_back({1, maker.simple(2)});
    return {step};
}
// Alone, or as a resource pool does: in a loop while there is nothing.
Block make_wait(Maker& maker) {
    Step step = timed(about("wait", Maker::condition), maker.duration());
    step.second = Maker::mutex;
    step.number = maker.between(0, 2);  // otherwise
    if (maker.between(0, 1) == 0) {
        return {about("lock", Maker::mutex), step, about("unlock", Maker::mutex)};
    }
    step.third = Maker::queue;
    return {about("lock", Maker::mutex),
            step,
            timed(about("pop", Maker::queue), Duration::zero()),
            about("unlock", Maker::mutex),
            cpu(maker.duration()),
            about("push", Maker::queue),
            about("signal", Maker::condition)};
}
Block make_wakeup(Maker&) { return {spawn(Maker::leaf), about("wakeup", Maker::leaf)}; }

struct Entry {
    std::string_view operation;
    Factory factory;
};

constexpr Entry factories[] = {
    {"await", make_await},   {"broadcast", make_broadcast},
    {"c_call", make_c_call}, {"choose", make_choose},
    {"close", make_close},   {"cpu", make_cpu},
    {"gc", make_gc},         {"io", make_io},
    {"join", make_join},     {"lock", make_lock},
    {"mark", make_mark},     {"pass", make_pass},
    {"pop", make_pop},       {"priority", make_priority},
    {"push", make_push},     {"repeat", make_repeat},
    {"signal", make_signal}, {"sleep", make_sleep},
    {"span", make_span},     {"spawn", make_spawn},
    {"submit", make_submit}, {"synchronize", make_synchronize},
    {"unlock", make_lock},   {"wait", make_wait},
    {"wakeup", make_wakeup},
};

// What a task, a leaf, or code under a mutex does.
constexpr Factory simple_ones[] = {make_c_call, make_cpu,   make_cpu,      make_gc,
                                   make_io,     make_mark,  make_pass,     make_sleep,
                                   make_sleep,  make_priority, make_choose, make_repeat};

}  // namespace

Factory factory_of(std::string_view operation) {
    for (const Entry& entry : factories) {
        if (entry.operation == operation) {
            return entry.factory;
        }
    }
    return nullptr;
}

Maker::Maker(Scenario& scenario, std::uint64_t seed) : stream_(seed, "maker") {
    scenario.mutexes = {"m"};
    scenario.conditions = {"c"};
    scenario.queues = {{"q", 0}, {"s", 2}, {"k", 0}};
    scenario.futures = {"f"};
    scenario.spans = {"span"};
    PoolSettings fixed;
    fixed.name = "p";
    fixed.min = fixed.max = 2;
    scenario.pools = {fixed};
    ThreadTemplate leaf_entry = build::thread("leaf", simple(4));
    leaf_entry.count = 0;
    scenario.threads.insert(scenario.threads.begin(), leaf_entry);
}

Duration Maker::duration() {
    constexpr std::array whole_ms{0, 1, 3, 5, 10, 10, 20, 50, 100, 100, 120, 250};
    if (between(0, 1) == 0) {
        return std::chrono::milliseconds{
            whole_ms[static_cast<std::size_t>(between(0, std::ssize(whole_ms) - 1))]};
    }
    const std::int64_t longest = between(0, 2) == 0 ? 120'000'000 : 2'000'000;
    return Duration{between(0, longest)};
}

std::int64_t Maker::between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(
                     stream_.below(static_cast<std::uint64_t>(high - low + 1)));
}

Block Maker::simple(std::int64_t most) {
    Block steps;
    const std::int64_t count = between(0, most);
    // Choose and repeat hold short blocks, which must not hold any more of them.
    const std::int64_t last = std::ssize(simple_ones) - (most > 2 ? 1 : 3);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto index = static_cast<std::size_t>(between(0, last));
        steps = joined(std::move(steps), simple_ones[index](*this));
    }
    return steps;
}

Block Maker::any(std::int64_t most) {
    Block steps;
    const std::int64_t count = between(1, most);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto index = static_cast<std::size_t>(between(0, std::ssize(factories) - 1));
        steps = joined(std::move(steps), factories[index].factory(*this));
    }
    return steps;
}

}  // namespace gvlsim::test
