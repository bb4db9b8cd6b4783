#include "tools/import/round_trip.hpp"

#include "models/report/format.hpp"
#include "tools/export/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace gvlsim {

namespace {

constexpr double end_tolerance = 0.01;
constexpr double wait_tolerance = 0.05;
constexpr double negligible = 0.001;  // of the run
constexpr std::size_t shown_threads = 20;
constexpr std::int64_t most_differences = 4000;

double as_double(Duration length) { return static_cast<double>(length.count()); }

double error(Duration simulated, Duration recorded) {
    if (recorded == simulated) { return 0; }
    if (recorded == Duration::zero()) { return std::numeric_limits<double>::infinity(); }
    return as_double(simulated) / as_double(recorded) - 1;
}

// 2 × common / all, over bins of 10 ms, the tick of Ruby 3.3.
double alike(const std::vector<Duration>& one, const std::vector<Duration>& other) {
    constexpr Duration bin = std::chrono::milliseconds{10};
    if (one.empty() && other.empty()) { return 1; }
    std::unordered_map<std::int64_t, std::int64_t> bins;
    for (const Duration slice : one) { ++bins[slice / bin]; }
    std::size_t common = 0;
    for (const Duration slice : other) { common += bins[slice / bin]-- > 0 ? 1 : 0; }
    return 2 * static_cast<double>(common) / static_cast<double>(one.size() + other.size());
}

// The turns of the simulation with the recording's ids of threads.
std::vector<std::uint32_t> renamed(const Observed& simulated, const Observed& recorded) {
    std::unordered_map<std::string, std::uint32_t> ids;
    for (std::uint32_t id = 0; id < recorded.threads.size(); ++id) {
        ids[recorded.threads[id].name] = id;
    }
    std::vector<std::uint32_t> turns;
    turns.reserve(simulated.owners.size());
    for (const std::uint32_t owner : simulated.owners) {
        const auto found = ids.find(simulated.threads[owner].name);
        turns.push_back(found == ids.end() ? UINT32_MAX : found->second);
    }
    return turns;
}

void add_threads(RoundTrip& trip, const Observed& recorded, const Observed& simulated) {
    std::unordered_map<std::string, const ObservedThread*> by_name;
    for (const ObservedThread& thread : simulated.threads) { by_name[thread.name] = &thread; }
    const auto since_start = [](const ObservedThread& thread) -> std::optional<Duration> {
        if (!thread.end) { return std::nullopt; }
        return *thread.end - start_of_time;
    };
    for (const ObservedThread& thread : recorded.threads) {
        const auto found = by_name.find(thread.name);
        if (found == by_name.end()) { continue; }
        trip.threads.push_back({thread.name, since_start(thread), since_start(*found->second),
                                thread.lock_wait, found->second->lock_wait});
    }
}

std::string end_text(const std::optional<Duration>& end) {
    return end ? milliseconds(*end) : std::string{"-"};
}

std::string error_text(Duration simulated, Duration recorded) {
    const double value = error(simulated, recorded);
    return std::isfinite(value) ? signed_percent(value, 2) : std::string{"-"};
}

std::string table_text(const RoundTrip& trip) {
    Table table;
    table.column("thread", Table::Align::left);
    for (const char* heading : {"end ms, recorded", "simulated", "error", "lock wait ms, recorded",
                                "simulated", "error"}) {
        table.column(heading);
    }
    std::vector<const TripThread*> shown;
    for (const TripThread& thread : trip.threads) { shown.push_back(&thread); }
    if (shown.size() > shown_threads) {
        std::stable_sort(shown.begin(), shown.end(), [](const TripThread* a, const TripThread* b) {
            return a->recorded_wait > b->recorded_wait;
        });
        shown.resize(shown_threads);
    }
    for (const TripThread* thread : shown) {
        const bool ends = thread->recorded_end && thread->simulated_end;
        table.row({thread->name, end_text(thread->recorded_end), end_text(thread->simulated_end),
                   ends ? error_text(*thread->simulated_end, *thread->recorded_end) : "-",
                   milliseconds(thread->recorded_wait), milliseconds(thread->simulated_wait),
                   error_text(thread->simulated_wait, thread->recorded_wait)});
    }
    table.row({"all", milliseconds(trip.recorded_end), milliseconds(trip.simulated_end),
               error_text(trip.simulated_end, trip.recorded_end), milliseconds(trip.recorded_wait),
               milliseconds(trip.simulated_wait),
               error_text(trip.simulated_wait, trip.recorded_wait)});
    std::string text;
    for (const std::string& line : table.lines()) { text += line + "\n"; }
    if (trip.threads.size() > shown.size()) {
        text += "(the " + std::to_string(shown.size()) + " threads of " +
                std::to_string(trip.threads.size()) + " that waited longest)\n";
    }
    return text;
}

}  // namespace

