#include "models/scenario/result_key.hpp"

#include <algorithm>
#include <array>

namespace gvlsim {
namespace {

constexpr std::array<std::string_view, 9> run_figures{"end_s",   "serial_s",    "waste_s",
                                                      "speedup", "utilisation", "amdahl",
                                                      "bound",   "threads",     "threads_at_once"};
constexpr std::array<std::string_view, 5> lock_figures{"held_s", "free_s", "handovers",
                                                       "preemptions", "ticks"};
constexpr std::array<std::string_view, 10> thread_figures{
    "end_s",     "cpu_s",    "lock_wait_s", "longest_lock_wait_s", "io_s", "sleep_s", "blocked_s",
    "preempted", "released", "solo_s"};
constexpr std::array<std::string_view, 5> pool_figures{"threads", "largest", "tasks", "queued",
                                                       "longest_queue_wait_s"};
constexpr std::array<std::string_view, 9> span_figures{
    "count", "mean_s", "p50_s", "p95_s", "p99_s", "max_s", "cpu_s", "io_s", "lock_wait_s"};

std::optional<ResultSubject> subject_named(std::string_view word) noexcept {
    if (word == "thread") { return ResultSubject::thread; }
    if (word == "pool") { return ResultSubject::pool; }
    if (word == "span") { return ResultSubject::span; }
    return std::nullopt;
}

}  // namespace

std::span<const std::string_view> figures(ResultSubject subject) noexcept {
    switch (subject) {
        case ResultSubject::run:
            return run_figures;
        case ResultSubject::lock:
            return lock_figures;
        case ResultSubject::thread:
            return thread_figures;
        case ResultSubject::pool:
            return pool_figures;
        case ResultSubject::span:
            return span_figures;
    }
    return {};
}

std::optional<ResultKey> parse_result_key(std::string_view text) noexcept {
    ResultKey key;
    key.figure = text;
    if (text.starts_with("lock.")) {
        key.subject = ResultSubject::lock;
        key.figure = text.substr(5);
    } else if (const std::size_t dot = text.find('.'); dot != std::string_view::npos) {
        const std::optional<ResultSubject> subject = subject_named(text.substr(0, dot));
        const std::size_t last = text.rfind('.');
        if (!subject || last <= dot + 1) { return std::nullopt; }
        key.subject = *subject;
        key.name = text.substr(dot + 1, last - dot - 1);
        key.figure = text.substr(last + 1);
    }
    const std::span<const std::string_view> known = figures(key.subject);
    if (std::find(known.begin(), known.end(), key.figure) == known.end()) { return std::nullopt; }
    return key;
}

}  // namespace gvlsim
