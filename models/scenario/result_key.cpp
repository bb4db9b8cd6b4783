#include "models/scenario/result_key.hpp"

#include <algorithm>
#include <iterator>

namespace gvlsim {
namespace {

constexpr std::string_view run_figures[] = {
    "end_s", "serial_s", "waste_s",         "speedup",  "utilisation", "amdahl",
    "bound", "threads",  "threads_at_once", "deadlock", "errors",      "lock_outs"};
constexpr std::string_view lock_figures[] = {"held_s", "free_s", "handovers", "preemptions",
                                             "ticks"};
constexpr std::string_view thread_figures[] = {
    "end_s",   "cpu_s",     "lock_wait_s", "longest_lock_wait_s", "io_s",
    "sleep_s", "blocked_s", "preempted",   "released",            "solo_s",
    "error",   "acquired",  "pushed",      "useless_wakeups",     "timed_out",
    "overtaken", "longest_wait_s", "locked_out"};
constexpr std::string_view pool_figures[] = {"threads", "largest", "tasks", "queued",
                                             "longest_queue_wait_s"};
constexpr std::string_view span_figures[] = {"count", "mean_s", "p50_s", "p95_s",      "p99_s",
                                             "max_s", "cpu_s",  "io_s",  "lock_wait_s"};
constexpr std::string_view object_figures[] = {"acquired",  "pushed",         "useless_wakeups",
                                               "timed_out", "overtaken",      "longest_wait_s",
                                               "fairness"};
constexpr std::string_view truths[] = {"deadlock", "locked_out"};
constexpr std::string_view error_is = ".error=";

constexpr ResultSubject named_subjects[] = {ResultSubject::thread, ResultSubject::pool,
                                            ResultSubject::span,   ResultSubject::mutex,
                                            ResultSubject::cv,     ResultSubject::queue};

std::optional<ResultSubject> subject_named(std::string_view name) noexcept {
    for (const ResultSubject subject : named_subjects) {
        if (word(subject) == name) { return subject; }
    }
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
        case ResultSubject::mutex:
        case ResultSubject::cv:
        case ResultSubject::queue:
            return object_figures;
    }
    return {};
}

std::string_view word(ResultSubject subject) noexcept {
    switch (subject) {
        case ResultSubject::run:
            return "";
        case ResultSubject::lock:
            return "lock";
        case ResultSubject::thread:
            return "thread";
        case ResultSubject::pool:
            return "pool";
        case ResultSubject::span:
            return "span";
        case ResultSubject::mutex:
            return "mutex";
        case ResultSubject::cv:
            return "cv";
        case ResultSubject::queue:
            return "queue";
    }
    return "";
}

FigureKind kind_of(std::string_view figure) noexcept {
    if (figure.ends_with("_s")) { return FigureKind::duration; }
    if (figure == "error") { return FigureKind::text; }
    return std::find(std::begin(truths), std::end(truths), figure) != std::end(truths)
               ? FigureKind::truth
               : FigureKind::number;
}

std::optional<ResultKey> parse_result_key(std::string_view text) noexcept {
    ResultKey key;
    if (const std::size_t at = text.find(error_is);
        text.starts_with("thread.") && at != std::string_view::npos) {
        key.text = text.substr(at + error_is.size());
        text = text.substr(0, at + error_is.size() - 1);
    }
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
