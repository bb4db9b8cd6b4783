// "cases" and "matrix": how many runs a file describes, and what differs between them.
#include "models/scenario/contents.hpp"

#include "models/scenario/exact.hpp"
#include "models/scenario/result_key.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::array<std::string_view, 5> case_keys{"name", "params", "measured", "expect",
                                                    "tolerance"};

bool set_by_command_line(const ScenarioContents& contents, std::string_view key) {
    return std::any_of(contents.settings.begin(), contents.settings.end(),
                       [&](const Setting& setting) { return setting.name == key; });
}

void read_case_params(const ScenarioContents& contents, Reader& reader, const Value& value,
                      CaseEntry& entry) {
    if (value && !value.is(NodeKind::object)) {
        reader.expected(value, "an object (params by name)");
    } else if (value) {
        for (const Node& member : value.node->children()) {
            const ParamTarget target = contents.params.target(member.key);
            if (target.known()) {
                entry.params.emplace_back(target, &member);
            } else {
                reader.error_at_key(member, fmt::format("there is no param {}", quoted(member.key)),
                                    suggestion(member.key, contents.params.settable(), "params"));
            }
        }
    }
}

double percent(const Decimal& number) noexcept {
    return static_cast<double>(number.numerator) /
           (static_cast<double>(number.denominator) * 100.0);
}

template <typename List>
bool has_name(const List& list, std::string_view name) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto& entry) { return entry.name == name; });
}

// "NAME-3", where `known` has NAME.
template <typename Known>
bool is_numbered(std::string_view name, std::string_view infix, const Known& known) {
    const std::size_t dash = name.rfind('-');
    if (dash == std::string_view::npos || !parse_unsigned(name.substr(dash + 1))) { return false; }
    const std::string_view before = name.substr(0, dash);
    return before.ends_with(infix) &&
           has_name(known, before.substr(0, before.size() - infix.size()));
}

// A thread's name, also with the number that `count` and `spawn` append, or a worker's.
bool is_thread(const Scenario& scenario, std::string_view name) {
    return name == "main" || has_name(scenario.threads, name) ||
           is_numbered(name, "", scenario.threads) || is_numbered(name, "-worker", scenario.pools);
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> object_names(const Scenario& scenario, ResultSubject subject) {
    if (subject == ResultSubject::mutex) { return scenario.mutexes; }
    if (subject == ResultSubject::cv) { return scenario.conditions; }
    std::vector<std::string> names;
    for (const QueueSettings& queue : scenario.queues) { names.push_back(queue.name); }
    return names;
}

// What of a key's name the scenario does not have; empty if all is there.
std::string_view stranger_in(const ResultKey& key, const Scenario& scenario) {
    const auto name_unless = [&](bool known) { return known ? std::string_view{} : key.name; };
    switch (key.subject) {
        case ResultSubject::run:
        case ResultSubject::lock:
            return {};
        case ResultSubject::thread:
            return name_unless(is_thread(scenario, key.name));
        case ResultSubject::pool:
            return name_unless(has_name(scenario.pools, key.name));
        case ResultSubject::span:
            return name_unless(contains(scenario.spans, key.name));
        case ResultSubject::mutex:
        case ResultSubject::cv:
        case ResultSubject::queue:
            break;
    }
    const std::vector<std::string> objects = object_names(scenario, key.subject);
    if (contains(objects, key.name)) { return {}; }
    for (const std::string& object : objects) {
        if (key.name.starts_with(object + "@")) {
            const std::string_view rest = key.name.substr(object.size() + 1);
            return is_thread(scenario, rest) || has_name(scenario.pools, rest) ? std::string_view{}
                                                                               : rest;
        }
    }
    return key.name.substr(0, key.name.find('@'));
}

std::vector<Measured> read_measured(Reader& reader, const Value& value, const Scenario& scenario) {
    std::vector<Measured> results;
    if (value && !value.is(NodeKind::object)) {
        reader.expected(value, R"(an object such as {"end_s": 61.07})");
        return results;
    }
    if (!value) { return results; }
    const bool has_bm = is_bm(*value.node);
    for (const Node& member : value.node->children()) {
        if (has_bm && (member.key == "bm" || member.key == "row")) { continue; }
        check_result_key(reader, member, parse_result_key(member.key), scenario);
        const Value figure = reader.resolve(member, member.key);
        if (figure.is(NodeKind::integer) || figure.is(NodeKind::real)) {
            results.push_back(
                {std::string{member.key}, figure.node->number, std::string{figure.node->text}});
        } else if (figure) {
            reader.expected(figure, "a number");
        }
    }
    return results;
}

ParamValues param_values(const Environment& environment) {
    ParamValues values;
    values.reserve(environment.values.size());
    for (std::size_t i = 0; i < environment.values.size(); ++i) {
        values.emplace_back(environment.params->name(i),
                            json_of(*environment.values[i], environment));
    }
    for (std::size_t i = 0; i < runtime_param_names.size(); ++i) {
        const Node* value = environment.runtime[i];
        if (value != nullptr && !environment.params->find(runtime_param_names[i])) {
            values.emplace_back(runtime_param_names[i], json_of(*value, environment));
        }
    }
    return values;
}

}  // namespace

