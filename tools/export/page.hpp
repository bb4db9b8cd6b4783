// The page of `gvlsim trace`, made from page/*.{html,css,js} when the program is built; the text
// "@DATA@" stands where the runs go.
#pragma once

#include <string_view>

namespace gvlsim {

[[nodiscard]] std::string_view page_template() noexcept;

}  // namespace gvlsim
