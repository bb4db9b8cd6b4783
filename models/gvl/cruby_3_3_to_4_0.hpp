#pragma once

#include "models/gvl/model.hpp"
#include "models/gvl/policy.hpp"

#include <memory>

namespace gvlsim {

// Versions whose rules differ inside the generation.
enum class ModernRuby : unsigned char { v3_3, v3_4, v4_0 };

[[nodiscard]] std::unique_ptr<LockPolicy> make_cruby_3_3_to_4_0(Machine& machine,
                                                                ModernRuby version,
                                                                Duration quantum);

// 10 ms ticks, the n-th of which preempts; absent where 32-bit microseconds never reach the limit.
[[nodiscard]] std::optional<Duration> effective_quantum_3_3_to_4_0(Duration asked);

}  // namespace gvlsim
