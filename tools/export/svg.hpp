// Pieces of SVG that the drawings share: text that any XML reader takes, numbers as short as they
// are exact, an axis, patterns that can be told apart in black and white.
#pragma once

#include <string>
#include <string_view>

namespace gvlsim::svg {

// Text for XML: markup escaped, characters that XML forbids replaced, invalid UTF-8 too.
[[nodiscard]] std::string escaped(std::string_view text);

// At most two decimals, no zeros at the end: "12", "12.5".
[[nodiscard]] std::string number(double value);

// The opening tag, title and description for screen readers, and the common style.
[[nodiscard]] std::string opening(double width, double height, std::string_view title,
                                  std::string_view description, std::string_view style);

[[nodiscard]] std::string rectangle(double x, double y, double width, double height,
                                    std::string_view kind);
[[nodiscard]] std::string line(double x1, double y1, double x2, double y2, std::string_view kind);
// `anchor`: start, middle or end.
[[nodiscard]] std::string text(double x, double y, std::string_view content,
                               std::string_view kind = {}, std::string_view anchor = "start");

}  // namespace gvlsim::svg
