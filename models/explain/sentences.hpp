// Waits in words. A sentence is a form with placeholders and the facts that fill it: the page of
// `gvlsim trace` fills the same forms itself, so that it says the same without storing every text.
#pragma once

#include "models/explain/run_record.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// The same scenario under another rule: how long the same waits are there. "The same" is the n-th
// time that the thread comes back from a wait of that kind; losses of the lock have no fellow.
class OtherRule {
public:
    // `other` was run under `model`; the waits asked for are those of a run with threads `names`.
    OtherRule(std::string model, const RunRecord& other, const std::vector<std::string>& names);
    [[nodiscard]] const std::string& model() const noexcept { return model_; }
    [[nodiscard]] std::optional<Duration> length(const Wait& wait) const;

private:
    using ByReason = std::array<std::vector<Duration>, 16>;
    std::string model_;
    std::vector<ByReason> lengths_;  // by thread, reason and ordinal
};

// Placeholders are {kind.name}; the kind says how the number reads.
struct Argument {
    std::string_view name;  // a part of the form
    char kind;           // t thread, i instant, d duration, n number, o ordinal
    std::int64_t value;  // index of the thread, nanoseconds or number
};

class Sentences {
public:
    Sentences(const RunRecord& run, std::vector<OtherRule> others)
        : run_{run}, others_{std::move(others)} {}

    // The form for a wait, all sentences of it, with placeholders.
    [[nodiscard]] std::string form(const Wait& wait) const;
    // Facts for the placeholders of a form, in their order.
    [[nodiscard]] std::vector<Argument> arguments(std::string_view form, const Wait& wait) const;
    [[nodiscard]] std::string text(const Wait& wait) const;

private:
    [[nodiscard]] std::string ending(const Wait& wait) const;
    [[nodiscard]] std::string preemption(const Wait& wait) const;
    [[nodiscard]] std::string alternatives(const Wait& wait) const;
    [[nodiscard]] std::int64_t fact(std::string_view name, const Wait& wait) const;

    const RunRecord& run_;
    std::vector<OtherRule> others_;
};

// Every placeholder replaced by its argument.
[[nodiscard]] std::string fill(std::string_view form, const std::vector<Argument>& arguments,
                               const std::vector<std::string>& names);

// Exact milliseconds, as short as they are: "77.121 ms", "0 ms".
[[nodiscard]] std::string in_ms(Duration length);

}  // namespace gvlsim
