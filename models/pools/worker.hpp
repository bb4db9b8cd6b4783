// The program of a worker, and the end of the tasks in it.
#pragma once

#include "models/program.hpp"

namespace gvlsim::pools {

// Takes tasks one after the other, waits where there is none, ends when told to stop.
[[nodiscard]] Instruction worker();
// Stands after the body of each task.
[[nodiscard]] Instruction task_end();

}  // namespace gvlsim::pools