Tolerance read_tolerance(Reader& reader, const Value& value) {
    Tolerance tolerance;
    if (!value) { return tolerance; }
    tolerance.written = true;
    if (value.is(NodeKind::null)) { return tolerance; }
    const std::string_view text = value.is(NodeKind::string) ? value.node->text : "";
    if (text.ends_with('%') && text.find_first_of("eE") == std::string_view::npos) {
        if (const auto number = parse_decimal(text.substr(0, text.size() - 1))) {
            tolerance.fraction = percent(*number);
            return tolerance;
        }
    }
    reader.expected(value, R"(a share such as "2%", or null where nothing is judged)");
    return tolerance;
}

void check_result_key(Reader& reader, const Node& member, const std::optional<ResultKey>& key,
                      const Scenario& scenario) {
    if (!key) {
        reader.error_at_key(member, fmt::format("there is no result {}", quoted(member.key)),
                            suggestion(member.key, figures(ResultSubject::run),
                                       "results, beside pool.NAME.threads and the like"));
        return;
    }
    const std::string_view stranger = stranger_in(*key, scenario);
    if (!stranger.empty()) {
        reader.error_at_key(member, fmt::format("{}: the scenario has no {} {}", quoted(member.key),
                                                word(key->subject), quoted(stranger)));
    }
}

void read_cases(ScenarioContents& contents, Reader& reader, const Value& cases) {
    if (!reader.filled_list(cases, "a list of cases with at least one entry")) { return; }
    contents.entries.reserve(cases.node->size);
    std::set<std::string_view> names;
    for (const Node& written : cases.node->children()) {
        const ObjectFields fields{reader, reader.resolve(written, "cases"), "a case", case_keys};
        CaseEntry& entry = contents.entries.emplace_back();
        const Value name_value = fields.require("name");
        if (const std::optional<std::string_view> name = reader.name(name_value)) {
            entry.name = *name;
            if (!names.insert(*name).second) {
                reader.error(name_value,
                             fmt::format("there are two cases of the name {}", quoted(*name)));
            }
        }
        read_case_params(contents, reader, fields.find("params"), entry);
        if (fields) {
            entry.measured = fields.object().node->find("measured");
            entry.expect = fields.object().node->find("expect");
            entry.tolerance = fields.object().node->find("tolerance");
        }
    }
}

void read_matrix(ScenarioContents& contents, Reader& reader, const Value& matrix) {
    if (matrix && (!matrix.is(NodeKind::object) || matrix.node->size == 0)) {
        reader.expected(matrix, R"(an object such as {"n": [1, 2]})");
    }
    if (!matrix.is(NodeKind::object)) { return; }
    for (const Node& member : matrix.node->children()) {
        MatrixAxis axis{member.key, contents.params.target(member.key), {}, {}};
        if (!axis.target.known()) {
            reader.error_at_key(member, fmt::format("there is no param {}", quoted(member.key)),
                                suggestion(member.key, contents.params.settable(), "params"));
        }
        const Value list = reader.resolve(member, member.key);
        if (!reader.filled_list(list, "a list of values with at least one entry") ||
            set_by_command_line(contents, member.key)) {
            continue;  // --set wins: the axis has that value only, which is no axis
        }
        std::set<std::string> labels;
        for (const Node& value : list.node->children()) {
            axis.values.push_back(&value);
            axis.labels.push_back(fmt::format("{}={}", member.key, label_of(value, contents.base)));
            if (!labels.insert(axis.labels.back()).second) {
                reader.error({&value, &value, member.key},
                             fmt::format("`{}`: the value {} stands here twice", member.key,
                                         label_of(value, contents.base)));
            }
        }
        contents.matrix.push_back(std::move(axis));
    }
    if (contents.case_count() > most_cases) {
        reader.error(matrix, fmt::format("cases and matrix make more than {} cases", most_cases));
    }
}

