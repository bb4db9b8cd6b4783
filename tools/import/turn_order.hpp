// Whether two runs gave the lock to the same threads, one after the other.
#pragma once

#include "sim/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

// A thread got the lock, or began a job.
struct Turn {
    std::string thread;
    Instant time;
};

// The first place where another thread has its turn. Absent times: that run was over.
struct OrderDifference {
    std::uint64_t index = 0;  // from 0
    std::string recorded_thread, simulated_thread;
    std::optional<Instant> recorded_time, simulated_time;
};

struct OrderRow {
    std::string what;  // "turns with the lock", "jobs begun"
    std::uint64_t recorded = 0, simulated = 0;
    std::optional<OrderDifference> first;  // absent: the same to the end
    std::optional<std::uint64_t> alike;    // longest common sequence; absent: too different
};

[[nodiscard]] OrderRow compare_order(std::string what, const std::vector<Turn>& recorded,
                                     const std::vector<Turn>& simulated);

}  // namespace gvlsim
