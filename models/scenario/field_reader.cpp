#include "models/scenario/field_reader.hpp"

#include "models/scenario/exact.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gvlsim {
namespace {

std::string found(const Node& node) {
    switch (node.kind) {
        case NodeKind::null:
            return "null";
        case NodeKind::truth:
            return node.truth ? "true" : "false";
        case NodeKind::integer:
        case NodeKind::real:
            return node.text.size() <= 40 ? std::string{node.text}
                                          : fmt::format("{}…", node.text.substr(0, 40));
        case NodeKind::string:
            return fmt::format("the string {}", quoted(node.text));
        case NodeKind::list:
            return node.size == 0 ? "an empty list" : "a list";
        case NodeKind::object:
            return node.size == 0 ? "an empty object" : "an object";
    }
    return {};
}

std::string number_hint(const Node& node, std::int64_t low) {
    if (node.kind == NodeKind::real) {
        return "write it as digits only, without fraction and exponent";
    }
    if (node.text == "-0") { return "write 0"; }
    if (node.kind == NodeKind::string && parse_integer(node.text).value_or(low - 1) >= low) {
        return fmt::format("write {} without quotes", node.text);
    }
    return {};
}

Place at(std::uint32_t offset) { return {static_cast<std::int64_t>(offset), {}, {}}; }

}  // namespace

Value Reader::resolve(const Node& written, std::string_view label) {
    const Node* node = &written;
    // Cycles are broken before a case is read, but not before the list of cases.
    std::size_t steps = 0;
    while (node->kind == NodeKind::string && node->refers) {
        const auto index = environment_.params->find(node->text.substr(1));
        if (!index) {
            unknown_param({node, &written, label});
            return {};
        }
        if (environment_.values[*index] == nullptr || ++steps > environment_.values.size()) {
            return {};
        }
        node = environment_.values[*index];
    }
    return {node, &written, label};
}

void Reader::unknown_param(const Value& value) {
    const std::string_view wanted = value.node->text.substr(1);
    std::vector<std::string_view> names;
    for (const Node* param : environment_.params->defaults()) { names.push_back(param->key); }
    std::string hint = suggestion(wanted, names, "declared params");
    error(value, fmt::format("`{}`: there is no param {}", value.label, quoted(wanted)),
          hint.empty() ? fmt::format("\"$${}\" is the text \"${}\"", wanted, wanted)
                       : std::move(hint));
}

std::optional<std::int64_t> Reader::integer(const Value& value, std::int64_t low,
                                            std::int64_t high) {
    if (!value) { return std::nullopt; }
    if (value.is(NodeKind::integer)) {
        const std::optional<std::int64_t> number = parse_integer(value.node->text);
        if (number && *number >= low && *number <= high) { return number; }
    }
    const bool open_end = high == std::numeric_limits<std::int64_t>::max();
    expected(value,
             fmt::format("a whole number from {} to {}", low,
                         open_end ? std::string{"2^63-1"} : std::to_string(high)),
             number_hint(*value.node, low));
    return std::nullopt;
}

std::optional<std::uint64_t> Reader::unsigned_integer(const Value& value) {
    if (!value) { return std::nullopt; }
    if (value.is(NodeKind::integer)) {
        if (const std::optional<std::uint64_t> number = parse_unsigned(value.node->text)) {
            return number;
        }
    }
    expected(value, "a whole number from 0 to 2^64-1", number_hint(*value.node, 0));
    return std::nullopt;
}

std::optional<bool> Reader::truth(const Value& value) {
    if (!value) { return std::nullopt; }
    if (!value.is(NodeKind::truth)) {
        expected(value, "true or false");
        return std::nullopt;
    }
    return value.node->truth;
}

std::optional<double> Reader::ratio(const Value& value) {
    if (!value) { return std::nullopt; }
    const bool number = value.is(NodeKind::integer) || value.is(NodeKind::real);
    if (!number || value.node->text.front() == '-' || !std::isfinite(value.node->number)) {
        expected(value, "a number that is not negative");
        return std::nullopt;
    }
    return value.node->number;
}

std::optional<Decimal> Reader::decimal(const Value& value) {
    if (!value) { return std::nullopt; }
    if (value.is(NodeKind::integer) || value.is(NodeKind::real)) {
        if (const std::optional<Decimal> number = parse_decimal(value.node->text)) {
            return number;
        }
    }
    expected(value, "a number that is not negative, with at most 9 decimal places");
    return std::nullopt;
}

std::optional<std::string_view> Reader::text(const Value& value, std::string_view expectation) {
    if (!value) { return std::nullopt; }
    if (!value.is(NodeKind::string)) {
        expected(value, expectation);
        return std::nullopt;
    }
    const std::string_view text = value.node->text;
    return text.starts_with("$$") ? text.substr(1) : text;
}

