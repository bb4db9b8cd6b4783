// "threads" and "main", and what must hold between them.
#include "models/scenario/scenario_reader.hpp"

#include "models/scenario/cycles.hpp"
#include "models/scenario/exact.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::array<std::string_view, 5> thread_keys{"name", "count", "priority", "start", "do"};
constexpr std::array<std::string_view, 1> main_keys{"do"};

}  // namespace

void ScenarioReader::read(const Node& root) {
    const auto find = [&](std::string_view key) {
        const Node* node = root.find(key);
        return node != nullptr ? reader_.resolve(*node, key) : Value{};
    };
    const Value file{&root, &root, ""};
    read_seed(root);
    if (root.find("runtime") == nullptr) { reader_.missing(file, "runtime", "a scenario"); }
    read_runtime(find("runtime"));
    read_queues(find("queues"));
    read_pools(find("pools"));
    if (root.find("threads") == nullptr && root.find("main") == nullptr) {
        reader_.missing(file, "threads", "a scenario without `main`");
    }
    read_threads(find("threads"));
    read_stop(find("stop"));
    read_bodies();
    read_main(find("main"));
    check_futures();
    check_spawn_cycles();
}

// Names first: an operation may name a thread that stands further down.
void ScenarioReader::read_threads(const Value& value) {
    if (!reader_.list(value, "a list of threads")) { return; }
    scenario_.threads.reserve(value.node->size);
    bodies_.reserve(value.node->size);
    thread_places_.reserve(value.node->size);
    for (const Node& written : value.node->children()) {
        if (const Value entry = reader_.resolve(written, "threads")) { read_thread(entry); }
    }
    check_numbered_names();
}

void ScenarioReader::read_thread(const Value& value) {
    const ObjectFields fields{reader_, value, "a thread", thread_keys};
    ThreadTemplate& thread = scenario_.threads.emplace_back();
    thread_places_.push_back(value);
    read_thread_name(fields, thread);
    thread.count = reader_.integer(fields.find("count"), 0, most_threads);
    thread.priority = reader_.integer(fields.find("priority"), lowest_priority, highest_priority);
    thread.start = reader_.duration(fields.find("start")).value_or(Duration::zero());
    bodies_.push_back(fields.require("do"));
}

void ScenarioReader::read_thread_name(const ObjectFields& fields, ThreadTemplate& thread) {
    const Value value = fields.require("name");
    const std::optional<std::string_view> name = reader_.name(value);
    if (!name) {
        threads_.add_anyway({});
        return;
    }
    if (*name == "main") {
        reader_.error(value, "the name \"main\" is taken by the main thread",
                      "to give the main thread a program, write \"main\": {\"do\": […]} beside "
                      "\"threads\"");
    } else if (*name == "all") {
        reader_.error(value, "the name \"all\" is taken: {\"join\": \"all\"} joins every thread");
    } else if (threads_.find(*name)) {
        reader_.error(value, fmt::format("there are two threads of the name {}", quoted(*name)),
                      "to run the same program in several threads, write \"count\"");
    }
    threads_.add_anyway(*name);
    thread.name = *name;
}

// {"name": "w", "count": 2} makes "w-1" and "w-2", which no other entry may be called.
void ScenarioReader::check_numbered_names() {
    for (std::size_t i = 0; i < scenario_.threads.size(); ++i) {
        const std::string_view name = scenario_.threads[i].name;
        const std::size_t dash = name.rfind('-');
        if (dash == std::string_view::npos || dash + 1 == name.size() || name[dash + 1] == '0') {
            continue;
        }
        const std::optional<std::int64_t> number = parse_integer(name.substr(dash + 1));
        const std::optional<std::uint32_t> counted = threads_.find(name.substr(0, dash));
        if (number && counted && *number >= 1 &&
            *number <= scenario_.threads[*counted].count.value_or(0)) {
            reader_.error(thread_places_[i],
                          fmt::format("there are two threads of the name {}", quoted(name)),
                          fmt::format("\"count\" of {} makes one too",
                                      quoted(scenario_.threads[*counted].name)));
        }
    }
}

void ScenarioReader::read_bodies() {
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        current_thread_ = i;
        scenario_.threads[i].steps = read_block(bodies_[i]);
    }
    current_thread_ = no_object;
}

void ScenarioReader::read_main(const Value& value) {
    const ObjectFields fields{reader_, value, "`main`", main_keys};
    if (fields) { scenario_.main = read_block(fields.require("do")); }
}

// A thread that always spawns its like makes threads without end. With `choose` on the way it may
// end, and with `stop` the run ends; both are left to the run.
void ScenarioReader::check_spawn_cycles() {
    if (spawns_.empty() || scenario_.stop.at || scenario_.stop.when != no_object) { return; }
    References references(scenario_.threads.size());
    for (const Spawn& spawn : spawns_) {
        const bool makes_any = scenario_.threads[spawn.to].count.value_or(1) > 0;
        if (makes_any) { references[spawn.from].push_back(spawn.to); }
    }
    const std::vector<std::uint32_t> threads = find_cycle(references);
    if (threads.empty()) { return; }
    std::vector<std::string_view> names;
    for (const std::uint32_t thread : threads) { names.push_back(scenario_.threads[thread].name); }
    const auto closing = std::find_if(spawns_.begin(), spawns_.end(), [&](const Spawn& spawn) {
        return spawn.from == threads.back() && spawn.to == threads.front();
    });
    reader_.error(closing->place,
                  fmt::format("threads spawn each other in a cycle without end: {}", cycle(names)),
                  "spawn in a branch of `choose`, or end the run with `stop`");
}

}  // namespace gvlsim
