#include "models/report/summary.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

// Products of a time and a number of threads need more than 64 bits. Working out each formula as
// one fraction of whole numbers leaves a single rounding, the same with every compiler.
__extension__ typedef __int128 Wide;

std::optional<double> ratio(Wide numerator, Wide denominator) {
    if (denominator == 0) { return std::nullopt; }
    return static_cast<double>(numerator) / static_cast<double>(denominator);
}

// Sum that stops at the longest duration: a million threads can sleep 292 years each.
Duration plus(Duration sum, Duration length) {
    std::int64_t total = 0;
    if (__builtin_add_overflow(sum.count(), length.count(), &total)) { return Duration::max(); }
    return Duration{total};
}

void add_theory(Summary& summary) {
    const Wide serial = summary.serial.count();
    const Wide waiting = std::min(summary.waiting, summary.serial).count();
    // A program without threads of its own runs everything in main: one at a time.
    const Wide threads = std::max<std::uint64_t>(summary.threads_at_once, 1);
    summary.waiting_share = ratio(waiting, serial);
    if (serial == 0) { return; }
    summary.amdahl = ratio(serial * threads, (serial - waiting) * threads + waiting);
    const bool threads_bind = serial >= threads * (serial - waiting);
    summary.bound = threads_bind ? ratio(threads, 1) : ratio(serial, serial - waiting);
}

}  // namespace

Summary summarize(const Result& result, std::optional<Duration> unlocked_end) {
    Summary summary;
    summary.end = result.end - start_of_time;
    for (const ThreadResult& thread : result.threads) {
        summary.serial = plus(summary.serial, thread.solo);
        summary.waiting = plus(summary.waiting, thread.solo_waiting);
    }
    summary.speedup = ratio(summary.serial.count(), summary.end.count());
    summary.utilisation = ratio(result.lock.held.count(), summary.end.count());
    if (ended_as_written(result.kind) && unlocked_end) {
        summary.unlocked_end = unlocked_end;
        summary.waste = summary.end - *unlocked_end;
    }
    summary.threads_at_once = result.largest_alive;
    add_theory(summary);
    return summary;
}

bool ended_as_written(EndKind kind) noexcept {
    return kind == EndKind::completed || kind == EndKind::stopped;
}

bool is_limit(EndKind kind) noexcept {
    return !ended_as_written(kind) && kind != EndKind::deadlock;
}

}  // namespace gvlsim
