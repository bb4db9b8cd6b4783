#include "tools/export/json_writer.hpp"

#include "models/scenario/wording.hpp"

#include <cmath>

#include <fmt/format.h>

namespace gvlsim {

namespace {

void append_escaped(std::string& out, char character) {
    switch (character) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\b':
            out += "\\b";
            return;
        case '\f':
            out += "\\f";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            break;
    }
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || byte == 0x7f) {
        out += fmt::format("\\u{:04x}", byte);
    } else {
        out += character;
    }
}

}  // namespace

void append_json_text(std::string& out, std::string_view text) {
    while (!text.empty()) {
        const std::optional<std::size_t> invalid = invalid_utf8(text);
        for (const char character : text.substr(0, invalid.value_or(text.size()))) {
            append_escaped(out, character);
        }
        if (!invalid) { return; }
        out += "\\ufffd";
        text.remove_prefix(*invalid + 1);
    }
}

void JsonWriter::end() {
    const Level level = levels_.back();
    levels_.pop_back();
    if (level.layout == Layout::lines && !level.empty) { new_line(levels_.size()); }
    writer_.write({&level.closing, 1});
    if (levels_.empty()) { writer_.write("\n"); }
}

void JsonWriter::key(std::string_view name) {
    separate();
    scratch_.clear();
    scratch_ += '"';
    append_json_text(scratch_, name);
    scratch_ += "\": ";
    writer_.write(scratch_);
    after_key_ = true;
}

void JsonWriter::text(std::string_view value) {
    std::string quoted(1, '"');
    append_json_text(quoted, value);
    quoted += '"';
    put(quoted);
}

// The shortest digits that read back as the same number; JSON has no infinity. A ratio of 2 is
// 2.0: readers in Ruby would otherwise go on with whole numbers.
void JsonWriter::number(double value) {
    if (!std::isfinite(value)) {
        null();
        return;
    }
    std::string digits = fmt::format("{}", value);
    if (digits.find_first_of(".e") == std::string::npos) { digits += ".0"; }
    put(digits);
}

void JsonWriter::begin(char opening, char closing, Layout layout) {
    separate();
    writer_.write({&opening, 1});
    const bool in_line = !levels_.empty() && levels_.back().layout == Layout::line;
    levels_.push_back({closing, in_line ? Layout::line : layout});
}

void JsonWriter::separate() {
    if (after_key_ || levels_.empty()) {
        after_key_ = false;
        return;
    }
    Level& level = levels_.back();
    if (!level.empty) { writer_.write(level.layout == Layout::line ? ", " : ","); }
    level.empty = false;
    if (level.layout == Layout::lines) { new_line(levels_.size()); }
}

void JsonWriter::new_line(std::size_t depth) {
    scratch_.clear();
    scratch_ += '\n';
    scratch_.append(2 * depth, ' ');
    writer_.write(scratch_);
}

void JsonWriter::put(std::string_view value) {
    separate();
    writer_.write(value);
}

}  // namespace gvlsim
