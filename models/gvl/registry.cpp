// Every runtime, a line each.
#include "models/gvl/cpython_new.hpp"
#include "models/gvl/cpython_old.hpp"
#include "models/gvl/cruby_1_9_to_2_5.hpp"
#include "models/gvl/cruby_2_6_to_3_2.hpp"
#include "models/gvl/cruby_3_3_to_4_0.hpp"
#include "models/gvl/instant.hpp"
#include "models/gvl/model.hpp"
#include "models/gvl/none.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

using Make = std::unique_ptr<LockPolicy>(Machine&, Duration);
using Effective = std::optional<Duration>(Duration);

template <TimerThreadRuby version>
std::unique_ptr<LockPolicy> make_old(Machine& machine, Duration quantum) {
    return make_cruby_1_9_to_2_5(machine, version, quantum);
}

template <ModernRuby version>
std::unique_ptr<LockPolicy> make_modern(Machine& machine, Duration quantum) {
    return make_cruby_3_3_to_4_0(machine, version, quantum);
}

// Up to 3.2 each tick charges 100 ms: 250 ms of 1.9 are reached by the third.
std::optional<Duration> in_ticks_of_100_ms(Duration asked) {
    constexpr Duration tick = 100ms;
    return (asked + tick - 1ns) / tick * tick;
}

std::optional<Duration> as_asked(Duration asked) { return asked; }

std::optional<Duration> no_quantum(Duration) { return std::nullopt; }

