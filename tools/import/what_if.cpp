#include "tools/import/what_if.hpp"

#include "models/report/format.hpp"
#include "models/report/summary.hpp"
#include "tools/export/run_report.hpp"
#include "tools/export/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace gvlsim {

namespace {

// Below this a change of the end or of the sum of lock waits is nothing to act upon.
constexpr double matters_from = 0.02;
// Twice nothing is nothing: below this in all, waiting cannot matter.
constexpr Duration negligible = std::chrono::milliseconds{1};
constexpr std::size_t most_quanta = 10;  // a sentence about more cannot be read

// Nearest rank, as everywhere: the smallest value with at least `share` of all at or below it.
Duration percentile(const std::vector<Duration>& sorted, std::uint64_t percent) {
    if (sorted.empty()) { return Duration::zero(); }
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return sorted[rank - 1];
}

std::string change_text(Duration value, Duration present) {
    const std::optional<double> ratio = change(value, present);
    return ratio ? signed_percent(*ratio, 1) : std::string{"-"};
}

double size_of_change(Duration value, Duration present) {
    return std::abs(change(value, present).value_or(std::numeric_limits<double>::infinity()));
}

// "quantum=10ms, model=cruby-3.4" -> "10ms, cruby-3.4": the values speak for themselves.
std::string short_name(std::string name) {
    for (const std::string_view key : {"quantum=", "model="}) {
        const std::size_t at = name.find(key);
        if (at == 0 || (at != std::string::npos && name[at - 1] == ' ')) {
            name.erase(at, key.size());
        }
    }
    return name;
}

void add_row(Table& table, const Variant& variant, const Variant* present) {
    if (variant.remark == "failed") {
        table.row({short_name(variant.name), "-", "", "-", "", "-", "-", "-", "-", "failed"});
        return;
    }
    const auto against = [&](Duration Variant::*figure) {
        return present == nullptr ? std::string{}
                                  : change_text(variant.*figure, present->*figure);
    };
    table.row({short_name(variant.name), milliseconds(variant.end), against(&Variant::end),
               milliseconds(variant.lock_wait), against(&Variant::lock_wait),
               std::to_string(variant.stalls), milliseconds(variant.p50),
               milliseconds(variant.p95), milliseconds(variant.p99), variant.remark});
}

std::string text_of(const Table& table) {
    std::string text;
    for (const std::string& line : table.lines()) { text += line + "\n"; }
    return text;
}

std::string main_table(const Variant& now, const std::vector<Variant>& variants) {
    Table table;
    table.column("what if", Table::Align::left);
    for (const char* heading : {"end ms", "change", "lock wait", "change", "stalls", "p50 ms",
                                "p95", "p99"}) {
        table.column(heading);
    }
    table.column("", Table::Align::left);
    add_row(table, now, nullptr);
    for (const Variant& variant : variants) { add_row(table, variant, &now); }
    return text_of(table);
}

const SpanResult* find_span(const Variant& variant, const std::string& name) {
    const auto found =
        std::find_if(variant.spans.begin(), variant.spans.end(),
                     [&](const SpanResult& span) { return span.name == name; });
    return found == variant.spans.end() ? nullptr : &*found;
}

// Of every span one block of rows, so that variants stand below each other.
std::string span_table(const Variant& now, const std::vector<Variant>& variants) {
    if (now.spans.empty()) { return {}; }
    Table table;
    table.column("span", Table::Align::left);
    table.column("what if", Table::Align::left);
    for (const char* heading : {"count", "p50 ms", "p95", "p99", "change of p99"}) {
        table.column(heading);
    }
    for (const SpanResult& present : now.spans) {
        const auto add = [&](const Variant& variant) {
            const SpanResult* const span = find_span(variant, present.name);
            if (span == nullptr) { return; }
            table.row({present.name, short_name(variant.name), std::to_string(span->count),
                       milliseconds(span->p50), milliseconds(span->p95), milliseconds(span->p99),
                       &variant == &now ? "" : change_text(span->p99, present.p99)});
        };
        add(now);
        for (const Variant& variant : variants) { add(variant); }
    }
    return "\n" + text_of(table);
}

// The variant that changes a figure the most; null where none came to its end.
const Variant* strongest(const Variant& now, const std::vector<Variant>& variants,
                         Duration Variant::*figure) {
    const Variant* best = nullptr;
    for (const Variant& variant : variants) {
        if (!variant.completed) { continue; }
        if (best == nullptr || size_of_change(variant.*figure, now.*figure) >
                                   size_of_change(best->*figure, now.*figure)) {
            best = &variant;
        }
    }
    return best;
}

std::string effect(const Variant& now, const std::vector<Variant>& variants) {
    const Variant* const end = strongest(now, variants, &Variant::end);
    const Variant* const wait = strongest(now, variants, &Variant::lock_wait);
    if (end == nullptr || !now.completed) { return {}; }
    if (size_of_change(end->end, now.end) >= matters_from) {
        return "The change matters: with " + end->name + " the run ends after " +
               milliseconds(end->end) + " ms instead of " + milliseconds(now.end) + " (" +
               change_text(end->end, now.end) + ").\n";
    }
    const bool some_wait = wait->lock_wait > negligible || now.lock_wait > negligible;
    if (some_wait && size_of_change(wait->lock_wait, now.lock_wait) >= matters_from) {
        return "The end hardly moves, but waiting does: with " + wait->name +
               " threads wait for the lock " + milliseconds(wait->lock_wait) +
               " ms in all instead of " + milliseconds(now.lock_wait) + ", and 1 in 100 stalls " +
               "is longer than " + milliseconds(wait->p99) + " ms instead of " +
               milliseconds(now.p99) + ".\n";
    }
    return "The change does not matter: neither the end nor the lock wait moves by 2 %.\n";
}

std::vector<Duration> quanta(const Variant& now, const std::vector<Variant>& variants) {
    std::set<Duration> all;
    if (now.quantum) { all.insert(*now.quantum); }
    for (const Variant& variant : variants) {
        if (variant.quantum) { all.insert(*variant.quantum); }
    }
    return {all.begin(), all.end()};
}

// Where one tick is enough to lose the lock, and up to 3.2 where a deadline is older than the
// burst, short bursts are cut as well.
std::string cut_by_ticks(const Observed& present, const std::vector<Variant>& variants) {
    const Variant* most = nullptr;
    for (const Variant& variant : variants) {
        if (!variant.quantum || bursts_beyond(present, *variant.quantum).count > 0) { continue; }
        if (most == nullptr || variant.preemptions > most->preemptions) { most = &variant; }
    }
    if (most == nullptr || most->preemptions == 0) { return {}; }
    return " Ticks cut shorter ones too: " + counted(most->preemptions, "time", "times") +
           " with " + most->name + ".";
}

// A quantum matters most where bursts exceed it while somebody waits.
std::string reason(const Present& present, const std::vector<Variant>& variants) {
    const std::vector<Duration> all = quanta(present.variant, variants);
    if (all.empty() || all.size() > most_quanta) { return {}; }
    const Observed& observed = present.observed;
    std::string text = "A quantum cuts bursts that go on beyond it while somebody waits. Of " +
                       counted(observed.bursts.size(), "burst", "bursts") + ", beyond ";
    for (std::size_t index = 0; index < all.size(); ++index) {
        const LongBursts beyond = bursts_beyond(observed, all[index]);
        text += (index == 0 ? "" : ", ") + exact_duration(all[index]) + ": " +
                std::to_string(beyond.count);
        if (beyond.count > 0) {
            text += " (" + percent(static_cast<double>(beyond.cpu.count()) /
                                       static_cast<double>(observed.cpu().count()),
                                   0) +
                    " of all cpu)";
        }
    }
    return text + "." + cut_by_ticks(observed, variants) + "\n";
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
    variant.preemptions = observed.preemptions;
    variant.spans = observed.spans;
    variant.completed = ended_as_written(observed.kind);
    if (observed.kind == EndKind::deadlock) { variant.remark = "deadlock"; }
    if (is_limit(observed.kind)) { variant.remark = "limit"; }
    return variant;
}

Variant variant_of(std::string name, const Scenario& scenario) {
    Variant variant = variant_of(std::move(name), observe(scenario));
    variant.quantum = effective_quantum(scenario);
    return variant;
}

Present::Present(const Scenario& scenario, Observed run)
    : observed{std::move(run)}, variant{variant_of("as it is", observed)} {
    variant.quantum = effective_quantum(scenario);
}

std::optional<double> change(Duration value, Duration present) {
    if (value == present) { return 0; }
    if (present == Duration::zero()) { return std::nullopt; }
    return static_cast<double>(value.count()) / static_cast<double>(present.count()) - 1;
}

LongBursts bursts_beyond(const Observed& present, Duration quantum) {
    LongBursts beyond;
    for (const Burst& burst : present.bursts) {
        if (burst.contended <= quantum) { continue; }
        ++beyond.count;
        beyond.cpu += burst.length;
    }
    return beyond;
}

std::string what_if_text(const Present& present, const std::vector<Variant>& variants) {
    const Variant& now = present.variant;
    return main_table(now, variants) + span_table(now, variants) + effect(now, variants) +
           reason(present, variants);
}

}  // namespace gvlsim
