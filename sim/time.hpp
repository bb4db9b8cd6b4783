// Virtual time: whole nanoseconds on a clock that only the event loop moves.
#pragma once

#include <chrono>
#include <cstdint>

namespace gvlsim {

// Length of time in nanoseconds. A floating point number cannot become one by accident:
// std::chrono refuses the conversion to an integral representation.
using Duration = std::chrono::duration<std::int64_t, std::nano>;

// The clock of a simulation. It has no now(): the present instant belongs to the event queue of
// one run, and reading a clock of the machine would make results depend on where they are made.
struct VirtualClock {
    using rep = Duration::rep;
    using period = Duration::period;
    using duration = Duration;
    using time_point = std::chrono::time_point<VirtualClock>;
    static constexpr bool is_steady = true;
};

// Point in virtual time; zero is the start of the run. Two instants cannot be added.
using Instant = VirtualClock::time_point;

inline constexpr Instant start_of_time{Duration::zero()};
// Past every event: 2^63-1 ns, about 292 years. Nothing can be scheduled there, see `later`.
inline constexpr Instant end_of_time{Duration::max()};

// `instant` + `length`, or end_of_time where the sum does not fit. The event loop ends a run that
// reaches end_of_time as a limit, so that an overflow is a result and never a wrapped number.
[[nodiscard]] constexpr Instant later(Instant instant, Duration length) noexcept {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(instant.time_since_epoch().count(), length.count(), &sum)) {
        return end_of_time;
    }
    return Instant{Duration{sum}};
}

}  // namespace gvlsim
