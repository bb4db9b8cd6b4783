#include "models/scenario/json_text.hpp"

#include "models/scenario/findings.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace gvlsim {
namespace {

// Scenarios nest a dozen levels deep; a limit keeps readers that recurse from overflowing.
constexpr std::size_t deepest = 256;

// Builds the tree from the library's events. These carry no places, but they come in the order of
// the text, so walking along with them over the tokens gives the exact start of each.
class TreeBuilder {
public:
    TreeBuilder(std::string_view text, Tree& tree, Findings& findings)
        : text_(text),
          tree_(tree),
          findings_(findings),
          cursor_(text.starts_with("\xEF\xBB\xBF") ? 3 : 0) {}

    bool null() { return scalar(NodeKind::null, 4); }
    bool boolean(bool value) {
        scalar(NodeKind::truth, value ? 4 : 5);
        tree_.nodes.back().truth = value;
        return true;
    }
    bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
    bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
    bool number_float(double value, const std::string&) { return number(value); }
    bool binary(const std::vector<std::uint8_t>&) { return false; }  // not in JSON text
    bool string(std::string& value) {
        Node& node = add(NodeKind::string);
        node.text = string_token(value);
        node.refers = is_reference(node.text);
        if (node.refers) { mark_parents(); }
        return true;
    }
    bool key(std::string& value) {
        skip_to_token();
        key_offset_ = cursor_;
        key_ = string_token(value);
        key_waits_ = true;
        return true;
    }
    bool start_object(std::size_t) { return open(NodeKind::object); }
    bool end_object() {
        report_duplicates(tree_.nodes[open_.back()]);
        return close();
    }
    bool start_array(std::size_t) { return open(NodeKind::list); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::json::exception& problem);

    // Makes a tree that can be walked of what was read before a mistake.
    void abandon() {
        while (!open_.empty()) { seal(); }
    }

private:
    void skip_to_token();
    std::string_view string_token(const std::string& value);
    Node& add(NodeKind kind);
    bool scalar(NodeKind kind, std::size_t length) {
        add(kind);
        cursor_ += length;
        return true;
    }
    bool number(double value);
    bool open(NodeKind kind);
    bool close();
    void seal();
    void mark_parents() noexcept {
        for (const std::uint32_t index : open_) { tree_.nodes[index].refers = true; }
    }
    void report_duplicates(const Node& object);
    [[nodiscard]] std::string path() const;
    [[nodiscard]] Place place(std::size_t offset) const {
        const std::string key = key_waits_ ? "/" + escaped_pointer_part(key_) : std::string{};
        return {static_cast<std::int64_t>(offset), {}, {}, path() + key};
    }

