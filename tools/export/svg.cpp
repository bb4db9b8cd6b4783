#include "tools/export/svg.hpp"

#include "models/report/format.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

namespace gvlsim::svg {

namespace {

std::string class_of(std::string_view kind) {
    return kind.empty() ? "" : " class=\"" + std::string{kind} + "\"";
}

}  // namespace

std::string escaped(std::string_view given) {
    std::string out;
    while (!given.empty()) {
        const std::string_view valid = given.substr(0, invalid_utf8(given).value_or(given.size()));
        for (const char c : valid) {
            switch (c) {
                case '&':
                    out += "&amp;";
                    break;
                case '<':
                    out += "&lt;";
                    break;
                case '>':
                    out += "&gt;";
                    break;
                case '"':
                    out += "&quot;";
                    break;
                default:
                    out += c >= 0 && c < ' ' ? ' ' : c;
            }
        }
        given.remove_prefix(valid.size());
        if (!given.empty()) {
            out += "\xef\xbf\xbd";
            given.remove_prefix(1);
        }
    }
    return out;
}

std::string number(double value) {
    std::string text = fixed(value, 2);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') { text.pop_back(); }
    return text;
}

std::string opening(double width, double height, std::string_view title,
                    std::string_view description, std::string_view style) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"title description\">\n"
        "<title id=\"title\">{2}</title>\n<desc id=\"description\">{3}</desc>\n"
        "<style>\ntext {{ font: 12px sans-serif; fill: #000 }}\n"
        ".title {{ font-size: 15px; font-weight: bold }}\n"
        ".axis {{ stroke: #000; stroke-width: 1; fill: none }}\n"
        ".grid {{ stroke: #ccc; stroke-width: 1 }}\n.small {{ font-size: 11px }}\n{4}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        number(width), number(height), escaped(title), escaped(description), style);
}

std::string rectangle(double x, double y, double width, double height, std::string_view kind) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", number(x),
                       number(y), number(width), number(height), class_of(kind));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view kind) {
    return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>\n", number(x1),
                       number(y1), number(x2), number(y2), class_of(kind));
}

std::string text(double x, double y, std::string_view content, std::string_view kind,
                 std::string_view anchor) {
    return fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", number(x), number(y),
                       class_of(kind),
                       anchor == "start" ? "" : fmt::format(" text-anchor=\"{}\"", anchor),
                       escaped(content));
}

}  // namespace gvlsim::svg
