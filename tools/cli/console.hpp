// Where a command reads its words from and writes to.
#pragma once

#include "tools/export/palette.hpp"
#include "tools/export/writer.hpp"

#include <string_view>

namespace gvlsim {

// What the program tells the shell.
struct ExitCode {
    static constexpr int fine = 0;
    static constexpr int unsuccessful = 1;  // out of tolerance, or a deadlock
    static constexpr int unusable = 2;      // wrong usage, a bad scenario, output not writable
    static constexpr int limit = 3;         // --until, --max-events, a loop in zero time
};

// The two streams of a command: results to `out`, everything else to `messages`. Nothing may be
// written to `out` before it is certain that the command will not end with `unusable`.
struct Console {
    Writer& out;
    Writer& messages;
    Palette out_palette;
    Palette message_palette;

    // "gvlsim: error: ..." as a line of its own, at once.
    void error(std::string_view text);
    void warning(std::string_view text);
};

// Colour where `descriptor` is a terminal that understands it and NO_COLOR is not set.
[[nodiscard]] Palette palette_for(int descriptor);

}  // namespace gvlsim
