#include "models/scenario/diagnostics.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::size_t longest_pointer = 200;  // bytes; longer ones only come from mistakes

}  // namespace

void Diagnostics::add_hidden(Severity severity) noexcept {
    ++(severity == Severity::error ? errors_ : warnings_);
}

void Diagnostics::add(Diagnostic diagnostic) {
    add_hidden(diagnostic.severity);
    if (shown_.size() < shown_at_most) { shown_.push_back(std::move(diagnostic)); }
}

std::string headline(const Diagnostic& diagnostic) {
    std::string text = diagnostic.file;
    if (diagnostic.line > 0) {
        fmt::format_to(std::back_inserter(text), ":{}:{}", diagnostic.line, diagnostic.column);
    }
    text += diagnostic.severity == Severity::error ? ": error: " : ": warning: ";
    text += diagnostic.message;
    if (diagnostic.pointer.size() > longest_pointer) {
        fmt::format_to(
            std::back_inserter(text), " (at {}…)",
            diagnostic.pointer.substr(0, diagnostic.pointer.rfind('/', longest_pointer)));
    } else if (!diagnostic.pointer.empty()) {
        fmt::format_to(std::back_inserter(text), " (at {})", diagnostic.pointer);
    }
    return text;
}

std::string to_text(const Diagnostic& diagnostic) {
    std::string text = headline(diagnostic) + "\n";
    if (!diagnostic.excerpt.empty()) {
        fmt::format_to(std::back_inserter(text), "    {}\n    {:>{}}\n", diagnostic.excerpt, '^',
                       diagnostic.caret_indent + 1);
    }
    if (!diagnostic.hint.empty()) {
        fmt::format_to(std::back_inserter(text), "  hint: {}\n", diagnostic.hint);
    }
    return text;
}

std::string to_text(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.shown()) { text += to_text(diagnostic); }
    if (diagnostics.hidden() > 0) {
        fmt::format_to(std::back_inserter(text), "and {} more\n", diagnostics.hidden());
    }
    return text;
}

}  // namespace gvlsim
