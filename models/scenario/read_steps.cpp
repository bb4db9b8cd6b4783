// The operations of threads and tasks, read from the fields that the registry describes.
#include "models/scenario/scenario_reader.hpp"

#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace gvlsim {
namespace {

// Blocks within blocks, also where params put them there. Keeps recursion shallow.
constexpr std::size_t deepest_block = 200;
// A few params that hold each other's blocks could make more steps than any memory holds.
constexpr std::size_t most_steps = 1'000'000;

// What goes on after a timeout, in the order of Step::number.
constexpr std::array<std::string_view, 3> otherwise_words{"continue", "end", "raise"};
constexpr std::array<std::string_view, 1> split_keys{"split"};
constexpr std::array<std::string_view, 2> branch_keys{"weight", "do"};
constexpr std::int64_t most_rounds = std::numeric_limits<std::int64_t>::max();

bool has_field(const Operation& operation, std::string_view key) noexcept {
    return std::any_of(operation.fields.begin(), operation.fields.end(),
                       [&](const Field& field) { return field.key == key; });
}

}  // namespace

Block ScenarioReader::read_block(const Value& value) {
    Block block;
    if (!reader_.list(value, "a list of operations")) { return block; }
    if (depth_ == deepest_block) {
        reader_.error(
            value, fmt::format("blocks of operations are nested more than {} deep", deepest_block));
        return block;
    }
    ++depth_;
    block.reserve(std::min<std::size_t>(value.node->size, most_steps - steps_));
    for (const Node& written : value.node->children()) {
        if (steps_ == most_steps) {
            reader_.error(value,
                          fmt::format("the scenario has more than {} operations", most_steps));
            break;
        }
        ++steps_;
        read_step(reader_.resolve(written, value.label), block);
    }
    --depth_;
    return block;
}

void ScenarioReader::read_step(const Value& value, Block& block) {
    const Operation* operation = read_operation(value);
    if (operation == nullptr) { return; }
    Step& step = block.emplace_back();
    step.operation = operation;
    for (const Field& field : operation->fields) {
        const Node* written = value.node->find(field.key);
        if (written != nullptr) {
            if (const Value read = reader_.resolve(*written, field.key)) {
                read_field(field, read, step);
            }
        } else if (field.required) {
            reader_.missing(value, field.key, fmt::format("`{}`", operation->name));
        }
    }
    if (operation->name == "spawn" && unsure_ == 0 && step.object != no_object &&
        step.count.value_or(1) > 0 && current_thread_ != no_object) {
        spawns_.push_back({current_thread_, step.object, value});
    }
}

// The one key that names an operation decides; the others must be fields of that.
const Operation* ScenarioReader::read_operation(const Value& value) {
    if (!value) { return nullptr; }
    if (!value.is(NodeKind::object)) {
        reader_.expected(value, R"(an operation such as {"cpu": "10ms"})");
        return nullptr;
    }
    const Operation* operation = nullptr;
    const Node* named_by = nullptr;
    for (const Node& member : value.node->children()) {
        if (operation != nullptr && has_field(*operation, member.key)) { continue; }
        const Operation* other = find_operation(member.key);
        if (other == nullptr) { continue; }
        if (operation != nullptr && !has_field(*other, named_by->key)) {
            report_two_operations(*named_by, member);
            return nullptr;
        }
        operation = other;
        named_by = &member;
    }
    if (operation == nullptr) {
        report_no_operation(value);
        return nullptr;
    }
    for (const Node& member : value.node->children()) {
        if (!has_field(*operation, member.key)) {
            std::vector<std::string_view> keys;
            for (const Field& field : operation->fields) { keys.push_back(field.key); }
            reader_.unknown_key(member, fmt::format("`{}`", operation->name), keys);
        }
    }
    return operation;
}

void ScenarioReader::report_two_operations(const Node& first, const Node& second) {
    reader_.error_at_key(
        second, fmt::format("two operations in one object: `{}` and `{}`", first.key, second.key),
        "write one object for each");
}

