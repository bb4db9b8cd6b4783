// "queues", "pools" and "stop".
#include "models/scenario/scenario_reader.hpp"

#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::array<std::string_view, 1> queue_keys{"max"};
constexpr std::array<std::string_view, 7> pool_keys{"kind",  "threads", "min",     "max",
                                                    "queue", "idle",    "fallback"};
constexpr std::array<std::string_view, 2> stop_keys{"at", "when"};
constexpr std::array<std::string_view, 2> pool_kinds{"fixed", "cached"};
constexpr std::array<std::string_view, 3> fallbacks{"abort", "discard", "caller_runs"};

// concurrent-ruby's DEFAULT_MAX_POOL_SIZE, a signed 32-bit number.
constexpr std::int64_t largest_pool = std::numeric_limits<std::int32_t>::max();

// Whether `value` is an object whose keys are names; reports empty ones.
bool named_objects(Reader& reader, const Value& value, std::string_view what) {
    if (!value) { return false; }
    if (!value.is(NodeKind::object)) {
        reader.expected(value, fmt::format("an object ({} by name)", what));
        return false;
    }
    for (const Node& member : value.node->children()) {
        if (member.key.empty()) {
            reader.error_at_key(member, fmt::format("`{}`: a name must not be empty", value.label));
        }
    }
    return true;
}

}  // namespace

void ScenarioReader::read_queues(const Value& value) {
    if (!named_objects(reader_, value, "queues")) { return; }
    for (const Node& member : value.node->children()) {
        const Value body = reader_.resolve(member, member.key);
        const ObjectFields fields{reader_, body, "a queue", queue_keys};
        QueueSettings queue;
        queue.name = member.key;
        queue.max = reader_.integer(fields.find("max"), 1, std::numeric_limits<std::int64_t>::max())
                        .value_or(0);
        if (queues_.add(member.key).second) {  // a duplicate key has been reported
            scenario_.queues.push_back(std::move(queue));
        }
    }
}

void ScenarioReader::read_pools(const Value& value) {
    if (!named_objects(reader_, value, "pools")) { return; }
    for (const Node& member : value.node->children()) {
        PoolSettings pool = read_pool(reader_.resolve(member, member.key));
        pool.name = member.key;
        if (pools_.add(member.key).second) { scenario_.pools.push_back(std::move(pool)); }
    }
}

// Without a kind: concurrent-ruby's ThreadPoolExecutor, which the two kinds preset.
PoolSettings ScenarioReader::read_pool(const Value& value) {
    const ObjectFields fields{reader_, value, "a pool", pool_keys};
    PoolSettings pool;
    const std::optional<std::size_t> kind = reader_.one_of(fields.find("kind"), pool_kinds);
    const bool fixed = kind == 0U;
    if (fixed) {
        const Value threads = fields.require("threads");
        pool.min = pool.max = reader_.integer(threads, 1, largest_pool).value_or(1);
    } else if (fields.has("threads") && (kind || !fields.has("kind"))) {
        reader_.error_at_key(*value.node->find("threads"),
                             "`threads` belongs to pools of kind \"fixed\"",
                             "use `min` and `max`, or add \"kind\": \"fixed\"");
    }
    for (const std::string_view key : {"min", "max"}) {
        if (fixed && fields.has(key)) {
            reader_.error_at_key(*value.node->find(key),
                                 fmt::format("`{}` cannot stand in a pool of kind \"fixed\"", key),
                                 "`threads` is both");
        }
    }
    if (!fixed) {
        pool.min = reader_.integer(fields.find("min"), 0, largest_pool).value_or(pool.min);
        const Value max = fields.find("max");
        pool.max = reader_.integer(max, 1, largest_pool).value_or(pool.max);
        if (pool.min > pool.max) {
            reader_.error(
                max, fmt::format("`max` is {}, less than `min`, which is {}", pool.max, pool.min));
        }
    }
    pool.queue = reader_.integer(fields.find("queue"), 0, largest_pool).value_or(pool.queue);
    pool.idle = reader_.duration(fields.find("idle")).value_or(pool.idle);
    if (const auto fallback = reader_.one_of(fields.find("fallback"), fallbacks)) {
        pool.fallback = static_cast<PoolSettings::Fallback>(*fallback);
    }
    return pool;
}

void ScenarioReader::read_stop(const Value& value) {
    const ObjectFields fields{reader_, value, "`stop`", stop_keys};
    if (!fields) { return; }
    if (!fields.has("at") && !fields.has("when")) {
        reader_.expected(value, R"({"at": a duration} or {"when": the name of a thread})");
    }
    scenario_.stop.at = reader_.duration(fields.find("at"));
    if (const Value when = fields.find("when")) {
        scenario_.stop.when = read_thread_reference(when, false);
    }
}

}  // namespace gvlsim
