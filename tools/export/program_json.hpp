// One case of a scenario as a plain program with nothing left to resolve: for tools/real, which
// runs it on real threads.
#pragma once

#include "models/draws.hpp"
#include "models/scenario/scenario.hpp"
#include "tools/export/writer.hpp"

#include <string>
#include <vector>

namespace gvlsim {

// The words of a scenario file, with params replaced, lengths in whole nanoseconds, pools as `min`,
// `max`, `queue`, `idle` and `fallback`, a `main` that is always there, and `draws`: a list for
// every stream, and for those of tasks also by the place of their submit.
void write_program(Writer& writer, const Scenario& scenario, const std::string& case_name,
                   const std::vector<StreamDraws>& draws);

}  // namespace gvlsim
