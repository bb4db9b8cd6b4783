#pragma once

#include "models/gvl/model.hpp"
#include "models/gvl/policy.hpp"

#include <memory>

namespace gvlsim {

// Versions whose rules differ inside the generation. Up to 2.4 and 2.5 differ in Mutex only.
enum class TimerThreadRuby : unsigned char { v1_9, v2_0_to_2_4, v2_5 };

[[nodiscard]] std::unique_ptr<LockPolicy> make_cruby_1_9_to_2_5(Machine& machine,
                                                                TimerThreadRuby version,
                                                                Duration quantum);

}  // namespace gvlsim