void add_variations(ScenarioContents& contents, Findings& findings) {
    const bool one_run = contents.entries.empty() && contents.matrix.empty();
    for (const Setting& setting : contents.settings) {
        if (!setting.alternative || !setting.target.known()) { continue; }
        if (contents.matrix.empty() || contents.matrix.back().key != setting.name) {
            contents.matrix.push_back({setting.name, setting.target, {}, {}});
        }
        MatrixAxis& axis = contents.matrix.back();
        const Node& value = setting.document->root();
        axis.values.push_back(&value);
        axis.labels.push_back(fmt::format("{}={}", setting.name, label_of(value, contents.base)));
    }
    contents.is_what_if = one_run && !contents.matrix.empty() && contents.measured != nullptr;
    if (!contents.settings.empty() && contents.case_count() > most_cases) {
        findings.error({Place::nowhere, {}, "--vary"},
                       fmt::format("this makes more than {} cases", most_cases));
    }
}

CaseHeader read_header(const ScenarioContents& contents, std::size_t index, Reader& reader,
                       const Scenario& scenario) {
    const CaseEntry* entry = contents.entry(index);
    const Node* measured =
        entry != nullptr && entry->measured != nullptr ? entry->measured : contents.measured;
    const Node* tolerance =
        entry != nullptr && entry->tolerance != nullptr ? entry->tolerance : contents.tolerance;
    CaseHeader header;
    header.name = contents.case_name(index);
    header.params = param_values(reader.environment());
    header.replications = contents.replications;
    if (measured != nullptr) {
        const Value value = reader.resolve(*measured, "measured");
        header.measured = read_measured(reader, value, scenario);
        if (value && is_bm(*value.node)) {
            read_bm(contents, index, reader, value, header.measured);
        }
    }
    for (const Node* expect : {contents.expect, entry != nullptr ? entry->expect : nullptr}) {
        if (expect != nullptr) {
            read_expect(reader, reader.resolve(*expect, "expect"), scenario, header.expect);
        }
    }
    if (tolerance != nullptr) {
        header.tolerance = read_tolerance(reader, reader.resolve(*tolerance, "tolerance"));
    }
    return header;
}

bool ScenarioContents::has_cases() const noexcept {
    return document->valid() && document->root().kind == NodeKind::object &&
           case_count() <= most_cases;
}

std::size_t ScenarioContents::grid_size() const noexcept {
    std::size_t size = 1;
    for (const MatrixAxis& axis : matrix) {
        if (__builtin_mul_overflow(size, axis.values.size(), &size) || size > most_cases) {
            return most_cases + 1;
        }
    }
    return size;
}

std::size_t ScenarioContents::case_count() const noexcept {
    const std::size_t grid = grid_size();
    const std::size_t listed = std::max<std::size_t>(entries.size(), 1);
    return listed > most_cases ? listed : listed * grid;
}

const CaseEntry* ScenarioContents::entry(std::size_t index) const noexcept {
    return entries.empty() ? nullptr : &entries[index / grid_size()];
}

std::string ScenarioContents::case_name(std::size_t index) const {
    const CaseEntry* listed = entry(index);
    std::string text = listed != nullptr ? listed->name : std::string{};
    for_each_position(index, [&](std::size_t axis, std::size_t position) {
        text += text.empty() ? "" : ", ";
        text += matrix[axis].labels[position];
    });
    return text;
}

Environment ScenarioContents::environment(std::size_t index) const {
    Environment result = base;
    if (const CaseEntry* listed = entry(index)) {
        for (const auto& [target, value] : listed->params) { result.set(target, *value); }
    }
    for_each_position(index, [&](std::size_t axis, std::size_t position) {
        result.set(matrix[axis].target, *matrix[axis].values[position]);
    });
    result.apply_settings();
    return result;
}

}  // namespace gvlsim