    std::string_view text_;
    Tree& tree_;
    Findings& findings_;
    std::size_t cursor_;
    std::vector<std::uint32_t> open_;  // the objects and lists around the cursor
    std::string_view key_;
    std::size_t key_offset_ = 0;
    bool key_waits_ = false;  // for its value
};

// Whatever stands between two tokens has been checked by the library.
void TreeBuilder::skip_to_token() {
    while (cursor_ < text_.size()) {
        cursor_ = std::min(text_.find_first_not_of(" \t\r\n,:", cursor_), text_.size());
        if (text_.substr(cursor_, 2) == "//") {
            cursor_ = std::min(text_.find_first_of("\r\n", cursor_), text_.size());
        } else if (text_.substr(cursor_, 2) == "/*") {
            cursor_ = text_.find("*/", cursor_ + 2) + 2;
        } else {
            return;
        }
    }
}

// Moves over a string; the result is part of the text where that has no escapes.
std::string_view TreeBuilder::string_token(const std::string& value) {
    const std::size_t begin = ++cursor_;
    bool escapes = false;
    while (text_[cursor_] != '"') {
        const bool escape = text_[cursor_] == '\\';
        escapes = escapes || escape;
        cursor_ += escape ? 2 : 1;
    }
    const std::string_view plain = text_.substr(begin, cursor_++ - begin);
    return escapes ? std::string_view{tree_.unescaped.emplace_back(value)} : plain;
}

Node& TreeBuilder::add(NodeKind kind) {
    skip_to_token();
    Node node;
    node.kind = kind;
    node.offset = static_cast<std::uint32_t>(cursor_);
    if (!open_.empty()) {
        Node& parent = tree_.nodes[open_.back()];
        ++parent.size;
        if (parent.kind == NodeKind::object) {
            node.key = key_;
            node.key_offset = static_cast<std::uint32_t>(key_offset_);
            key_waits_ = false;
        }
    }
    return tree_.nodes.emplace_back(node);
}

bool TreeBuilder::number(double value) {
    Node& node = add(NodeKind::integer);
    const std::size_t end =
        std::min(text_.find_first_not_of("0123456789+-.eE", cursor_), text_.size());
    node.text = text_.substr(cursor_, end - cursor_);
    node.number = value;
    if (node.text.find_first_of(".eE") != std::string_view::npos) { node.kind = NodeKind::real; }
    cursor_ = end;
    return true;
}

bool TreeBuilder::open(NodeKind kind) {
    if (open_.size() == deepest) {
        skip_to_token();
        findings_.error(place(cursor_),
                        fmt::format("lists and objects are nested more than {} deep", deepest));
        return false;
    }
    add(kind);
    open_.push_back(static_cast<std::uint32_t>(tree_.nodes.size() - 1));
    ++cursor_;
    return true;
}

bool TreeBuilder::close() {
    skip_to_token();
    ++cursor_;
    seal();
    return true;
}

void TreeBuilder::seal() {
    Node& node = tree_.nodes[open_.back()];
    node.extent = static_cast<std::uint32_t>(tree_.nodes.size()) - open_.back();
    open_.pop_back();
}

// JSON pointer of the innermost object or list around the cursor.
std::string TreeBuilder::path() const {
    std::string pointer;
    for (std::size_t i = 1; i < open_.size(); ++i) {
        const Node& parent = tree_.nodes[open_[i - 1]];
        pointer += '/';
        pointer += parent.kind == NodeKind::object ? escaped_pointer_part(tree_.nodes[open_[i]].key)
                                                   : std::to_string(parent.size - 1);
    }
    return pointer;
}

void TreeBuilder::report_duplicates(const Node& object) {
    // The extent of an object that is still open is not known to it; walk up to the end instead.
    std::vector<const Node*> members;
    members.reserve(object.size);
    const Node* member = &object + 1;
    for (std::uint32_t i = 0; i < object.size; ++i, member += member->extent) {
        members.push_back(member);
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const Node* left, const Node* right) { return left->key < right->key; });
    for (std::size_t i = 1; i < members.size(); ++i) {
        if (members[i]->key == members[i - 1]->key) {
            findings_.error({members[i]->key_offset,
                             {},
                             {},
                             path() + "/" + escaped_pointer_part(members[i]->key)},
                            fmt::format("duplicate key {}", quoted(members[i]->key)),
                            "one of the two would be ignored silently; remove it");
        }
    }
}

// Without the library's own numbering and its echo of the text, which the message shows anyway.
std::string cleaned(std::string_view what) {
    if (const auto end = what.find(": "); what.find(" at line ") < end) {
        what.remove_prefix(end + 2);
    } else if (const auto bracket = what.find("] "); bracket != std::string_view::npos) {
        what.remove_prefix(bracket + 2);
    }
    std::string message{what};
    const std::size_t echo = message.find("; last read: '");
    if (echo != std::string::npos) { message.erase(echo, message.rfind('\'') - echo + 1); }
    return message;
}

// Bytes of a token that stands in a wrong place. The library's own `token` begins with the token
// only for strings and numbers.
std::size_t misplaced_length(std::string_view what, const std::string& token) {
    const auto unexpected = [&](std::string_view kind) {
        return what.find(std::string{"- unexpected "}.append(kind)) != std::string_view::npos;
    };
    if (unexpected("string") || unexpected("number")) {
        return token.find("<U+") == std::string::npos ? token.size() : 1;
    }
    return unexpected("true") || unexpected("null") ? 4 : unexpected("false") ? 5 : 1;
}

bool TreeBuilder::parse_error(std::size_t position, const std::string& token,
                              const nlohmann::json::exception& problem) {
    constexpr int number_overflow = 406;
    constexpr std::size_t longest_echo = 20;
    const bool overflow = problem.id == number_overflow;
    const std::string_view what = problem.what();
    // `position` is the number of bytes read. A token that is wrong in itself is shown where it
    // goes wrong, one in the wrong place at its start.
    const std::size_t length = overflow ? token.size() : misplaced_length(what, token);
    const std::size_t offset = std::min(position - std::min(position, length), text_.size());
    const std::string_view digits = std::string_view{token}.substr(0, longest_echo);
    findings_.error(place(offset), overflow ? fmt::format("the number {}{} is too large", digits,
                                                          token.size() > longest_echo ? "…" : "")
                                            : cleaned(what));
    return false;
}

}  // namespace

bool parse_json(std::string_view text, Document::Comments comments, Tree& tree,
                Findings& findings) {
    TreeBuilder builder{text, tree, findings};
    const bool complete = nlohmann::json::sax_parse(text.begin(), text.end(), &builder,
                                                    nlohmann::json::input_format_t::json, true,
                                                    comments == Document::Comments::accepted);
    builder.abandon();
    return complete;
}

}  // namespace gvlsim
