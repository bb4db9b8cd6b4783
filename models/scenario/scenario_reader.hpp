// Reads one case of a scenario file. Its functions are spread over read_runtime.cpp,
// read_objects.cpp, read_threads.cpp and read_steps.cpp, by section of the file.
#pragma once

#include "models/scenario/field_reader.hpp"
#include "models/scenario/names.hpp"
#include "models/scenario/scenario.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gvlsim {

struct Model;

inline constexpr std::int64_t most_threads = 10'000'000;  // of one entry, spawn or submit
inline constexpr std::int64_t lowest_priority = -3;       // Thread#priority=
inline constexpr std::int64_t highest_priority = 3;

class ScenarioReader {
public:
    // `is_what_if`: a quantum that the runtime has no knob for is left to the runtime, as the
    // environment variable of newer Rubies is by older ones, with a warning.
    ScenarioReader(Reader& reader, Scenario& scenario, bool is_what_if) noexcept
        : reader_(reader), scenario_(scenario), is_what_if_(is_what_if) {}

    // `root` is the object of the file; keys that belong to the file as a whole are not looked at.
    void read(const Node& root);

private:
    // What spawning makes certain: whoever runs `from` spawns `to`.
    struct Spawn {
        std::uint32_t from;
        std::uint32_t to;
        Value place;
    };
    struct Future {
        bool submitted = false;
        Value awaited;  // where first
    };

    // read_runtime.cpp
    void read_seed(const Node& root);
    void read_runtime(const Value& value);
    const Model* read_model(const Value& value);
    void read_quantum(const Value& value, const Model* model);
    void read_platform(const Value& value, const Model* model);
    void read_costs(const Value& value);
    void read_sleep_overshoot(const Value& value);
    void read_cpu_scale(const Value& value);
    void read_cpu_noise(const Value& value);
    [[nodiscard]] Value given(RuntimeParam param);

    // read_objects.cpp
    void read_queues(const Value& value);
    void read_pools(const Value& value);
    PoolSettings read_pool(const Value& value);
    void read_stop(const Value& value);

    // read_threads.cpp
    void read_threads(const Value& value);
    void read_thread(const Value& value);
    void read_thread_name(const ObjectFields& fields, ThreadTemplate& thread);
    void read_bodies();
    void read_main(const Value& value);
    void check_numbered_names();
    void check_spawn_cycles();

    // read_steps.cpp
    Block read_block(const Value& value);
    void read_step(const Value& value, Block& block);
    const Operation* read_operation(const Value& value);
    void report_no_operation(const Value& value);
    void report_two_operations(const Node& first, const Node& second);
    void read_field(const Field& field, const Value& value, Step& step);
    void read_times(const Value& value, Times& times);
    void read_weighted_blocks(const Value& value, Step& step);
    std::uint32_t read_thread_reference(const Value& value, bool all_allowed);
    std::uint32_t read_pool_reference(const Value& value);
    std::uint32_t read_future(const Value& value, bool awaited);
    std::uint32_t intern(const Value& value, NameIndex& names, std::vector<std::string>& list);
    std::uint32_t intern_queue(const Value& value);
    void check_futures();

    Reader& reader_;
    Scenario& scenario_;
    bool is_what_if_;
    NameIndex threads_;
    NameIndex mutexes_;
    NameIndex conditions_;
    NameIndex queues_;
    NameIndex pools_;
    NameIndex futures_;
    NameIndex spans_;
    std::vector<Value> bodies_;         // one per entry of `threads`
    std::vector<Value> thread_places_;  // the same, for messages
    std::vector<Future> future_states_;
    std::vector<Spawn> spawns_;
    std::uint32_t current_thread_ = no_object;  // whose body is being read
    std::size_t depth_ = 0;                     // blocks within blocks
    std::size_t steps_ = 0;
    std::size_t unsure_ = 0;  // levels of choose, and of repeat 0, around the present operation
};

}  // namespace gvlsim
