// Finds cycles among things that refer to each other: params, threads that spawn threads.
#pragma once

#include <cstdint>
#include <vector>

namespace gvlsim {

// What each thing, by its number, refers to.
using References = std::vector<std::vector<std::uint32_t>>;

// Things each of which refers to the next, and the last to the first; empty where there are none.
// Always the same cycle for the same references. Keeps its own stack, as chains may be long.
[[nodiscard]] std::vector<std::uint32_t> find_cycle(const References& references);

}  // namespace gvlsim
