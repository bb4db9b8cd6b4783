// What is wrong or odd about a scenario file, in the form people and tests read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gvlsim {

enum class Severity : std::uint8_t { error, warning };

struct Diagnostic {
    Severity severity = Severity::error;
    std::string file;         // the file as named by the user, or "--set k=v"
    std::string pointer;      // JSON pointer; empty: the whole document
    std::int64_t line = 0;    // from 1; 0: the mistake has no place in a text
    std::int64_t column = 0;  // from 1, in characters
    std::string message;
    std::string hint;              // what to write instead; may be empty
    std::string excerpt;           // the line of the text, clipped and printable
    std::size_t caret_indent = 0;  // characters of `excerpt` before the place
};

// Everything found in one file. Only the first hundred are kept: a reader mends those first, and
// a broken generator must not fill a terminal.
class Diagnostics {
public:
    static constexpr std::size_t shown_at_most = 100;

    void add(Diagnostic diagnostic);
    // Counts a diagnostic of which nothing else is kept.
    void add_hidden(Severity severity) noexcept;

    [[nodiscard]] bool has_errors() const noexcept { return errors_ != 0; }
    [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
    [[nodiscard]] std::size_t warnings() const noexcept { return warnings_; }
    [[nodiscard]] bool empty() const noexcept { return errors_ + warnings_ == 0; }
    [[nodiscard]] const std::vector<Diagnostic>& shown() const noexcept { return shown_; }
    [[nodiscard]] std::size_t hidden() const noexcept {
        return errors_ + warnings_ - shown_.size();
    }

private:
    std::vector<Diagnostic> shown_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
};

// The first line only: `file:line:column: error: message (at /pointer)`.
[[nodiscard]] std::string headline(const Diagnostic& diagnostic);
// Headline, the line of the text with a caret below, and the hint. Ends with a newline.
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic);
// All of them, and "and N more" where some are hidden.
[[nodiscard]] std::string to_text(const Diagnostics& diagnostics);

}  // namespace gvlsim
