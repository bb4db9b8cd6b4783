// What the figures of a run add up to: speedup, waste, and what theory says about both.
#pragma once

#include "models/report/result.hpp"

#include <cstdint>
#include <optional>

namespace gvlsim {

// Ratios are absent where they would divide by zero.
struct Summary {
    Duration end{};
    Duration serial{};                     // all threads one after the other: the sum of `solo`
    Duration waiting{};                    // the io and sleep in `serial`
    std::optional<double> speedup;         // serial / end
    std::optional<Duration> unlocked_end;  // of the same run without a lock and without costs
    std::optional<Duration> waste;         // end - unlocked_end; absent where a run was cut
    std::optional<double> utilisation;     // time somebody ran with the lock / end

    // Theory. p = waiting / serial; s = threads at once.
    std::optional<double> waiting_share;  // p
    std::uint64_t threads_at_once = 0;    // s, without main
    std::optional<double> amdahl;         // 1 / (1 - p + p / s)
    std::optional<double> bound;          // min(s, 1 / (1 - p))
};

// `unlocked_end` comes from the function of that name in models/simulate.hpp.
[[nodiscard]] Summary summarize(const Result& result, std::optional<Duration> unlocked_end);

// True where the run came to the end that its scenario describes: main ended, or its `stop`.
[[nodiscard]] bool ended_as_written(EndKind kind) noexcept;

// True where a limit cut the run: exit code 3 of the command line.
[[nodiscard]] bool is_limit(EndKind kind) noexcept;

}  // namespace gvlsim
