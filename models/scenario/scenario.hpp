// A scenario as the simulator understands it: typed, with every name resolved, no file format.
#pragma once

#include "models/ops/operation.hpp"
#include "models/scenario/costs.hpp"
#include "models/scenario/quantity.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gvlsim {

inline constexpr std::uint32_t no_object = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint32_t all_threads = no_object - 1;  // {"join": "all"}

// How often a repeat goes round.
struct Times {
    enum class Kind : std::uint8_t { fixed, forever, split };
    Kind kind = Kind::fixed;
    std::int64_t number = 1;  // for split: the total that the threads made together share
};

struct Branch;

// One operation as written. Which members mean something follows from the fields of `operation`.
struct Step {
    const Operation* operation = nullptr;
    Quantity amount = Duration::zero();
    std::optional<Quantity> timeout;
    std::optional<std::int64_t> count;
    Times times;
    std::int64_t number = 0;
    bool flag = false;
    std::uint32_t object = no_object;
    std::uint32_t second = no_object;
    std::uint32_t third = no_object;
    std::string text;
    std::vector<Branch> branches;
};

using Block = std::vector<Step>;

struct Branch {
    double weight = 1;
    Block steps;
};

// An entry of `threads`: one thread, several with `count`, or a template for `spawn`.
struct ThreadTemplate {
    std::string name;
    std::optional<std::int64_t> count;
    std::optional<std::int64_t> priority;  // -3 … 3; else inherited from the creator
    Duration start = Duration::zero();     // from creation to the first READY, counted as sleep
    Block steps;
};

struct QueueSettings {
    std::string name;
    std::int64_t max = 0;  // 0: Queue without limit; else SizedQueue
};

// An executor with concurrent-ruby's settings.
struct PoolSettings {
    enum class Fallback : std::uint8_t { abort, discard, caller_runs };
    std::string name;
    std::int64_t min = 0;
    std::int64_t max = std::numeric_limits<std::int32_t>::max();
    std::int64_t queue = 0;  // 0: no limit
    Duration idle = std::chrono::seconds{60};
    Fallback fallback = Fallback::abort;
};

enum class Ties : std::uint8_t { completion_first, wake_first };

struct Stop {
    std::optional<Duration> at;
    std::uint32_t when = no_object;  // index into `threads`: when all threads made from it ended
};

struct Runtime {
    std::string model;                     // as written: "cruby-3.4", "cruby-2.3.8", "none"
    std::optional<Duration> quantum;       // as asked; absent: the model's own
    std::string platform = "ideal";
    Ties ties = Ties::completion_first;
    Costs costs;                           // platform with the overrides applied
};

// One run: everything a Machine needs. Objects are indices into the name lists.
struct Scenario {
    std::string name;
    std::uint64_t seed = 1;
    Runtime runtime;
    std::vector<ThreadTemplate> threads;
    std::optional<Block> main;  // absent: create all, join all, in file order
    std::vector<std::string> mutexes;
    std::vector<std::string> conditions;
    std::vector<QueueSettings> queues;
    std::vector<PoolSettings> pools;
    std::vector<std::string> futures;
    std::vector<std::string> spans;
    Stop stop;
};

}  // namespace gvlsim