void ScenarioReader::report_no_operation(const Value& value) {
    if (value.node->size == 0) {
        reader_.expected(value, R"(an operation such as {"cpu": "10ms"})");
        return;
    }
    std::vector<std::string_view> names;
    for (const Operation* operation : operations()) { names.push_back(operation->name); }
    // The key that comes closest to an operation; else the first.
    const Node* wrong = nullptr;
    for (const Node& member : value.node->children()) {
        if (wrong == nullptr ||
            (nearest(wrong->key, names).empty() && !nearest(member.key, names).empty())) {
            wrong = &member;
        }
    }
    reader_.error_at_key(*wrong, fmt::format("unknown operation {}", quoted(wrong->key)),
                         suggestion(wrong->key, names, "operations"));
}

void ScenarioReader::read_field(const Field& field, const Value& value, Step& step) {
    const bool is_main = field.key == step.operation->name;
    std::uint32_t& object = is_main ? step.object : step.second;
    switch (field.kind) {
        case FieldKind::duration:
            step.amount = reader_.quantity(value).value_or(Duration::zero());
            break;
        case FieldKind::duration_or_forever:
            step.flag = value.is(NodeKind::string) && value.node->text == "forever";
            if (!step.flag) { step.amount = reader_.quantity(value).value_or(Duration::zero()); }
            break;
        case FieldKind::otherwise:
            step.number =
                static_cast<std::int64_t>(reader_.one_of(value, otherwise_words).value_or(0));
            break;
        case FieldKind::timeout:
            step.timeout = reader_.quantity(value);
            break;
        case FieldKind::truth:
            step.flag = reader_.truth(value).value_or(false);
            break;
        case FieldKind::constant_true:
            if (!value.is(NodeKind::truth) || !value.node->truth) {
                reader_.expected(value, "true");
            }
            break;
        case FieldKind::times:
            read_times(value, step.times);
            break;
        case FieldKind::count:
            step.count = reader_.integer(value, 0, most_threads);
            break;
        case FieldKind::priority:
            step.number = reader_.integer(value, lowest_priority, highest_priority).value_or(0);
            break;
        case FieldKind::text:
            step.text = reader_.text(value, "a text in quotes").value_or("");
            break;
        case FieldKind::thread:
            object = read_thread_reference(value, false);
            break;
        case FieldKind::thread_or_all:
            object = read_thread_reference(value, true);
            break;
        case FieldKind::mutex:
            object = intern(value, mutexes_, scenario_.mutexes);
            break;
        case FieldKind::condition:
            object = intern(value, conditions_, scenario_.conditions);
            break;
        case FieldKind::queue:
            object = intern_queue(value);
            break;
        case FieldKind::third_queue:
            step.third = intern_queue(value);
            break;
        case FieldKind::pool:
            object = read_pool_reference(value);
            break;
        case FieldKind::future:
            object = read_future(value, is_main);
            break;
        case FieldKind::span:
            object = intern(value, spans_, scenario_.spans);
            break;
        case FieldKind::block: {
            const bool never = step.times.kind == Times::Kind::fixed && step.times.number == 0;
            unsure_ += never ? 1 : 0;
            step.branches.push_back({1, read_block(value)});
            unsure_ -= never ? 1 : 0;
            break;
        }
        case FieldKind::weighted_blocks:
            read_weighted_blocks(value, step);
            break;
    }
}

void ScenarioReader::read_times(const Value& value, Times& times) {
    constexpr std::string_view expectation =
        R"(a whole number, "forever" or {"split": a whole number})";
    if (value.is(NodeKind::string) && value.node->text == "forever") {
        times.kind = Times::Kind::forever;
    } else if (value.is(NodeKind::object)) {
        const ObjectFields fields{reader_, value, "`repeat`", split_keys};
        times.kind = Times::Kind::split;
        times.number = reader_.integer(fields.require("split"), 0, most_rounds).value_or(0);
    } else if (value.is(NodeKind::integer)) {
        times.number = reader_.integer(value, 0, most_rounds).value_or(1);
    } else {
        reader_.expected(value, expectation);
    }
}

