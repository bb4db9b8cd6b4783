// Typed reading of values, with params replaced on the way. A mistake becomes a finding and an
// absent result; nothing throws, so that all mistakes of a file are found in one go.
#pragma once

#include "models/scenario/findings.hpp"
#include "models/scenario/params.hpp"
#include "models/scenario/quantity.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// A value after params were replaced. Empty where the key is absent, or where the param is
// unknown, which has been reported.
struct Value {
    const Node* node = nullptr;
    const Node* written = nullptr;  // what stands in the text: `node`, or "$name"
    std::string_view label;         // the key it is read for, for messages

    explicit operator bool() const noexcept { return node != nullptr; }
    [[nodiscard]] bool is(NodeKind kind) const noexcept { return node && node->kind == kind; }
};

// All functions take empty values and answer with nothing; the reason has been reported before.
class Reader {
public:
    Reader(const Environment& environment, Findings& findings) noexcept
        : environment_(environment), findings_(findings) {}

    [[nodiscard]] Value resolve(const Node& written, std::string_view label);

    std::optional<std::int64_t> integer(const Value& value, std::int64_t low, std::int64_t high);
    std::optional<std::uint64_t> unsigned_integer(const Value& value);
    std::optional<bool> truth(const Value& value);
    // A number that is not negative, with fraction or exponent if need be.
    std::optional<double> ratio(const Value& value);
    std::optional<Decimal> decimal(const Value& value);
    // The characters live as long as the document. "$$x" is "$x".
    std::optional<std::string_view> text(const Value& value, std::string_view expectation);
    // Text that is not empty.
    std::optional<std::string_view> name(const Value& value);
    // One of `words`; the result is its position.
    std::optional<std::size_t> one_of(const Value& value, std::span<const std::string_view> words);
    std::optional<Duration> duration(const Value& value);
    std::optional<Quantity> quantity(const Value& value);
    // Whether it is a list, and one with something in it.
    bool list(const Value& value, std::string_view expectation);
    bool filled_list(const Value& value, std::string_view expectation);

    // "`key`: expected EXPECTATION, found …"
    void expected(const Value& value, std::string_view expectation, std::string hint = {});
    void error(const Value& value, std::string message, std::string hint = {});
    void warning(const Value& value, std::string message, std::string hint = {});
    // At the key of a member, or where its object came from.
    void error_at_key(const Node& member, std::string message, std::string hint = {});
    void missing(const Value& object, std::string_view key, std::string_view what);
    void unknown_key(const Node& member, std::string_view what,
                     std::span<const std::string_view> keys);

    [[nodiscard]] const Environment& environment() const noexcept { return environment_; }

private:
    std::optional<Quantity> distribution(const Value& value);
    std::optional<Quantity> read_normal(const Value& value);
    std::optional<Quantity> read_lognormal(const Value& value);
    std::optional<Quantity> read_uniform(const Value& value);
    std::optional<Quantity> read_choice(const Value& value, const Value& weights);
    std::optional<std::vector<Duration>> durations(const Value& value);
    void unknown_param(const Value& value);
    void wrong_duration(const Value& value, std::string_view expectation);
    [[nodiscard]] Place place_of(const Value& value) const;
    [[nodiscard]] const Setting* setting_of(const Node& node) const noexcept;
    [[nodiscard]] std::string use_of(const Value& value) const;

    const Environment& environment_;
    Findings& findings_;
};

// An object of which all keys are known.
class ObjectFields {
public:
    using Keys = std::span<const std::string_view>;
    // Reports what is not an object, and keys other than `keys`. `what` names it in messages:
    // "a thread".
    ObjectFields(Reader& reader, const Value& value, std::string_view what, Keys keys);

    explicit operator bool() const noexcept { return object_.node != nullptr; }
    [[nodiscard]] bool has(std::string_view key) const noexcept;
    [[nodiscard]] Value find(std::string_view key) const;
    [[nodiscard]] Value require(std::string_view key) const;
    [[nodiscard]] const Value& object() const noexcept { return object_; }

private:
    Reader& reader_;
    Value object_;
    std::string_view what_;
};

// Whether chances in proportion to `weights` make sense; reports at `value` if not.
bool check_weights(Reader& reader, const Value& value, std::span<const double> weights);

}  // namespace gvlsim
