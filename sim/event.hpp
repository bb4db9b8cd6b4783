// What waits in the event queue: a plain record of 24 bytes, and the total order of events.
#pragma once

#include "sim/time.hpp"

#include <compare>
#include <cstdint>

namespace gvlsim {

// Which of two events of one instant comes first is decided by rank, then by the order in which
// they were scheduled. The meaning of the ranks belongs to the models.
using Rank = std::uint8_t;  // 0 … 3

// The order of events is (time, rank, sequence), stated only here: rank, sequence and kind are
// packed into `order` so that comparing two events takes at most two comparisons of integers.
// The kind lies below the sequence, which is unique, and so never decides.
struct Event {
    Instant time;
    std::uint64_t order;    // rank: 2 bits, sequence: 56 bits, kind: 6 bits
    std::uint32_t subject;  // usually a thread
    // Cancelling an event is making its stamp stale: whoever handles it compares the stamp with
    // the subject's present one.
    std::uint32_t stamp;

    [[nodiscard]] std::uint8_t kind() const noexcept {
        return static_cast<std::uint8_t>(order & 0x3f);
    }
    [[nodiscard]] Rank rank() const noexcept { return static_cast<Rank>(order >> 62); }
    // Whether an event of this time and order comes before `other`.
    [[nodiscard]] static bool comes_before(Instant time, std::uint64_t order,
                                           const Event& other) noexcept {
        return time != other.time ? time < other.time : order < other.order;
    }
    friend bool operator<(const Event& a, const Event& b) noexcept {
        return comes_before(a.time, a.order, b);
    }
};
static_assert(sizeof(Event) == 24);

[[nodiscard]] constexpr std::uint64_t event_order(Rank rank, std::uint64_t sequence,
                                                  std::uint8_t kind) noexcept {
    return (std::uint64_t{rank} << 62) | (sequence << 6) | kind;
}

}  // namespace gvlsim
