#include "tools/cli/console.hpp"

#include <cstdlib>
#include <string>

#include <unistd.h>

namespace gvlsim {

void Console::error(std::string_view text) {
    messages.write("gvlsim: " + message_palette.bad("error:") + " " + std::string{text} + "\n");
    messages.flush();
}

void Console::warning(std::string_view text) {
    messages.write("gvlsim: " + message_palette.odd("warning:") + " " + std::string{text} + "\n");
    messages.flush();
}

Palette palette_for(int descriptor) {
    const char* const no_colour = std::getenv("NO_COLOR");  // no-color.org: set and not empty
    const char* const terminal = std::getenv("TERM");
    const bool refused = no_colour != nullptr && *no_colour != '\0';
    const bool plain = terminal == nullptr || std::string_view{terminal} == "dumb";
    return Palette{.colour = !refused && !plain && ::isatty(descriptor) == 1};
}

}  // namespace gvlsim
