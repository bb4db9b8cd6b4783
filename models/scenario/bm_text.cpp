#include "models/scenario/bm_text.hpp"

#include "models/scenario/exact.hpp"

#include <optional>

namespace gvlsim {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) { return {}; }
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> seconds(std::string_view text) {
    const std::optional<Decimal> number = parse_decimal(text);
    if (!number) { return std::nullopt; }
    return static_cast<double>(number->numerator) / static_cast<double>(number->denominator);
}

// The last word of `line`, which loses it.
std::optional<double> take_number(std::string_view& line) {
    line = trimmed(line);
    const std::size_t blank = line.find_last_of(blanks);
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    const std::optional<double> number = seconds(line.substr(begin));
    line = line.substr(0, begin);
    return number;
}

std::optional<BmRow> parse_row(std::string_view line) {
    line = trimmed(line);
    const std::size_t open = line.find_last_of('(');
    if (open == std::string_view::npos || !line.ends_with(')')) { return std::nullopt; }
    const std::string_view inside = trimmed(line.substr(open + 1, line.size() - open - 2));
    line = line.substr(0, open);
    const std::optional<double> real = seconds(inside);
    const std::optional<double> total = take_number(line);
    const std::optional<double> system = take_number(line);
    const std::optional<double> user = take_number(line);
    if (!real || !total || !system || !user) { return std::nullopt; }
    return BmRow{std::string{trimmed(line)}, *user, *system, *total, *real, std::string{inside}};
}

}  // namespace

std::vector<BmRow> parse_bm(std::string_view text) {
    std::vector<BmRow> rows;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (std::optional<BmRow> row = parse_row(text.substr(0, end))) {
            rows.push_back(std::move(*row));
        }
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return rows;
}

}  // namespace gvlsim
