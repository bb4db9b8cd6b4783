// The runtimes a scenario can name, and the facts about each that the loader and reports need.
#pragma once

#include "sim/time.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gvlsim {

class LockPolicy;
class Machine;

// What the quantum means in a runtime.
enum class QuantumKnob : unsigned char {
    none,          // `none`, `instant`: no quantum at all; writing one is an error
    fixed,         // may only repeat the fixed value
    milliseconds,  // RUBY_THREAD_TIMESLICE: whole milliseconds, 1 … 4294967295
    interval,      // CPython's switch interval: any length from 1 us
};

// One line of `gvlsim models`.
struct Model {
    std::string_view name;         // "cruby-3.4"
    std::string_view description;  // one line
    QuantumKnob knob;
    Duration default_quantum;      // zero where knob is none
    // The quantum this runtime really gives a thread of priority 0, absent where there is none or
    // it never comes. `asked` has been checked by `quantum_problem`.
    std::optional<Duration> (*effective_quantum)(Duration asked);
    std::unique_ptr<LockPolicy> (*make)(Machine&, Duration quantum);
    // Default costs differ between the generations: tick_overshoot on linux is 100 us from 3.3 on.
    bool timer_thread_from_3_3 = false;
};

// In the order shown to people: CRuby oldest first, CPython, then none and instant.
[[nodiscard]] std::span<const Model> models() noexcept;

// "cruby-2.3.8" finds "cruby-2.3"; null where there is no such runtime.
[[nodiscard]] const Model* find_model(std::string_view name) noexcept;

// Why `asked` is not possible in this runtime, as a sentence for the user; empty if it is.
[[nodiscard]] std::string quantum_problem(const Model& model, Duration asked);
// What the user should know about a possible but odd quantum (it wraps in 3.4); else empty.
[[nodiscard]] std::string quantum_warning(const Model& model, Duration asked);

}  // namespace gvlsim
