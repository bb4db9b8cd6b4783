// JSON written straight into a Writer, so that a result of a million threads needs no tree in
// memory and whole numbers are never floating point.
#pragma once

#include "sim/time.hpp"
#include "tools/export/writer.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// Appends `text` as the inside of a JSON string; bytes that are not UTF-8 become U+FFFD.
void append_json_text(std::string& out, std::string_view text);

class JsonWriter {
public:
    // How the members of an object or list are laid out: below each other, or all in one line.
    // What lies inside a line stays in that line.
    enum class Layout : std::uint8_t { lines, line };

    explicit JsonWriter(Writer& writer) : writer_{writer} {}

    void begin_object(Layout layout = Layout::line) { begin('{', '}', layout); }
    void begin_list(Layout layout = Layout::line) { begin('[', ']', layout); }
    void end();  // of the innermost object or list; the outermost ends its line
    void key(std::string_view name);

    void text(std::string_view value);
    void truth(bool value) { put(value ? "true" : "false"); }
    void null() { put("null"); }
    void number(std::integral auto value) { put(std::to_string(value)); }
    void number(double value);
    void json(std::string_view value) { put(value); }  // already JSON

    // Members in one call.
    void member(std::string_view name, std::string_view value) {
        key(name);
        text(value);
    }
    void member(std::string_view name, bool value) {
        key(name);
        truth(value);
    }
    void member(std::string_view name, Duration value) {
        key(name);
        number(value.count());
    }
    template <typename Number>
    requires((std::integral<Number> && !std::same_as<Number, bool>) ||
             std::same_as<Number, double>) void member(std::string_view name, Number value) {
        key(name);
        number(value);
    }
    template <typename Value>
    void member(std::string_view name, const std::optional<Value>& value) {
        if (value) {
            member(name, *value);
        } else {
            key(name);
            null();
        }
    }
    void member(std::string_view name, const char* value) { member(name, std::string_view{value}); }

private:
    struct Level {
        char closing;
        Layout layout;
        bool empty = true;
    };

    void begin(char opening, char closing, Layout layout);
    void separate();
    void new_line(std::size_t depth);
    void put(std::string_view value);

    Writer& writer_;
    std::vector<Level> levels_;
    bool after_key_ = false;
    std::string scratch_;
};

}  // namespace gvlsim