double RoundTrip::end_error() const noexcept { return error(simulated_end, recorded_end); }

double RoundTrip::wait_error() const noexcept {
    const double difference = as_double(simulated_wait - recorded_wait);
    if (std::abs(difference) <= negligible * as_double(recorded_end)) { return 0; }
    return error(simulated_wait, recorded_wait);
}

bool RoundTrip::holds() const noexcept {
    return kind == EndKind::completed && std::abs(end_error()) <= end_tolerance &&
           std::abs(wait_error()) <= wait_tolerance;
}

RoundTrip compare_runs(const Observed& recorded, const Observed& simulated) {
    RoundTrip trip;
    add_threads(trip, recorded, simulated);
    trip.recorded_end = recorded.run_end - start_of_time;
    trip.simulated_end = simulated.run_end - start_of_time;
    trip.recorded_wait = recorded.lock_wait();
    trip.simulated_wait = simulated.lock_wait();
    trip.recorded_slices = recorded.slices.size();
    trip.simulated_slices = simulated.slices.size();
    trip.slices_alike = alike(recorded.slices, simulated.slices);
    trip.recorded_turns = recorded.owners.size();
    trip.simulated_turns = simulated.owners.size();
    trip.turns_alike =
        common_length(recorded.owners, renamed(simulated, recorded), most_differences);
    trip.kind = simulated.kind;
    return trip;
}

std::optional<std::uint64_t> common_length(const std::vector<std::uint32_t>& one,
                                           const std::vector<std::uint32_t>& other,
                                           std::int64_t most) {
    const auto n = static_cast<std::int64_t>(one.size());
    const auto m = static_cast<std::int64_t>(other.size());
    most = std::min(most, n + m);
    // furthest[k]: how far in `one` a path on diagonal k = x - y gets with d differences.
    std::vector<std::int64_t> furthest(static_cast<std::size_t>(2 * most + 3), 0);
    const auto on = [&](std::int64_t k) -> std::int64_t& {
        return furthest[static_cast<std::size_t>(k + most + 1)];
    };
    for (std::int64_t d = 0; d <= most; ++d) {
        for (std::int64_t k = -d; k <= d; k += 2) {
            std::int64_t x =
                k == -d || (k != d && on(k - 1) < on(k + 1)) ? on(k + 1) : on(k - 1) + 1;
            while (x < n && x - k < m && one[static_cast<std::size_t>(x)] ==
                                             other[static_cast<std::size_t>(x - k)]) {
                ++x;
            }
            on(k) = x;
            if (x >= n && x - k >= m) { return static_cast<std::uint64_t>((n + m - d) / 2); }
        }
    }
    return std::nullopt;
}

std::string to_text(const RoundTrip& trip, Palette palette) {
    std::string text = table_text(trip);
    text += "slices: " + std::to_string(trip.recorded_slices) + " recorded, " +
            std::to_string(trip.simulated_slices) + " simulated, " +
            percent(trip.slices_alike, 1) + " alike within 10 ms\n";
    text += "order:  " + std::to_string(trip.recorded_turns) + " turns recorded, " +
            std::to_string(trip.simulated_turns) + " simulated, " +
            (trip.turns_alike ? std::to_string(*trip.turns_alike) + " in the same order"
                              : std::string{"in another order"}) +
            "\n";
    if (trip.kind != EndKind::completed) {
        return text + palette.bad("the simulation does not come to its end") + "\n";
    }
    return text + (trip.holds()
                       ? palette.good("round trip holds") +
                             ": end within 1 %, lock wait within 5 %\n"
                       : palette.bad("round trip fails") +
                             ": end should be within 1 % and lock wait within 5 %; " +
                             "do not trust predictions made from this scenario\n");
}

}  // namespace gvlsim
