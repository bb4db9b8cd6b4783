// Durations and distributions.
#include "models/scenario/exact.hpp"
#include "models/scenario/field_reader.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::string_view a_duration = R"(a duration such as "1.5ms", or whole nanoseconds)";
constexpr std::string_view a_quantity =
    R"(a duration such as "1.5ms", whole nanoseconds, or a distribution)";

constexpr std::array<std::string_view, 7> distribution_keys{
    "exponential", "normal", "lognormal", "uniform", "choice", "weights", "empirical"};
constexpr std::array<std::string_view, 1> exponential_keys{"mean"};
constexpr std::array<std::string_view, 2> normal_keys{"mean", "sd"};
constexpr std::array<std::string_view, 2> lognormal_keys{"median", "sigma"};

std::string_view problem_of(const Node& node) noexcept {
    if (node.kind == NodeKind::string) { return parse_duration(node.text).problem; }
    if (node.kind == NodeKind::real) {
        return "a number without a unit is nanoseconds, without fraction and exponent";
    }
    if (node.kind == NodeKind::integer) {
        return node.text.front() == '-' ? "it must not have a sign"
                                        : "it is longer than 2^63-1 ns (about 292 years)";
    }
    return {};
}

std::optional<Duration> plain_duration(const Node& node) noexcept {
    if (node.kind == NodeKind::string) {
        const ReadDuration read = parse_duration(node.text);
        return read.fine() ? std::optional{read.value} : std::nullopt;
    }
    if (node.kind == NodeKind::integer && node.text.front() != '-') {
        const std::optional<std::int64_t> number = parse_integer(node.text);
        return number ? std::optional{Duration{*number}} : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Duration> Reader::duration(const Value& value) {
    const std::optional<Duration> result = value ? plain_duration(*value.node) : std::nullopt;
    if (value && !result) { wrong_duration(value, a_duration); }
    return result;
}

std::optional<Quantity> Reader::quantity(const Value& value) {
    if (!value) { return std::nullopt; }
    if (value.is(NodeKind::object)) { return distribution(value); }
    const std::optional<Duration> fixed = plain_duration(*value.node);
    if (!fixed) {
        wrong_duration(value, a_quantity);
        return std::nullopt;
    }
    return Quantity{*fixed};
}

void Reader::wrong_duration(const Value& value, std::string_view expectation) {
    expected(value, expectation, std::string{problem_of(*value.node)});
}

std::optional<Quantity> Reader::distribution(const Value& value) {
    const ObjectFields fields{*this, value, "a distribution", distribution_keys};
    std::string_view kind;
    for (const Node& member : value.node->children()) {
        const bool known = std::find(distribution_keys.begin(), distribution_keys.end(),
                                     member.key) != distribution_keys.end();
        if (!known) {
            return std::nullopt;  // reported
        }
        if (member.key == "weights") { continue; }
        if (!kind.empty()) {
            error_at_key(member, fmt::format("two distributions in one object: `{}` and `{}`", kind,
                                             member.key));
            return std::nullopt;
        }
        kind = member.key;
    }
    if (kind.empty()) {
        expected(value, a_quantity,
                 "distributions: exponential, normal, lognormal, uniform, choice, empirical");
        return std::nullopt;
    }
    if (kind != "choice" && fields.has("weights")) {
        error_at_key(*value.node->find("weights"), "`weights` belongs to `choice` only");
        return std::nullopt;
    }
    const Value body = fields.find(kind);
    if (kind == "exponential") {
        const ObjectFields inner{*this, body, "`exponential`", exponential_keys};
        const std::optional<Duration> mean = duration(inner.require("mean"));
        return mean ? std::optional<Quantity>{Exponential{*mean}} : std::nullopt;
    }
    if (kind == "normal") { return read_normal(body); }
    if (kind == "lognormal") { return read_lognormal(body); }
    return kind == "uniform" ? read_uniform(body) : read_choice(body, fields.find("weights"));
}

std::optional<Quantity> Reader::read_normal(const Value& value) {
    const ObjectFields fields{*this, value, "`normal`", normal_keys};
    const std::optional<Duration> mean = duration(fields.require("mean"));
    const std::optional<Duration> deviation = duration(fields.require("sd"));
    if (!mean || !deviation) { return std::nullopt; }
    return Normal{*mean, *deviation};
}

std::optional<Quantity> Reader::read_lognormal(const Value& value) {
    const ObjectFields fields{*this, value, "`lognormal`", lognormal_keys};
    const std::optional<Duration> median = duration(fields.require("median"));
    const std::optional<double> sigma = ratio(fields.require("sigma"));
    if (!median || !sigma) { return std::nullopt; }
    return LogNormal{*median, *sigma};
}

std::optional<Quantity> Reader::read_uniform(const Value& value) {
    if (!value) { return std::nullopt; }
    if (!value.is(NodeKind::list) || value.node->size != 2) {
        expected(value, "a list of two durations, the shortest and the longest");
        return std::nullopt;
    }
    const std::optional<std::vector<Duration>> ends = durations(value);
    if (!ends) { return std::nullopt; }
    if (ends->front() > ends->back()) {
        error(value, "`uniform`: the first duration is longer than the second");
        return std::nullopt;
    }
    return Uniform{ends->front(), ends->back()};
}

std::optional<Quantity> Reader::read_choice(const Value& value, const Value& weights) {
    if (!filled_list(value, "a list of durations with at least one entry")) { return std::nullopt; }
    std::optional<std::vector<Duration>> values = durations(value);
    std::vector<double> chances;
    if (filled_list(weights, "a list of numbers, one for each duration")) {
        for (const Node& written : weights.node->children()) {
            const std::optional<double> weight = ratio(resolve(written, "weights"));
            if (!weight) { return std::nullopt; }
            chances.push_back(*weight);
        }
        if (chances.size() != value.node->size) {
            error(weights, fmt::format("`weights`: expected {} numbers, one for each duration of "
                                       "`choice`, found {}",
                                       value.node->size, chances.size()));
            return std::nullopt;
        }
        if (!check_weights(*this, weights, chances)) { return std::nullopt; }
    } else {
        chances.assign(value.node->size, 1.0);
    }
    if (!values) { return std::nullopt; }
    return Choice{std::move(*values), std::move(chances)};
}

std::optional<std::vector<Duration>> Reader::durations(const Value& value) {
    std::vector<Duration> results;
    results.reserve(value.node->size);
    for (const Node& written : value.node->children()) {
        if (const std::optional<Duration> result = duration(resolve(written, value.label))) {
            results.push_back(*result);
        }
    }
    if (results.size() != value.node->size) { return std::nullopt; }
    return results;
}

bool check_weights(Reader& reader, const Value& value, std::span<const double> weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (!std::isfinite(sum)) {
        reader.error(value, fmt::format("`{}`: the sum of the weights is too large", value.label));
    } else if (sum <= 0) {
        reader.error(value, fmt::format("`{}`: at least one weight must be above 0", value.label));
    }
    return std::isfinite(sum) && sum > 0;
}

}  // namespace gvlsim
