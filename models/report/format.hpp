// Numbers as people read them. Whole numbers stay whole numbers all the way and nothing asks for
// a locale, so that a report is the same bytes on every machine.
#pragma once

#include "sim/time.hpp"

#include <string>

namespace gvlsim {

// Milliseconds with `decimals` (0 … 6) digits after the point, rounded half to even: "12030.876".
[[nodiscard]] std::string milliseconds(Duration length, int decimals = 3);

// The exact length as scenario files write it, in the largest unit that it fills: "77.121ms",
// "100ms", "12.5s", "0ns".
[[nodiscard]] std::string exact_duration(Duration length);

// `value` with `decimals` digits after the point: "1.282", "-5.07". Never "-0.00".
[[nodiscard]] std::string fixed(double value, int decimals);

// A share as percent with a sign where it is a difference: percent(0.359, 1) is "35.9 %",
// signed_percent(0.0031, 2) is "+0.31 %".
[[nodiscard]] std::string percent(double share, int decimals);
[[nodiscard]] std::string signed_percent(double share, int decimals);

// "1 thread", "3 threads".
[[nodiscard]] std::string counted(std::uint64_t number, const char* one, const char* many);

}  // namespace gvlsim
