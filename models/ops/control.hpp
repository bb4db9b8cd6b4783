// Instructions that only the compiler makes: jumps, loops and the end of a program.
#pragma once

#include "models/program.hpp"

namespace gvlsim::control {

[[nodiscard]] Instruction finish();               // the end of a thread's program
[[nodiscard]] Instruction jump(Address target);
// Starts a loop of `times` rounds; with none it goes on at the loop's end, which is `target`.
[[nodiscard]] Instruction loop_begin(const Times& times);
// Goes round without end.
[[nodiscard]] Instruction forever(Address body);
// Ends a round; while there are more it goes on at `body`.
[[nodiscard]] Instruction loop_end(Address body);

// One cpu segment of a length that is scaled already.
[[nodiscard]] Instruction scaled_work(Duration length);

}  // namespace gvlsim::control
