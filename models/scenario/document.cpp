#include "models/scenario/document.hpp"

#include "models/scenario/findings.hpp"
#include "models/scenario/json_text.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

Place at(std::size_t offset) { return {static_cast<std::int64_t>(offset), {}, {}}; }

bool blank(std::string_view text) noexcept {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Whether the text can be given to the JSON library at all. It takes a NUL byte for the end of
// the text, and does not look at the bytes of comments.
bool readable(std::string_view text, Findings& findings) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        findings.error(at(0), "the file is UTF-16, not UTF-8", "save it as UTF-8");
        return false;
    }
    if (text.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
        findings.error({}, "the file is larger than 2 GiB");
        return false;
    }
    bool fine = true;
    if (const std::optional<std::size_t> bad = invalid_utf8(text)) {
        findings.error(
            at(*bad),
            fmt::format("byte 0x{:02X} is not valid UTF-8", static_cast<unsigned char>(text[*bad])),
            "save the file as UTF-8");
        fine = false;
    }
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        findings.error(at(nul), "a NUL byte cannot stand in JSON");
        fine = false;
    }
    if (fine && blank(text.starts_with(byte_order_mark) ? text.substr(3) : text)) {
        findings.error(at(0), "the file is empty",
                       "a scenario begins with { \"format\": 1, \"runtime\": …, \"threads\": … }");
        fine = false;
    }
    return fine;
}

// The first byte that belongs to a node.
std::size_t start_of(const Node& node) noexcept {
    return node.key_offset != 0 ? node.key_offset : node.offset;
}

}  // namespace

Document::Document(std::string text, Comments comments, Findings& findings)
    : text_(std::move(text)) {
    valid_ = readable(text_, findings) && parse_json(text_, comments, tree_, findings);
}

bool Document::holds(const Node& node) const noexcept {
    const std::less<const Node*> before;
    const Node* begin = tree_.nodes.data();
    return !before(&node, begin) && before(&node, begin + tree_.nodes.size());
}

std::string Document::pointer_at(std::size_t offset) const {
    std::string pointer;
    if (tree_.nodes.empty()) { return pointer; }
    const Node* node = &tree_.nodes.front();
    while (true) {
        const Node* inner = nullptr;
        std::size_t index = 0;
        std::size_t inner_index = 0;
        for (const Node& child : node->children()) {
            if (start_of(child) > offset) { break; }
            inner = &child;
            inner_index = index++;
        }
        if (inner == nullptr) { return pointer; }
        pointer += '/';
        pointer += node->kind == NodeKind::object ? escaped_pointer_part(inner->key)
                                                  : std::to_string(inner_index);
        node = inner;
    }
}

bool is_param_name(std::string_view text) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '_';
    });
}

bool is_reference(std::string_view text) noexcept {
    return text.starts_with('$') && is_param_name(text.substr(1));
}

std::string escaped_pointer_part(std::string_view part) {
    std::string result;
    for (const char letter : part) {
        if (letter == '~') {
            result += "~0";
        } else if (letter == '/') {
            result += "~1";
        } else if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F) {
            result += '?';  // a pointer stands in a line of a message
        } else {
            result += letter;
        }
    }
    return result;
}

}  // namespace gvlsim
