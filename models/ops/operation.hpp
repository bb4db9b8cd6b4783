// One operation of a thread's program, as the registry describes it. An operation is one file in
// models/ops and one line in registry.cpp: the loader reads it, the schema shows it and the
// compiler translates it from this description alone.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace gvlsim {

struct Step;
struct Instruction;
struct Thread;
class Compiler;
class Machine;

// How the value of one key is written, and where in a Step the loader puts it.
enum class FieldKind : std::uint8_t {
    duration,          // -> Step::amount
    duration_or_forever,  // the same, or "forever" -> Step::flag
    timeout,           // -> Step::timeout
    truth,             // `true` or `false` -> Step::flag
    constant_true,     // only `true` may stand here ({"pass": true})
    times,             // a whole number, "forever" or {"split": N} -> Step::times
    otherwise,         // "continue", "end" or "raise" -> Step::number 0, 1, 2
    count,             // 0 … 10^7 -> Step::count
    priority,          // -3 … 3 -> Step::number
    text,              // any string -> Step::text
    thread,            // the name of an entry of `threads` -> Step::object
    thread_or_all,     // the same, or "all" (object = all_threads) -> Step::object
    mutex,             // -> Step::object (Step::second where the operation's main key is another)
    condition,         // -> Step::object
    queue,             // -> Step::object
    third_queue,       // -> Step::third
    pool,              // a declared pool -> Step::object
    future,            // -> Step::object (Step::second beside a pool)
    span,              // name of a measured span -> Step::object
    block,             // a list of operations -> Step::branches, one
    weighted_blocks,   // [{"weight": W, "do": […]}, …] -> Step::branches
};

struct Field {
    std::string_view key;
    FieldKind kind;
    bool required = false;
    std::string_view meaning;
};

// What a thread does after one instruction.
enum class Progress : std::uint8_t {
    next,   // go on at the program counter at once
    waits,  // a segment began, or the thread left the lock; the loop calls again later
};

struct Operation {
    std::string_view name;        // the key that names it; the first of `fields` has this key
    std::string_view summary;     // one line for help and schema
    std::span<const Field> fields;
    Progress (*run)(Machine&, Thread&, const Instruction&);
    // Emits the instructions of a step that holds blocks; null: one instruction.
    void (*compile)(Compiler&, const Step&) = nullptr;
};

// All operations, sorted by name.
[[nodiscard]] std::span<const Operation* const> operations() noexcept;
[[nodiscard]] const Operation* find_operation(std::string_view name) noexcept;

}  // namespace gvlsim
