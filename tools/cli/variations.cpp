#include "tools/cli/variations.hpp"

#include "models/scenario/exact.hpp"
#include "models/scenario/wording.hpp"
#include "tools/cli/command.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gvlsim {

namespace {

constexpr std::size_t most_values = 1'000'000;

[[noreturn]] void refuse(const std::string& text, const std::string& reason) {
    throw UsageError{"--vary " + quoted(text) + ": " + reason};
}

// Parts between the commas that are not inside of quotes or brackets.
std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    bool in_quotes = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        if (in_quotes) {
            if (letter == '\\') { ++at; }
            in_quotes = letter != '"';
        } else if (letter == '"') {
            in_quotes = true;
        } else if (letter == '[' || letter == '{') {
            ++depth;
        } else if (letter == ']' || letter == '}') {
            --depth;
        } else if (letter == ',' && depth <= 0) {
            parts.push_back(text.substr(begin, at - begin));
            begin = at + 1;
        }
    }
    parts.push_back(text.substr(std::min(begin, text.size())));
    return parts;
}

struct End {
    std::int64_t number;
    std::string_view unit;
};

// "10ms" as 10 and "ms".
std::optional<End> end_of_range(std::string_view text) {
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    const std::size_t letters = std::min(text.find_first_not_of("0123456789", sign), text.size());
    const std::optional<std::int64_t> number = parse_integer(text.substr(0, letters));
    if (letters == sign || !number) { return std::nullopt; }
    return End{*number, text.substr(letters)};
}

// False where `part` is no range: any text may have two dots.
bool add_range(const std::string& whole, std::string_view part, std::vector<std::string>& values) {
    const std::size_t dots = part.find("..");
    if (dots == std::string_view::npos) { return false; }
    const std::optional<End> first = end_of_range(part.substr(0, dots));
    const std::optional<End> last = end_of_range(part.substr(dots + 2));
    if (!first || !last || first->unit != last->unit) { return false; }
    if (first->number > last->number) { refuse(whole, "the range goes down"); }
    const auto steps =
        static_cast<std::uint64_t>(last->number) - static_cast<std::uint64_t>(first->number);
    if (steps >= most_values - values.size()) { refuse(whole, "more than a million values"); }
    for (std::uint64_t step = 0; step <= steps; ++step) {
        const std::int64_t number = first->number + static_cast<std::int64_t>(step);
        values.push_back(std::to_string(number) + std::string{first->unit});
    }
    return true;
}

Variation variation(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        refuse(text, "expected NAME=V1,V2 or NAME=A..B");
    }
    if (invalid_utf8(text)) { refuse(text, "expected UTF-8"); }
    Variation made{text.substr(0, equals), {}};
    for (const std::string_view part : split(std::string_view{text}.substr(equals + 1))) {
        if (part.empty()) { refuse(text, "a value is missing"); }
        if (!add_range(text, part, made.values)) { made.values.emplace_back(part); }
    }
    std::vector<std::string> sorted = made.values;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) { refuse(text, "the value " + *twice + " stands here twice"); }
    return made;
}

}  // namespace

Variations variations(const std::vector<std::string>& texts) {
    Variations all;
    for (const std::string& text : texts) {
        Variation made = variation(text);
        for (const Variation& other : all) {
            if (other.name == made.name) { refuse(text, made.name + " is varied twice"); }
        }
        all.push_back(std::move(made));
    }
    return all;
}

}  // namespace gvlsim
