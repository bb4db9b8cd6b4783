// Cuts the text of a recording into its JSON objects, without minding what is between them.
#pragma once

#include "tools/import/byte_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace gvlsim {

// A recording is a list with an object per event. 9 of 29 real ones are not valid JSON: a comma
// before `]`, no `]` after a crash, a last line that ends in the middle. So commas and brackets
// between objects say nothing here. Recovery goes by lines, because gvl-tracing writes one object
// in each: a line that begins with `{` begins an object, even inside of another, and a text
// does not go on over the end of a line.
class ObjectScanner {
public:
    explicit ObjectScanner(ByteSource& source);

    // The text of the next object at most 64 KiB long; absent at the end. Valid until the next
    // call.
    [[nodiscard]] std::optional<std::string_view> next();

    [[nodiscard]] std::uint64_t damaged() const noexcept { return damaged_; }
    // The last object never ended.
    [[nodiscard]] bool cut() const noexcept { return cut_; }
    // The first byte that is not blank: `[` or `{` in a recording, 0 in an empty file.
    [[nodiscard]] char first_byte() const noexcept { return first_byte_; }

private:
    enum class Where : std::uint8_t { between, rubbish, object, text, escape };

    [[nodiscard]] bool refill();
    void enter_list();
    [[nodiscard]] bool step(char character);
    void begin_object();
    void drop_object(Where where);

    ByteSource& source_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;  // of the present object
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::size_t depth_ = 0;
    Where where_ = Where::between;
    bool line_start_ = true;  // only blanks since the last end of line
    bool listed_ = false;     // the objects are a member "traceEvents" of an outer object
    bool finished_ = false;
    bool cut_ = false;
    char first_byte_ = 0;
    std::uint64_t damaged_ = 0;
};

}  // namespace gvlsim
