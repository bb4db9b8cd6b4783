// Colour for terminals; without it every text stays as it is.
#pragma once

#include <string>
#include <string_view>

namespace gvlsim {

struct Palette {
    bool colour = false;

    [[nodiscard]] std::string bold(std::string_view text) const { return in("1", text); }
    [[nodiscard]] std::string dim(std::string_view text) const { return in("2", text); }
    [[nodiscard]] std::string good(std::string_view text) const { return in("32", text); }
    [[nodiscard]] std::string bad(std::string_view text) const { return in("1;31", text); }
    [[nodiscard]] std::string odd(std::string_view text) const { return in("33", text); }

private:
    [[nodiscard]] std::string in(std::string_view code, std::string_view text) const {
        if (!colour) { return std::string{text}; }
        return std::string{"\x1b["}.append(code).append("m").append(text).append("\x1b[0m");
    }
};

}  // namespace gvlsim
