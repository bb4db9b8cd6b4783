#include "tools/import/turn_order.hpp"

#include "tools/import/round_trip.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace gvlsim {

namespace {

constexpr std::int64_t most_differences = 4000;

std::optional<OrderDifference> first_difference(const std::vector<Turn>& recorded,
                                                const std::vector<Turn>& simulated) {
    const auto same = [](const Turn& a, const Turn& b) { return a.thread == b.thread; };
    const auto [one, other] = std::mismatch(recorded.begin(), recorded.end(), simulated.begin(),
                                            simulated.end(), same);
    if (one == recorded.end() && other == simulated.end()) { return std::nullopt; }
    OrderDifference first;
    first.index = static_cast<std::uint64_t>(one - recorded.begin());
    if (one != recorded.end()) {
        first.recorded_thread = one->thread;
        first.recorded_time = one->time;
    }
    if (other != simulated.end()) {
        first.simulated_thread = other->thread;
        first.simulated_time = other->time;
    }
    return first;
}

}  // namespace

OrderRow compare_order(std::string what, const std::vector<Turn>& recorded,
                       const std::vector<Turn>& simulated) {
    OrderRow row;
    row.what = std::move(what);
    row.recorded = recorded.size();
    row.simulated = simulated.size();
    row.first = first_difference(recorded, simulated);
    std::map<std::string, std::uint32_t> ids;
    const auto numbers = [&](const std::vector<Turn>& turns) {
        std::vector<std::uint32_t> all;
        for (const Turn& turn : turns) {
            const auto id = static_cast<std::uint32_t>(ids.size());
            all.push_back(ids.try_emplace(turn.thread, id).first->second);
        }
        return all;
    };
    const std::vector<std::uint32_t> one = numbers(recorded);
    row.alike = common_length(one, numbers(simulated), most_differences);
    return row;
}

}  // namespace gvlsim
