// Who waits for whom when nothing can happen any more.
#pragma once

#include "models/report/result.hpp"

#include <vector>

namespace gvlsim {

class Machine;

// One line for each thread that waits, in order of creation; idle workers of pools do not count.
// in_cycle: the thread waits, over any number of others, for itself. Linear in threads and waits.
[[nodiscard]] std::vector<DeadlockWait> explain_deadlock(Machine& machine);

}  // namespace gvlsim
