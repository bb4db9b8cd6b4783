// The one place where text becomes a tree; json_text.cpp alone knows the JSON library.
#pragma once

#include "models/scenario/document.hpp"

namespace gvlsim {

// Fills `tree` from `text`, which is valid UTF-8. False, with a finding, where it is not JSON;
// `tree` then holds what came before the mistake.
[[nodiscard]] bool parse_json(std::string_view text, Document::Comments comments, Tree& tree,
                              Findings& findings);

}  // namespace gvlsim