void ScenarioReader::read_weighted_blocks(const Value& value, Step& step) {
    if (!reader_.filled_list(value, R"(a list of branches such as {"weight": 3, "do": […]})")) {
        return;
    }
    ++unsure_;
    std::vector<double> weights;
    for (const Node& written : value.node->children()) {
        const ObjectFields fields{reader_, reader_.resolve(written, value.label), "a branch",
                                  branch_keys};
        Branch& branch = step.branches.emplace_back();
        const Value weight = fields.find("weight");
        branch.weight = reader_.ratio(weight).value_or(1);
        weights.push_back(branch.weight);
        branch.steps = read_block(fields.require("do"));
    }
    --unsure_;
    check_weights(reader_, value, weights);
}

std::uint32_t ScenarioReader::read_thread_reference(const Value& value, bool all_allowed) {
    const std::optional<std::string_view> name = reader_.name(value);
    if (!name) { return no_object; }
    if (all_allowed && *name == "all") { return all_threads; }
    if (const std::optional<std::uint32_t> index = threads_.find(*name)) { return *index; }
    reader_.error(value, fmt::format("`{}`: there is no thread {}", value.label, quoted(*name)),
                  suggestion(*name, threads_.list(), "entries of `threads`"));
    return no_object;
}

std::uint32_t ScenarioReader::read_pool_reference(const Value& value) {
    const std::optional<std::string_view> name = reader_.name(value);
    if (!name) { return no_object; }
    if (const std::optional<std::uint32_t> index = pools_.find(*name)) { return *index; }
    std::string hint = suggestion(*name, pools_.list(), "declared pools");
    reader_.error(value, fmt::format("`{}`: there is no pool {}", value.label, quoted(*name)),
                  hint.empty() ? "declare it in \"pools\"" : std::move(hint));
    return no_object;
}

std::uint32_t ScenarioReader::read_future(const Value& value, bool awaited) {
    const std::uint32_t index = intern(value, futures_, scenario_.futures);
    if (index == no_object) { return index; }
    future_states_.resize(scenario_.futures.size());
    Future& future = future_states_[index];
    if (!awaited) {
        future.submitted = true;
    } else if (!future.awaited) {
        future.awaited = value;
    }
    return index;
}

// Awaiting what nobody submits would return at once, which is never what was meant.
void ScenarioReader::check_futures() {
    for (std::size_t i = 0; i < future_states_.size(); ++i) {
        if (future_states_[i].submitted) { continue; }
        std::vector<std::string_view> submitted;
        for (std::size_t j = 0; j < future_states_.size(); ++j) {
            if (future_states_[j].submitted) { submitted.push_back(futures_.list()[j]); }
        }
        const std::string_view name = futures_.list()[i];
        std::string hint = suggestion(name, submitted, "submitted futures");
        reader_.error(
            future_states_[i].awaited, fmt::format("nothing is submitted as {}", quoted(name)),
            hint.empty() ? fmt::format("write \"as\": {} beside a \"submit\"", quoted(name))
                         : std::move(hint));
    }
}

std::uint32_t ScenarioReader::intern(const Value& value, NameIndex& names,
                                     std::vector<std::string>& list) {
    const std::optional<std::string_view> name = reader_.name(value);
    if (!name) { return no_object; }
    const auto [index, is_new] = names.add(*name);
    if (is_new) { list.emplace_back(*name); }
    return index;
}

std::uint32_t ScenarioReader::intern_queue(const Value& value) {
    const std::optional<std::string_view> name = reader_.name(value);
    if (!name) { return no_object; }
    const auto [index, is_new] = queues_.add(*name);
    if (is_new) { scenario_.queues.push_back({std::string{*name}, 0}); }
    return index;
}

}  // namespace gvlsim
