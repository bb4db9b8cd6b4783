// The text of a JSON file as a tree that keeps what messages and exact numbers need: the place of
// every value and the digits as written. It never changes once built and holds no copies of the
// text, so that reading a scenario from it again for every case of a sweep is cheap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

class Findings;

// `real` has a fraction or an exponent; `integer` may be of any size: its digits are the text.
enum class NodeKind : std::uint8_t { null, truth, integer, real, string, list, object };

// One value. The nodes of a document lie in the order of the text, so a value is followed by
// what it contains and then by its next sibling.
struct Node {
    class Children;

    NodeKind kind = NodeKind::null;
    bool truth = false;            // of `true` and `false`
    bool refers = false;           // this, or something in it, is `$name`
    std::uint32_t size = 0;        // values directly in this one
    std::uint32_t extent = 1;      // nodes from this one to its next sibling
    std::uint32_t offset = 0;      // first byte in the text
    std::uint32_t key_offset = 0;  // of the key, in objects
    std::string_view key;          // the key, in objects
    std::string_view text;         // digits of a number; characters of a string, unescaped
    double number = 0;             // value of a number, rounded

    [[nodiscard]] Children children() const noexcept;
    [[nodiscard]] const Node* find(std::string_view name) const noexcept;
};

class Node::Children {
public:
    class iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Node;
        using difference_type = std::ptrdiff_t;
        using pointer = const Node*;
        using reference = const Node&;
        iterator() = default;
        explicit iterator(const Node* at) noexcept : at_(at) {}
        reference operator*() const noexcept { return *at_; }
        pointer operator->() const noexcept { return at_; }
        iterator& operator++() noexcept {
            at_ += at_->extent;
            return *this;
        }
        iterator operator++(int) noexcept {
            const iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(iterator, iterator) = default;

    private:
        const Node* at_ = nullptr;
    };

    explicit Children(const Node& parent) noexcept : parent_(&parent) {}
    [[nodiscard]] iterator begin() const noexcept { return iterator{parent_ + 1}; }
    [[nodiscard]] iterator end() const noexcept { return iterator{parent_ + parent_->extent}; }

private:
    const Node* parent_;
};

inline Node::Children Node::children() const noexcept { return Children{*this}; }

inline const Node* Node::find(std::string_view name) const noexcept {
    for (const Node& child : children()) {
        if (child.key == name) { return &child; }
    }
    return nullptr;
}

// The nodes of a text, and the strings that differ from it because of escapes.
struct Tree {
    std::vector<Node> nodes;
    std::deque<std::string> unescaped;  // a deque does not move its elements
};

class Document {
public:
    enum class Comments : std::uint8_t { accepted, refused };

    // Parses `text`. Where it is not JSON, findings say why and valid() is false. Duplicate keys
    // are findings too, but leave a tree that can be read for further mistakes.
    Document(std::string text, Comments comments, Findings& findings);
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    [[nodiscard]] bool valid() const noexcept { return valid_; }
    // Only of a valid document.
    [[nodiscard]] const Node& root() const noexcept { return tree_.nodes.front(); }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] bool holds(const Node& node) const noexcept;
    // JSON pointer (RFC 6901) of the innermost value that begins at or before a byte and has not
    // ended there; a key belongs to its value.
    [[nodiscard]] std::string pointer_at(std::size_t offset) const;
    [[nodiscard]] std::string pointer(const Node& node) const { return pointer_at(node.offset); }

private:
    std::string text_;
    Tree tree_;
    bool valid_ = false;
};

// `text` is exactly `$name`, a reference to a param.
[[nodiscard]] bool is_reference(std::string_view text) noexcept;
// Letters, digits and `_`, at least one.
[[nodiscard]] bool is_param_name(std::string_view text) noexcept;
[[nodiscard]] std::string escaped_pointer_part(std::string_view part);

}  // namespace gvlsim
