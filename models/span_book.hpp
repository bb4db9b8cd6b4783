// Measured spans: how long a part of a thread's program took, and what the thread did meanwhile.
#pragma once

#include "models/report/result.hpp"
#include "models/thread.hpp"
#include "sim/time.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gvlsim {

// Lengths of one span. Percentiles are nearest rank, exact up to 10^6 samples; beyond that they
// come from buckets of equal ratio and are at most 0.4 % too large. Mean and maximum stay exact.
class SpanSamples {
public:
    void add(Duration length);
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    [[nodiscard]] Duration mean() const noexcept;     // rounded to the nearest nanosecond
    [[nodiscard]] Duration maximum() const noexcept { return maximum_; }
    // The smallest length that at least `percent` of all do not exceed. Sorts what it keeps.
    [[nodiscard]] Duration percentile(unsigned percent);

private:
    void count_in_bucket(Duration length);

    std::vector<Duration> exact_;
    std::vector<std::uint64_t> buckets_;  // used once there are too many to keep
    std::uint64_t count_ = 0;
    Duration maximum_{};
    std::uint64_t sum_seconds_ = 0;      // the sum in two parts, which together cannot overflow
    std::uint64_t sum_nanoseconds_ = 0;  // below 10^9
};

class SpanBook {
public:
    explicit SpanBook(std::size_t spans) : spans_(spans) {}

    // Spans of one thread nest; `end` ends the one begun last.
    void begin(const Thread& thread, std::uint32_t span, Instant now);
    void end(const Thread& thread, Instant now);
    [[nodiscard]] std::vector<SpanResult> results(const std::vector<std::string>& names);

private:
    // What a thread has done up to now.
    struct Totals {
        Duration cpu{};
        Duration waiting{};  // io and sleep
        Duration lock_wait{};
    };
    struct Open {
        std::uint32_t span;
        Instant began;
        Totals before;
    };
    struct Span {
        SpanSamples samples;
        Totals inside;
    };
    [[nodiscard]] static Totals totals(const Thread& thread, Instant now) noexcept;

    std::vector<Span> spans_;
    std::vector<std::vector<Open>> open_;  // by thread
};

}  // namespace gvlsim
