#include "tools/import/object_scanner.hpp"

#include <algorithm>
#include <cstring>

namespace gvlsim {

namespace {

constexpr std::size_t longest_object = std::size_t{64} * 1024;
constexpr std::size_t block = std::size_t{256} * 1024;

bool is_blank(char character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

}  // namespace

ObjectScanner::ObjectScanner(ByteSource& source) : source_{source}, buffer_(block) {
    while (end_ < longest_object && refill()) {}
    constexpr std::string_view mark = "\xef\xbb\xbf";  // some editors put it in front
    if (std::string_view{buffer_.data(), end_}.starts_with(mark)) { at_ = mark.size(); }
    while (at_ < end_ && is_blank(buffer_[at_])) { ++at_; }
    first_byte_ = at_ < end_ ? buffer_[at_] : '\0';
    if (first_byte_ == '{') { enter_list(); }
}

// The object form of the trace event format: {"displayTimeUnit": "ms", "traceEvents": [...]}.
void ObjectScanner::enter_list() {
    const std::string_view head{buffer_.data() + at_, end_ - at_};
    const std::size_t list = head.find("\"traceEvents\"");
    if (list == std::string_view::npos || list > head.find("\"ph\"")) { return; }
    const std::size_t bracket = head.find('[', list);
    if (bracket == std::string_view::npos) { return; }
    at_ += bracket + 1;
    line_start_ = false;
    listed_ = true;
}

std::optional<std::string_view> ObjectScanner::next() {
    while (!finished_) {
        if (at_ == end_ && !refill()) {
            finished_ = true;
            cut_ = where_ != Where::between && where_ != Where::rubbish;
            return std::nullopt;
        }
        while (at_ < end_) {
            const char character = buffer_[at_];
            const bool complete = step(character);
            line_start_ = character == '\n' || (line_start_ && is_blank(character));
            ++at_;
            if (complete) { return std::string_view{buffer_.data() + begin_, at_ - begin_}; }
            if (finished_) { break; }
        }
    }
    return std::nullopt;
}

// Moves the beginning of an unfinished object to the front and reads more behind it.
bool ObjectScanner::refill() {
    const bool inside = where_ != Where::between && where_ != Where::rubbish;
    const std::size_t keep = inside ? begin_ : at_;
    if (keep > 0) {
        std::memmove(buffer_.data(), buffer_.data() + keep, end_ - keep);
        at_ -= keep;
        end_ -= keep;
        begin_ = 0;
    }
    const std::size_t got = source_.read(std::span{buffer_}.subspan(end_));
    end_ += got;
    return got > 0;
}

// True where `character` ends an object.
bool ObjectScanner::step(char character) {
    switch (where_) {
        case Where::rubbish:
            if (character == '\n') { where_ = Where::between; }
            return false;
        case Where::between:
            if (character == '{') {
                begin_object();
            } else if (character == ']' && listed_) {
                finished_ = true;
            } else if (!is_blank(character) && std::string_view{",[]"}.find(character) ==
                                                   std::string_view::npos) {
                ++damaged_;
                where_ = Where::rubbish;
            }
            return false;
        case Where::escape:
            where_ = Where::text;
            break;
        case Where::text:
            if (character == '"') { where_ = Where::object; }
            if (character == '\\') { where_ = Where::escape; }
            break;
        case Where::object:
            if (character == '"') { where_ = Where::text; }
            if (character == '{') {
                if (line_start_) {
                    drop_object(Where::between);
                    begin_object();
                    return false;
                }
                ++depth_;
            }
            if (character == '}' && --depth_ == 0) {
                where_ = Where::between;
                return true;
            }
            break;
    }
    const bool broken_text = character == '\n' && where_ != Where::object;
    if (broken_text) { drop_object(Where::between); }
    if (at_ - begin_ >= longest_object) { drop_object(Where::rubbish); }
    return false;
}

void ObjectScanner::begin_object() {
    begin_ = at_;
    depth_ = 1;
    where_ = Where::object;
}

void ObjectScanner::drop_object(Where where) {
    ++damaged_;
    where_ = where;
    begin_ = at_;
}

}  // namespace gvlsim
