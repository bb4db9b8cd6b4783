#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace gvlsim {
namespace {

constexpr std::size_t longest_quote = 60;  // bytes; a message should fit on a line or two
constexpr std::size_t longest_word = 64;   // longer ones are not misspelt names

bool continues(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

char lower(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// Insertions, deletions, replacements and swaps of neighbours, without regard to case.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> before(to.size() + 1);
    std::vector<std::size_t> above(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j) { above[j] = j; }
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = lower(from[i - 1]) == lower(to[j - 1]);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0U : 1U)});
            if (i > 1 && j > 1 && lower(from[i - 1]) == lower(to[j - 2]) &&
                lower(from[i - 2]) == lower(to[j - 1])) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[to.size()];
}

// Bytes that a well-formed character starting with `lead` has, and the range of its second byte:
// 0 for a byte that cannot start one.
struct Form {
    std::size_t length;
    unsigned low;
    unsigned high;
};

Form form_of(unsigned lead) noexcept {
    if (lead < 0x80) { return {1, 0, 0}; }
    if (lead < 0xC2) { return {0, 0, 0}; }
    if (lead < 0xE0) { return {2, 0x80, 0xBF}; }
    if (lead < 0xF0) { return {3, lead == 0xE0 ? 0xA0U : 0x80U, lead == 0xED ? 0x9FU : 0xBFU}; }
    if (lead < 0xF5) { return {4, lead == 0xF0 ? 0x90U : 0x80U, lead == 0xF4 ? 0x8FU : 0xBFU}; }
    return {0, 0, 0};
}

}  // namespace

std::string json_quoted(std::string_view text) {
    std::string result = "\"";
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            result += '\\';
            result += letter;
        } else if (letter == '\n') {
            result += "\\n";
        } else if (letter == '\t') {
            result += "\\t";
        } else if (byte < 0x20 || byte == 0x7F) {
            fmt::format_to(std::back_inserter(result), "\\u{:04x}", static_cast<unsigned>(byte));
        } else {
            result += letter;
        }
    }
    return result + '"';
}

std::string quoted(std::string_view text) {
    if (text.size() <= longest_quote) { return json_quoted(text); }
    std::size_t end = longest_quote;
    while (end > 0 && continues(text[end])) { --end; }
    std::string result = json_quoted(text.substr(0, end));
    result.insert(result.size() - 1, "…");
    return result;
}

std::optional<std::size_t> invalid_utf8(std::string_view text) noexcept {
    std::size_t at = 0;
    while (at < text.size()) {
        const auto [length, low, high] = form_of(static_cast<unsigned char>(text[at]));
        if (length == 0 || length > text.size() - at) { return at; }
        if (length > 1) {
            const unsigned second = static_cast<unsigned char>(text[at + 1]);
            if (second < low || second > high) { return at; }
        }
        for (std::size_t i = 2; i < length; ++i) {
            if (!continues(text[at + i])) { return at; }
        }
        at += length;
    }
    return std::nullopt;
}

std::size_t count_characters(std::string_view text) noexcept {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !continues(byte); }));
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    if (word.empty() || word.size() > longest_word) { return {}; }
    std::string_view best;
    // Half of a short word may be wrong, a third of a longer one; more is a different word.
    std::size_t limit = word.size() <= 4 ? (word.size() + 1) / 2 : word.size() / 3 + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t longer = std::max(candidate.size(), word.size());
        const std::size_t shorter = std::min(candidate.size(), word.size());
        if (longer - shorter > limit || candidate.size() > longest_word) { continue; }
        const std::size_t distance = edit_distance(word, candidate);
        // A candidate of which nothing is left is no spelling of the word.
        if (distance <= limit && distance < longer) {
            if (best.empty() || distance < limit) { best = candidate; }
            limit = distance;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates,
                       std::string_view label) {
    constexpr std::size_t listed_at_most = 40;
    const std::string_view near = nearest(word, candidates);
    if (!near.empty()) { return fmt::format("did you mean `{}`?", near); }
    if (label.empty() || candidates.empty() || candidates.size() > listed_at_most) { return {}; }
    return fmt::format("{}: {}", label, fmt::join(candidates, ", "));
}

std::string cycle(std::span<const std::string_view> names) {
    constexpr std::size_t shown_at_most = 10;
    std::string text;
    for (const std::string_view name : names.first(std::min(names.size(), shown_at_most))) {
        text += fmt::format("{} -> ", name);
    }
    if (names.size() > shown_at_most) {
        text += fmt::format("({} more) -> ", names.size() - shown_at_most);
    }
    return text.append(names.front());
}

}  // namespace gvlsim
