#include "tools/import/what_if.hpp"

#include "models/report/format.hpp"
#include "tools/export/table.hpp"

#include <algorithm>
#include <cmath>

namespace gvlsim {

namespace {

// Below this a change of the end or of the sum of lock waits is nothing to act upon.
constexpr double matters_from = 0.02;

// Nearest rank, as everywhere: the smallest value with at least `share` of all at or below it.
Duration percentile(const std::vector<Duration>& sorted, std::uint64_t percent) {
    if (sorted.empty()) { return Duration::zero(); }
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return sorted[rank - 1];
}

double change(Duration value, Duration present) {
    if (present == Duration::zero()) { return value == present ? 0 : INFINITY; }
    return static_cast<double>(value.count()) / static_cast<double>(present.count()) - 1;
}

std::string change_text(Duration value, Duration present) {
    const double ratio = change(value, present);
    return std::isfinite(ratio) ? signed_percent(ratio, 1) : std::string{"-"};
}

void add_row(Table& table, const Variant& variant, const Variant* present) {
    const bool whole = variant.kind == EndKind::completed;
    table.row({variant.name, milliseconds(variant.end) + (whole ? "" : " (cut)"),
               present == nullptr ? "" : change_text(variant.end, present->end),
               milliseconds(variant.lock_wait),
               present == nullptr ? "" : change_text(variant.lock_wait, present->lock_wait),
               std::to_string(variant.stalls), milliseconds(variant.p50),
               milliseconds(variant.p95), milliseconds(variant.p99), milliseconds(variant.longest),
               std::to_string(variant.preemptions)});
}

// The variant that changes the end, or else the lock wait, the most.
const Variant* strongest(const Variant& now, const std::vector<Variant>& variants,
                         Duration Variant::*figure) {
    const Variant* best = nullptr;
    for (const Variant& variant : variants) {
        if (best == nullptr || std::abs(change(variant.*figure, now.*figure)) >
                                   std::abs(change(best->*figure, now.*figure))) {
            best = &variant;
        }
    }
    return best;
}

std::string effect(const Variant& now, const std::vector<Variant>& variants) {
    const Variant* const end = strongest(now, variants, &Variant::end);
    const Variant* const wait = strongest(now, variants, &Variant::lock_wait);
    if (end == nullptr) { return {}; }
    if (std::abs(change(end->end, now.end)) >= matters_from) {
        return "The change matters: with " + end->name + " the run ends after " +
               milliseconds(end->end) + " ms instead of " + milliseconds(now.end) + " (" +
               change_text(end->end, now.end) + ").\n";
    }
    if (std::abs(change(wait->lock_wait, now.lock_wait)) >= matters_from) {
        return "The end hardly moves, but waiting does: with " + wait->name +
               " threads wait for the lock " + milliseconds(wait->lock_wait) +
               " ms in all instead of " + milliseconds(now.lock_wait) + ", and 1 in 100 stalls " +
               "is longer than " + milliseconds(wait->p99) + " ms instead of " +
               milliseconds(now.p99) + ".\n";
    }
    return "The change does not matter: neither the end nor the lock wait moves by 2 %.\n";
}

}  // namespace

Variant variant_of(std::string name, const Observed& observed) {
    Variant variant;
    variant.name = std::move(name);
    variant.end = observed.run_end - start_of_time;
    variant.lock_wait = observed.lock_wait();
    std::vector<Duration> stalls = observed.stalls;
    std::sort(stalls.begin(), stalls.end());
    variant.stalls = stalls.size();
    variant.p50 = percentile(stalls, 50);
    variant.p95 = percentile(stalls, 95);
    variant.p99 = percentile(stalls, 99);
    variant.longest = percentile(stalls, 100);
    variant.preemptions = observed.preemptions;
    variant.kind = observed.kind;
    return variant;
}

Variant variant_of(std::string name, const Scenario& scenario) {
    return variant_of(std::move(name), observe(scenario));
}

std::string to_text(const Variant& present, const std::vector<Variant>& variants) {
    Table table;
    table.column("what if", Table::Align::left);
    for (const char* heading : {"end ms", "change", "lock wait ms", "change", "stalls", "p50 ms",
                                "p95", "p99", "longest", "preempted"}) {
        table.column(heading);
    }
    add_row(table, present, nullptr);
    for (const Variant& variant : variants) { add_row(table, variant, &present); }
    std::string text;
    for (const std::string& line : table.lines()) { text += line + "\n"; }
    return text;
}

std::uint64_t bursts_beyond(const Observed& present, Duration quantum) {
    return static_cast<std::uint64_t>(
        std::count_if(present.bursts.begin(), present.bursts.end(),
                      [&](const Burst& burst) { return burst.contended > quantum; }));
}

std::string what_it_means(const Observed& present, const Variant& now,
                          const std::vector<Variant>& variants,
                          const std::vector<Duration>& quanta) {
    std::string text = effect(now, variants);
    if (quanta.empty()) { return text; }
    text += "A quantum cuts only what computes for longer than it while somebody waits: of " +
            counted(present.bursts.size(), "burst", "bursts") + " ";
    for (std::size_t index = 0; index < quanta.size(); ++index) {
        const bool last = index + 1 == quanta.size();
        text += (index == 0 ? "" : last ? " and " : ", ") +
                std::to_string(bursts_beyond(present, quanta[index])) + " did for " +
                exact_duration(quanta[index]);
    }
    return text + ".\n";
}

}  // namespace gvlsim