// Ruby's own constants: 250 ms in 1.9.3 (thread.c, rb_thread_schedule), 100 ms from 2.0 on
// (thread.c, TIME_QUANTUM_USEC), RUBY_THREAD_TIMESLICE from 3.4.0 on (thread.c, fffef9aa5d).
// Python's: a switch interval of 5 ms (Python/ceval_gil.h, DEFAULT_INTERVAL).
constexpr Model all[] = {
    {"cruby-1.9", "timer thread, every first waiter ticks at once; three ticks preempt",
     QuantumKnob::fixed, 250ms, in_ticks_of_100_ms, make_old<TimerThreadRuby::v1_9>},
    {"cruby-2.0", "timer thread with a 100 ms poll; a first waiter wakes it and it ticks at once",
     QuantumKnob::fixed, 100ms, in_ticks_of_100_ms, make_old<TimerThreadRuby::v2_0_to_2_4>},
    {"cruby-2.1", "as 2.0", QuantumKnob::fixed, 100ms, in_ticks_of_100_ms,
     make_old<TimerThreadRuby::v2_0_to_2_4>},
    {"cruby-2.2", "as 2.0", QuantumKnob::fixed, 100ms, in_ticks_of_100_ms,
     make_old<TimerThreadRuby::v2_0_to_2_4>},
    {"cruby-2.3", "as 2.0", QuantumKnob::fixed, 100ms, in_ticks_of_100_ms,
     make_old<TimerThreadRuby::v2_0_to_2_4>},
    {"cruby-2.4", "as 2.0", QuantumKnob::fixed, 100ms, in_ticks_of_100_ms,
     make_old<TimerThreadRuby::v2_0_to_2_4>},
    {"cruby-2.5", "as 2.0, mutexes without hand-over of ownership", QuantumKnob::fixed, 100ms,
     in_ticks_of_100_ms, make_old<TimerThreadRuby::v2_5>},
    {"cruby-2.6", "one waiter is the timer; its 100 ms deadline survives contended hand-overs",
     QuantumKnob::fixed, 100ms, in_ticks_of_100_ms, make_cruby_2_6_to_3_2},
    {"cruby-2.7", "as 2.6", QuantumKnob::fixed, 100ms, in_ticks_of_100_ms, make_cruby_2_6_to_3_2},
    {"cruby-3.0", "as 2.6", QuantumKnob::fixed, 100ms, in_ticks_of_100_ms, make_cruby_2_6_to_3_2},
    {"cruby-3.1", "as 2.6", QuantumKnob::fixed, 100ms, in_ticks_of_100_ms, make_cruby_2_6_to_3_2},
    {"cruby-3.2", "as 2.6", QuantumKnob::fixed, 100ms, in_ticks_of_100_ms, make_cruby_2_6_to_3_2},
    {"cruby-3.3", "direct hand-over first in first out; 10 ms ticks while somebody waits",
     QuantumKnob::fixed, 100ms, effective_quantum_3_3_to_4_0, make_modern<ModernRuby::v3_3>,
     true},
    {"cruby-3.4", "as 3.3, quantum from RUBY_THREAD_TIMESLICE", QuantumKnob::milliseconds, 100ms,
     effective_quantum_3_3_to_4_0, make_modern<ModernRuby::v3_4>, true},
    {"cruby-4.0", "as 3.4, the tick count starts again after every yield",
     QuantumKnob::milliseconds, 100ms, effective_quantum_3_3_to_4_0,
     make_modern<ModernRuby::v4_0>, true},
    {"cpython-2.7", "check interval of 100 byte codes; waiters nearly always come too late",
     QuantumKnob::none, 0ms, no_quantum, make_cpython_old},
    {"cpython-3.0", "as 2.7", QuantumKnob::none,
     0ms, no_quantum, make_cpython_old},
    {"cpython-3.1", "as 2.7", QuantumKnob::none,
     0ms, no_quantum, make_cpython_old},
    {"cpython-3.2", "a waiter requests the lock after a whole switch interval",
     QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.3", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.4", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.5", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.6", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.7", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.8", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.9", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.10", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.11", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.12", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.13", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"cpython-3.14", "as 3.2", QuantumKnob::interval, 5ms, as_asked, make_cpython_new},
    {"none", "no lock, unlimited cores", QuantumKnob::none, 0ms, no_quantum, make_none},
    {"instant", "no quantum; a thread back from a wait takes the lock at once", QuantumKnob::none,
     0ms, no_quantum, make_instant},
};

// ".8" of "cruby-2.3.8": a dot and digits, nothing else.
bool is_patch_level(std::string_view rest) {
    return rest.size() > 1 && rest.front() == '.' &&
           std::all_of(rest.begin() + 1, rest.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::span<const Model> models() noexcept { return all; }

const Model* find_model(std::string_view name) noexcept {
    for (const Model& model : all) {  // exact names before patch levels: 3.1 is not a 3.14
        if (name == model.name) {
            return &model;
        }
    }
    for (const Model& model : all) {
        if (model.name.find('.') != model.name.npos && name.starts_with(model.name) &&
            is_patch_level(name.substr(model.name.size()))) {
            return &model;
        }
    }
    return nullptr;
}

std::string quantum_problem(const Model& model, Duration asked) {
    const std::string name{model.name};
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(asked);
    switch (model.knob) {
        case QuantumKnob::none:
            return "model " + name + " has no quantum";
        case QuantumKnob::fixed:
            return asked == model.default_quantum
                       ? std::string{}
                       : "the quantum of " + name + " is fixed at " +
                             std::to_string(model.default_quantum / 1ms) +
                             " ms; it can be set from cruby-3.4 on";
        case QuantumKnob::milliseconds:
            return milliseconds == asked && asked >= 1ms && milliseconds.count() <= UINT32_MAX
                       ? std::string{}
                       : "RUBY_THREAD_TIMESLICE of " + name +
                             " takes whole milliseconds, 1ms to 4294967295ms";
        case QuantumKnob::interval:
            return asked >= 1us ? std::string{}
                                : "the switch interval of " + name + " is at least 1us";
    }
    return {};
}

std::string quantum_warning(const Model& model, Duration asked) {
    constexpr Duration wraps_at = std::chrono::microseconds{std::int64_t{1} << 32};
    if (model.knob != QuantumKnob::milliseconds || asked < wraps_at) {
        return {};
    }
    const std::int64_t wrapped_us = asked / 1us % (std::int64_t{1} << 32);
    return "Ruby keeps the quantum in 32 bits of microseconds; this one wraps to " +
           std::to_string(wrapped_us) + " us";
}

}  // namespace gvlsim
