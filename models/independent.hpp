// Threads that share nothing but the lock: the end of their run without one follows from the run
// with it, so that nobody has to simulate it.
#pragma once

#include "models/report/result.hpp"
#include "models/scenario/scenario.hpp"

#include <optional>

namespace gvlsim {

// Where main only creates and joins and no operation concerns another thread or an object, each
// thread draws the same lengths with and without a lock, and alone it takes their sum, its `solo`.
// Absent in all other scenarios. `locked` must be the completed run of `scenario`.
[[nodiscard]] std::optional<Duration> end_of_independent(const Scenario& scenario,
                                                         const Result& locked);

}  // namespace gvlsim
