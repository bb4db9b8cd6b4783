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

constexpr std::array<std::string_view, 4> case_keys{"name", "params", "measured", "tolerance"};

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

template <typename List>
bool has_name(const List& list, std::string_view name) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto& entry) { return entry.name == name; });
}

// A thread's name, also with the number that `count` and `spawn` append.
bool is_thread(const Scenario& scenario, std::string_view name) {
    const std::size_t dash = name.rfind('-');
    return name == "main" || has_name(scenario.threads, name) ||
           (dash != std::string_view::npos && parse_unsigned(name.substr(dash + 1)) &&
            has_name(scenario.threads, name.substr(0, dash)));
}

bool exists(const ResultKey& key, const Scenario& scenario) {
    switch (key.subject) {
        case ResultSubject::run:
        case ResultSubject::lock:
            return true;
        case ResultSubject::thread:
            return is_thread(scenario, key.name);
        case ResultSubject::pool:
            return has_name(scenario.pools, key.name);
        case ResultSubject::span:
            return std::find(scenario.spans.begin(), scenario.spans.end(), key.name) !=
                   scenario.spans.end();
    }
    return false;
}

void check_result_key(Reader& reader, const Node& member, const Scenario& scenario) {
    const std::optional<ResultKey> key = parse_result_key(member.key);
    if (!key) {
        reader.error_at_key(member, fmt::format("there is no result {}", quoted(member.key)),
                            suggestion(member.key, figures(ResultSubject::run),
                                       "results, beside pool.NAME.threads and the like"));
    } else if (!exists(*key, scenario)) {
        reader.error_at_key(member, fmt::format("{}: the scenario has no {}", quoted(member.key),
                                                quoted(key->name)));
    }
}

std::vector<Measured> read_measured(Reader& reader, const Value& value, const Scenario& scenario) {
    std::vector<Measured> results;
    if (value && !value.is(NodeKind::object)) {
        reader.expected(value, R"(an object such as {"end_s": 61.07})");
        return results;
    }
    if (!value) { return results; }
    for (const Node& member : value.node->children()) {
        check_result_key(reader, member, scenario);
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

CaseHeader read_header(const ScenarioContents& contents, std::size_t index, Reader& reader,
                       const Scenario& scenario) {
    const CaseEntry* entry = contents.entry(index);
    const Node* measured = entry != nullptr ? entry->measured : contents.measured;
    const Node* tolerance =
        entry != nullptr && entry->tolerance != nullptr ? entry->tolerance : contents.tolerance;
    CaseHeader header;
    header.name = contents.case_name(index);
    header.params = param_values(reader.environment());
    header.replications = contents.replications;
    if (measured != nullptr) {
        header.measured = read_measured(reader, reader.resolve(*measured, "measured"), scenario);
    }
    if (tolerance != nullptr) {
        header.tolerance = read_tolerance(reader, reader.resolve(*tolerance, "tolerance"));
    }
    return header;
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
    std::size_t block = grid_size();
    for (const MatrixAxis& axis : matrix) {
        const std::size_t within = index % block;
        block /= axis.values.size();
        text += text.empty() ? "" : ", ";
        text += axis.labels[within / block];
    }
    return text;
}

Environment ScenarioContents::environment(std::size_t index) const {
    Environment result = base;
    if (const CaseEntry* listed = entry(index)) {
        for (const auto& [target, value] : listed->params) { result.set(target, *value); }
    }
    std::size_t block = grid_size();
    for (const MatrixAxis& axis : matrix) {
        const std::size_t within = index % block;
        block /= axis.values.size();
        result.set(axis.target, *axis.values[within / block]);
    }
    result.apply_settings();
    return result;
}

}  // namespace gvlsim
