#include "models/scenario/findings.hpp"

#include "models/scenario/document.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::size_t excerpt_width = 100;  // characters of a source line in a message

// Walks forward through the lines of a text; the findings come in the order of the text.
class LineFinder {
public:
    explicit LineFinder(std::string_view text) : text_(text) {}

    void move_to(std::size_t offset) {
        for (std::size_t end = text_.find('\n', start_); end < offset;
             end = text_.find('\n', start_)) {
            start_ = end + 1;
            ++number_;
        }
    }
    [[nodiscard]] std::int64_t number() const noexcept { return number_; }
    [[nodiscard]] std::size_t start() const noexcept { return start_; }
    [[nodiscard]] std::string_view line() const {
        std::string_view line = text_.substr(start_, text_.find('\n', start_) - start_);
        if (line.ends_with('\r')) { line.remove_suffix(1); }
        return line;
    }

private:
    std::string_view text_;
    std::size_t start_ = 0;
    std::int64_t number_ = 1;
};

bool continues(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Nothing in a quoted line may move the cursor or change the colours of a terminal.
std::string printable(std::string_view line) {
    std::string result;
    while (!line.empty()) {
        const std::size_t bad = invalid_utf8(line).value_or(line.size());
        result += line.substr(0, bad);
        if (bad < line.size()) { result += '?'; }
        line.remove_prefix(std::min(bad + 1, line.size()));
    }
    for (char& letter : result) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte < 0x20 || byte == 0x7F) { letter = letter == '\t' ? ' ' : '?'; }
    }
    return result;
}

// At most excerpt_width characters of the line around its byte `at`.
void cut_excerpt(std::string_view line, std::size_t at, Diagnostic& diagnostic) {
    constexpr std::size_t before = excerpt_width / 2;
    std::size_t begin = 0;
    if (at > excerpt_width - 10) {
        begin = at - before;
        while (begin > 0 && continues(line[begin])) { --begin; }
    }
    std::size_t end = line.size();
    if (end - begin > excerpt_width) {
        end = begin + excerpt_width;
        while (end > begin && continues(line[end])) { --end; }
    }
    const std::string left = begin > 0 ? "…" : "";
    const std::string prefix = left + printable(line.substr(begin, at - begin));
    diagnostic.caret_indent = count_characters(prefix);
    diagnostic.excerpt = prefix + printable(line.substr(at, end - at));
    if (end < line.size()) { diagnostic.excerpt += "…"; }
}

}  // namespace

void Findings::error(Place place, std::string message, std::string hint) {
    add({std::move(place), Severity::error, std::move(message)}, std::move(hint));
}

void Findings::warning(Place place, std::string message, std::string hint) {
    add({std::move(place), Severity::warning, std::move(message)}, std::move(hint));
}

void Findings::begin_case(std::string_view name) {
    case_name_ = name;
    ++case_number_;
    in_case_ = true;
}

void Findings::add(Key key, std::string hint) {
    const bool is_error = key.severity == Severity::error;
    const auto [place, is_new] = found_.try_emplace(std::move(key));
    Details& details = place->second;
    if (is_new) {
        errors_ += is_error ? 1 : 0;
        details.hint = std::move(hint);
        if (in_case_) { details.first_case = case_name_; }
    }
    if (in_case_ && details.last_case != case_number_) {
        details.last_case = case_number_;
        ++details.cases;
    }
}

Diagnostics Findings::publish(const Document& document, const std::string& file) const {
    Diagnostics diagnostics;
    LineFinder lines{document.text()};
    for (const auto& [key, details] : found_) {
        if (diagnostics.shown().size() == Diagnostics::shown_at_most) {
            diagnostics.add_hidden(key.severity);
            continue;
        }
        Diagnostic diagnostic;
        diagnostic.severity = key.severity;
        diagnostic.message = key.message;
        diagnostic.hint = details.hint;
        // A mistake that every case has is one of the file.
        if (!details.first_case.empty() && details.cases < case_number_) {
            diagnostic.message += fmt::format(" (in case {}", quoted(details.first_case));
            diagnostic.message +=
                details.cases > 1 ? fmt::format(" and {} more)", details.cases - 1) : ")";
        }
        diagnostic.file = key.place.origin.empty() ? file : key.place.origin;
        if (key.place.offset != Place::nowhere) {
            const auto offset = static_cast<std::size_t>(key.place.offset);
            lines.move_to(offset);
            const std::size_t at = std::min(offset - lines.start(), lines.line().size());
            diagnostic.line = lines.number();
            diagnostic.column =
                static_cast<std::int64_t>(count_characters(lines.line().substr(0, at))) + 1;
            diagnostic.pointer = document.valid() ? document.pointer_at(offset) : key.place.path;
            cut_excerpt(lines.line(), at, diagnostic);
        }
        if (!key.place.child.empty()) {
            diagnostic.pointer += "/" + escaped_pointer_part(key.place.child);
        }
        diagnostics.add(std::move(diagnostic));
    }
    return diagnostics;
}

}  // namespace gvlsim
