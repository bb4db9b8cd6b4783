// From the words of a call to the command that answers it.
#pragma once

#include "tools/cli/console.hpp"

#include <string>
#include <vector>

namespace gvlsim {

// Runs the command named by `words` (without the program's name) and returns the exit code.
// Everything written to `console` has been flushed. Throws OutputError.
[[nodiscard]] int command_line(std::vector<std::string> words, Console& console);

}  // namespace gvlsim
