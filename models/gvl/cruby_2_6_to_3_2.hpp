#pragma once

#include "models/gvl/model.hpp"
#include "models/gvl/policy.hpp"

#include <memory>

namespace gvlsim {

[[nodiscard]] std::unique_ptr<LockPolicy> make_cruby_2_6_to_3_2(Machine& machine, Duration quantum);

}  // namespace gvlsim
