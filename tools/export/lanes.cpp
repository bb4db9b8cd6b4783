#include "tools/export/lanes.hpp"

#include <algorithm>

namespace gvlsim {

Lanes::Lanes(const RunRecord& run, std::size_t lanes, std::size_t columns)
    : columns_{columns},
      length_{std::max<Duration>(Duration{1}, run.result.end - start_of_time)},
      spent_(lanes * columns * state_count, 0),
      owners_(columns, no_subject) {
    for (const Slice& slice : run.slices) {
        if (slice.thread < lanes) { spend(slice, slice.thread); }
    }
    find_owners(run);
}

// Calls visit(column, time spent in it). Exact in integers: column c covers [c L / n, (c+1) L / n).
template <typename Visitor>
void Lanes::for_columns(Instant begin, Instant end, Visitor visit) const {
    const auto count = static_cast<double>(columns_);
    const auto bound = [&](std::size_t column) {
        const auto part = static_cast<double>(length_.count()) / count;
        return start_of_time + Duration{static_cast<std::int64_t>(
                                   part * static_cast<double>(column))};
    };
    const double share = static_cast<double>((begin - start_of_time).count()) /
                         static_cast<double>(length_.count());
    auto column = static_cast<std::size_t>(std::clamp(share * count - 1, 0.0, count - 1));
    for (; column < columns_ && bound(column) < end; ++column) {
        const Instant right = column + 1 == columns_ ? end : bound(column + 1);
        const Duration inside = std::min(end, right) - std::max(begin, bound(column));
        if (inside > Duration::zero()) { visit(column, inside); }
    }
}

void Lanes::spend(const Slice& slice, std::size_t lane) {
    for_columns(slice.begin, slice.end, [&](std::size_t column, Duration inside) {
        spent_[(lane * columns_ + column) * state_count + static_cast<std::size_t>(slice.state)] +=
            inside.count();
    });
}

// Slices of one thread are in order, so a column's time per owner can be kept as a running best:
// the same owner often comes back within a column, so all its parts are added up first.
void Lanes::find_owners(const RunRecord& run) {
    std::vector<std::vector<std::pair<std::uint32_t, std::int64_t>>> held(columns_);
    for (const Slice& slice : run.slices) {
        if (slice.state != State::running) { continue; }
        for_columns(slice.begin, slice.end, [&](std::size_t column, Duration inside) {
            auto& owners = held[column];
            const auto known = std::find_if(owners.begin(), owners.end(), [&](const auto& one) {
                return one.first == slice.thread;
            });
            if (known == owners.end()) {
                owners.emplace_back(slice.thread, inside.count());
            } else {
                known->second += inside.count();
            }
        });
    }
    for (std::size_t column = 0; column < columns_; ++column) {
        std::int64_t longest = 0;
        for (const auto& [thread, time] : held[column]) {
            if (time > longest) {
                longest = time;
                owners_[column] = thread;
            }
        }
    }
}

std::optional<State> Lanes::state(std::size_t lane, std::size_t column) const {
    const std::int64_t* const spent = &spent_[(lane * columns_ + column) * state_count];
    const auto* const most = std::max_element(spent, spent + state_count);
    if (*most == 0) { return std::nullopt; }
    return static_cast<State>(most - spent);
}

}  // namespace gvlsim
