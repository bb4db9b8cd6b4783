// The costs of the machine that a recording was made on, as far as the recording shows them.
#pragma once

#include "models/scenario/costs.hpp"
#include "tools/import/recorded_run.hpp"

#include <cstdint>

namespace gvlsim {

// The lengths of an imported scenario hold most costs already: its cpu the resuming and creating,
// its io the overshoot. What happens between the threads is left.
struct MeasuredCosts {
    Duration hand_over{};       // "switch": median from one thread's SUSPENDED to the next RESUMED
    Duration tick_overshoot{};  // median over the preemptions that came after whole quanta
    Duration timer_wake{};      // of platform linux, or less where the recording shows that; see
                                // the .cpp. Up to 3.2 there is none.
    std::uint64_t hand_overs = 0;   // seen; 0: `hand_over` is that of platform linux
    std::uint64_t preemptions = 0;  // the same for `tick_overshoot`
    bool usual_timer_wake = true;   // it is that of platform linux
};

[[nodiscard]] MeasuredCosts measure_costs(const RecordedRun& run);

}  // namespace gvlsim
