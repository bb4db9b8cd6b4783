#pragma once

#include "models/gvl/model.hpp"
#include "models/gvl/policy.hpp"

#include <memory>

namespace gvlsim {

[[nodiscard]] std::unique_ptr<LockPolicy> make_cpython_old(Machine& machine, Duration);

}  // namespace gvlsim
