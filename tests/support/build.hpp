// Scenarios written in C++ for tests that are about the engine and not about files.
#pragma once

#include "models/ops/operation.hpp"
#include "models/scenario/scenario.hpp"

#include <string>
#include <utility>

namespace gvlsim::build {

using namespace std::chrono_literals;

inline Step op(const char* name) {
    Step step;
    step.operation = find_operation(name);
    return step;
}
inline Step lasting(const char* name, Quantity amount) {
    Step step = op(name);
    step.amount = std::move(amount);
    return step;
}
inline Step cpu(Quantity amount) { return lasting("cpu", std::move(amount)); }
inline Step sleep(Quantity amount) { return lasting("sleep", std::move(amount)); }
inline Step io(Quantity amount) { return lasting("io", std::move(amount)); }
inline Step gc(Quantity amount) { return lasting("gc", std::move(amount)); }
inline Step c_call(Quantity amount, bool release = false) {
    Step step = lasting("c_call", std::move(amount));
    step.flag = release;
    return step;
}
inline Step repeat(Times times, Block body) {
    Step step = op("repeat");
    step.times = times;
    step.branches.push_back({1, std::move(body)});
    return step;
}
inline Step repeat(std::int64_t rounds, Block body) {
    return repeat(Times{Times::Kind::fixed, rounds}, std::move(body));
}
inline Step forever(Block body) {
    return repeat(Times{Times::Kind::forever, 0}, std::move(body));
}
inline Step about(const char* name, std::uint32_t object) {
    Step step = op(name);
    step.object = object;
    return step;
}
inline Step spawn(std::uint32_t entry) { return about("spawn", entry); }
inline Step join(std::uint32_t entry) { return about("join", entry); }
inline Step spawn(std::uint32_t entry, std::int64_t count) {
    Step step = spawn(entry);
    step.count = count;
    return step;
}
inline Step pass() { return op("pass"); }
inline Step mark(std::string text) {
    Step step = op("mark");
    step.text = std::move(text);
    return step;
}
inline Step timed(Step step, Quantity timeout) {
    step.timeout = std::move(timeout);
    return step;
}
inline Step submit(std::uint32_t pool, Block task, std::int64_t count, std::uint32_t future) {
    Step step = about("submit", pool);
    step.branches.push_back({1, std::move(task)});
    step.count = count;
    step.second = future;
    return step;
}
inline Step await(std::uint32_t future) { return about("await", future); }
inline Step priority(int value) {
    Step step = op("priority");
    step.number = value;
    return step;
}

inline ThreadTemplate thread(std::string name, Block steps) {
    ThreadTemplate made;
    made.name = std::move(name);
    made.steps = std::move(steps);
    return made;
}
inline ThreadTemplate with_priority(ThreadTemplate made, int value) {
    made.priority = value;
    return made;
}
inline ThreadTemplate starting(ThreadTemplate made, Duration after) {
    made.start = after;
    return made;
}
inline Scenario scenario(std::string model, std::vector<ThreadTemplate> threads) {
    Scenario built;
    built.name = "test";
    built.runtime.model = std::move(model);
    built.threads = std::move(threads);
    return built;
}

}  // namespace gvlsim::build