std::optional<std::string_view> Reader::name(const Value& value) {
    constexpr std::string_view expectation = "a name in quotes";
    const std::optional<std::string_view> result = text(value, expectation);
    if (result && result->empty()) {
        error(value, fmt::format("`{}`: a name must not be empty", value.label));
        return std::nullopt;
    }
    return result;
}

std::optional<std::size_t> Reader::one_of(const Value& value,
                                          std::span<const std::string_view> words) {
    if (!value) { return std::nullopt; }
    const auto at = value.is(NodeKind::string)
                        ? std::find(words.begin(), words.end(), value.node->text)
                        : words.end();
    if (at == words.end()) {
        expected(value, fmt::format("\"{}\"", fmt::join(words, "\" or \"")),
                 value.is(NodeKind::string) ? suggestion(value.node->text, words, "") : "");
        return std::nullopt;
    }
    return static_cast<std::size_t>(at - words.begin());
}

bool Reader::list(const Value& value, std::string_view expectation) {
    if (value && !value.is(NodeKind::list)) { expected(value, expectation); }
    return value.is(NodeKind::list);
}

bool Reader::filled_list(const Value& value, std::string_view expectation) {
    if (value && (!value.is(NodeKind::list) || value.node->size == 0)) {
        expected(value, expectation);
        return false;
    }
    return value.is(NodeKind::list);
}

void Reader::expected(const Value& value, std::string_view expectation, std::string hint) {
    const std::string key = value.label.empty() ? "" : fmt::format("`{}`: ", value.label);
    error(value, fmt::format("{}expected {}, found {}", key, expectation, found(*value.node)),
          std::move(hint));
}

void Reader::error(const Value& value, std::string message, std::string hint) {
    const std::string use = use_of(value);
    if (!use.empty()) { hint += hint.empty() ? use : "; " + use; }
    findings_.error(place_of(value), std::move(message), std::move(hint));
}

void Reader::warning(const Value& value, std::string message, std::string hint) {
    findings_.warning(place_of(value), std::move(message), std::move(hint));
}

void Reader::error_at_key(const Node& member, std::string message, std::string hint) {
    Place place = place_of({&member, &member, member.key});
    if (place.offset != Place::nowhere && member.key_offset != 0) {
        place.offset = member.key_offset;
    }
    findings_.error(std::move(place), std::move(message), std::move(hint));
}

void Reader::missing(const Value& object, std::string_view key, std::string_view what) {
    Place place = place_of(object);
    place.child = key;
    findings_.error(std::move(place), fmt::format("{} needs the key `{}`", what, key));
}

void Reader::unknown_key(const Node& member, std::string_view what,
                         std::span<const std::string_view> keys) {
    error_at_key(member, fmt::format("unknown key {} in {}", quoted(member.key), what),
                 suggestion(member.key, keys, "known keys"));
}

// The value is what must change, so it is the place: in `params`, in a case, or where it stands.
// Only what was given on the command line has no place in the text but that of its use.
Place Reader::place_of(const Value& value) const {
    if (environment_.document->holds(*value.node)) { return at(value.node->offset); }
    const Setting* setting = setting_of(*value.node);
    std::string origin = setting != nullptr ? setting->origin : std::string{};
    return {Place::nowhere, {}, std::move(origin)};
}

const Setting* Reader::setting_of(const Node& node) const noexcept {
    for (const Setting& setting : *environment_.settings) {
        if (setting.document->holds(node)) { return &setting; }
    }
    return nullptr;
}

// Where a value that came from a param is used.
std::string Reader::use_of(const Value& value) const {
    if (value.node == value.written || !environment_.document->holds(*value.written)) { return {}; }
    return fmt::format("used as \"{}\" at {}", value.written->text,
                       environment_.document->pointer(*value.written));
}

ObjectFields::ObjectFields(Reader& reader, const Value& value, std::string_view what, Keys keys)
    : reader_(reader), what_(what) {
    if (!value) { return; }
    if (!value.is(NodeKind::object)) {
        reader.expected(value, fmt::format("an object ({})", what));
        return;
    }
    object_ = value;
    for (const Node& member : value.node->children()) {
        if (std::find(keys.begin(), keys.end(), member.key) == keys.end()) {
            reader.unknown_key(member, what, keys);
        }
    }
}

bool ObjectFields::has(std::string_view key) const noexcept {
    return object_ && object_.node->find(key) != nullptr;
}

Value ObjectFields::find(std::string_view key) const {
    const Node* member = object_ ? object_.node->find(key) : nullptr;
    return member != nullptr ? reader_.resolve(*member, key) : Value{};
}

Value ObjectFields::require(std::string_view key) const {
    if (object_ && !has(key)) { reader_.missing(object_, key, what_); }
    return find(key);
}

}  // namespace gvlsim
