// Values of params as people and JSON results see them.
#include "models/scenario/contents.hpp"

#include "models/scenario/wording.hpp"

namespace gvlsim {
namespace {

// A param may hold a whole program, and params in it others. Results name the values; beyond this
// size references stay as written.
constexpr std::size_t longest_text = 10'000;
constexpr std::size_t deepest_value = 300;

std::string_view unescaped(std::string_view text) noexcept {
    return text.starts_with("$$") ? text.substr(1) : text;
}

const Node& resolved(const Node& written, const Environment& environment) noexcept {
    const Node* node = &written;
    for (std::size_t steps = 0; steps <= environment.values.size(); ++steps) {
        const bool refers = node->kind == NodeKind::string && node->refers;
        const auto index = refers ? environment.params->find(node->text.substr(1)) : std::nullopt;
        if (!index || environment.values[*index] == nullptr) { return *node; }
        node = environment.values[*index];
    }
    return written;
}

class Writer {
public:
    explicit Writer(const Environment& environment) noexcept : environment_(environment) {}

    void write(const Node& written) {
        const bool follow = text_.size() < longest_text && depth_ < deepest_value;
        const Node& node = follow ? resolved(written, environment_) : written;
        switch (node.kind) {
            case NodeKind::null:
                text_ += "null";
                break;
            case NodeKind::truth:
                text_ += node.truth ? "true" : "false";
                break;
            case NodeKind::integer:
            case NodeKind::real:
                text_ += node.text;
                break;
            case NodeKind::string:
                text_ += json_quoted(unescaped(node.text));
                break;
            case NodeKind::list:
                write_parts(node, '[', ']');
                break;
            case NodeKind::object:
                write_parts(node, '{', '}');
                break;
        }
    }
    [[nodiscard]] std::string take() noexcept { return std::move(text_); }

private:
    void write_parts(const Node& node, char open, char close) {
        ++depth_;
        text_ += open;
        bool first = true;
        for (const Node& part : node.children()) {
            if (!first) { text_ += ','; }
            first = false;
            if (node.kind == NodeKind::object) { text_ += json_quoted(part.key) + ':'; }
            write(part);
        }
        text_ += close;
        --depth_;
    }

    const Environment& environment_;
    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace

std::string json_of(const Node& value, const Environment& environment) {
    Writer writer{environment};
    writer.write(value);
    return writer.take();
}

std::string label_of(const Node& value, const Environment& environment) {
    const Node& node = resolved(value, environment);
    return node.kind == NodeKind::string ? std::string{unescaped(node.text)}
                                         : json_of(node, environment);
}

}  // namespace gvlsim
