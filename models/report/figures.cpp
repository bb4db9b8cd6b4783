#include "models/report/figures.hpp"

#include "models/report/starvation.hpp"
#include "models/scenario/result_key.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace gvlsim {

namespace {

using Value = std::optional<double>;

// A division of two exact numbers, so one rounding: 12030876000 ns is the double nearest to
// 12.030876.
double seconds(Duration length) { return static_cast<double>(length.count()) / 1e9; }
double plain(std::uint64_t number) { return static_cast<double>(number); }

template <typename Subject>
struct Figure {
    std::string_view key;
    Value (*value)(const Subject&);
};

struct Run {
    const Result& result;
    const Summary& summary;
};

constexpr std::array run_figures{
    Figure<Run>{"end_s", [](const Run& run) -> Value { return seconds(run.summary.end); }},
    Figure<Run>{"serial_s", [](const Run& run) -> Value { return seconds(run.summary.serial); }},
    Figure<Run>{"waste_s",
                [](const Run& run) -> Value {
                    if (!run.summary.waste) { return std::nullopt; }
                    return seconds(*run.summary.waste);
                }},
    Figure<Run>{"speedup", [](const Run& run) { return run.summary.speedup; }},
    Figure<Run>{"utilisation", [](const Run& run) { return run.summary.utilisation; }},
    Figure<Run>{"amdahl", [](const Run& run) { return run.summary.amdahl; }},
    Figure<Run>{"bound", [](const Run& run) { return run.summary.bound; }},
    Figure<Run>{"threads",
                [](const Run& run) -> Value {
                    return plain(run.result.threads.empty() ? 0 : run.result.threads.size() - 1);
                }},
    Figure<Run>{"threads_at_once",
                [](const Run& run) -> Value { return plain(run.summary.threads_at_once); }},
    Figure<Run>{"deadlock",
                [](const Run& run) -> Value {
                    return plain(run.result.kind == EndKind::deadlock ? 1 : 0);
                }},
    Figure<Run>{"errors",
                [](const Run& run) -> Value {
                    const std::vector<ThreadResult>& threads = run.result.threads;
                    return plain(static_cast<std::uint64_t>(
                        std::count_if(threads.begin(), threads.end(),
                                      [](const auto& thread) { return !thread.error.empty(); })));
                }},
    Figure<Run>{"lock_outs",
                [](const Run& run) -> Value { return plain(lock_outs(run.result).size()); }},
};

constexpr std::array lock_figures{
    Figure<LockResult>{"held_s", [](const LockResult& l) -> Value { return seconds(l.held); }},
    Figure<LockResult>{"free_s", [](const LockResult& l) -> Value { return seconds(l.free); }},
    Figure<LockResult>{"handovers",
                       [](const LockResult& l) -> Value { return plain(l.handovers); }},
    Figure<LockResult>{"preemptions",
                       [](const LockResult& l) -> Value { return plain(l.preemptions); }},
    Figure<LockResult>{"ticks", [](const LockResult& l) -> Value { return plain(l.ticks); }},
};

constexpr std::array thread_figures{
    Figure<ThreadResult>{"end_s",
                         [](const ThreadResult& t) -> Value {
                             if (!t.end) { return std::nullopt; }
                             return seconds(*t.end - start_of_time);
                         }},
    Figure<ThreadResult>{"cpu_s", [](const ThreadResult& t) -> Value { return seconds(t.cpu); }},
    Figure<ThreadResult>{"lock_wait_s",
                         [](const ThreadResult& t) -> Value { return seconds(t.lock_wait); }},
    Figure<ThreadResult>{
        "longest_lock_wait_s",
        [](const ThreadResult& t) -> Value { return seconds(t.longest_lock_wait); }},
    Figure<ThreadResult>{"io_s", [](const ThreadResult& t) -> Value { return seconds(t.io); }},
    Figure<ThreadResult>{"sleep_s",
                         [](const ThreadResult& t) -> Value { return seconds(t.sleep); }},
    Figure<ThreadResult>{"blocked_s",
                         [](const ThreadResult& t) -> Value { return seconds(t.blocked); }},
    Figure<ThreadResult>{"solo_s", [](const ThreadResult& t) -> Value { return seconds(t.solo); }},
    Figure<ThreadResult>{"preempted",
                         [](const ThreadResult& t) -> Value { return plain(t.preempted); }},
    Figure<ThreadResult>{"released",
                         [](const ThreadResult& t) -> Value { return plain(t.released); }},
};

constexpr std::array pool_figures{
    Figure<PoolResult>{"threads", [](const PoolResult& p) -> Value { return plain(p.threads); }},
    Figure<PoolResult>{"largest", [](const PoolResult& p) -> Value { return plain(p.largest); }},
    Figure<PoolResult>{"tasks", [](const PoolResult& p) -> Value { return plain(p.tasks); }},
    Figure<PoolResult>{"queued", [](const PoolResult& p) -> Value { return plain(p.queued); }},
    Figure<PoolResult>{"longest_queue_wait_s",
                       [](const PoolResult& p) -> Value { return seconds(p.longest_queue_wait); }},
};

constexpr std::array span_figures{
    Figure<SpanResult>{"count", [](const SpanResult& s) -> Value { return plain(s.count); }},
    Figure<SpanResult>{"mean_s", [](const SpanResult& s) -> Value { return seconds(s.mean); }},
    Figure<SpanResult>{"p50_s", [](const SpanResult& s) -> Value { return seconds(s.p50); }},
    Figure<SpanResult>{"p95_s", [](const SpanResult& s) -> Value { return seconds(s.p95); }},
    Figure<SpanResult>{"p99_s", [](const SpanResult& s) -> Value { return seconds(s.p99); }},
    Figure<SpanResult>{"max_s", [](const SpanResult& s) -> Value { return seconds(s.max); }},
    Figure<SpanResult>{"cpu_s", [](const SpanResult& s) -> Value { return seconds(s.cpu); }},
    Figure<SpanResult>{"io_s", [](const SpanResult& s) -> Value { return seconds(s.io); }},
    Figure<SpanResult>{"lock_wait_s",
                       [](const SpanResult& s) -> Value { return seconds(s.lock_wait); }},
};

// Of one thread at one object, or the sums of several (the largest of waits).
constexpr std::array use_figures{
    Figure<ObjectUse>{"acquired", [](const ObjectUse& u) -> Value { return plain(u.acquired); }},
    Figure<ObjectUse>{"pushed", [](const ObjectUse& u) -> Value { return plain(u.pushed); }},
    Figure<ObjectUse>{"useless_wakeups",
                      [](const ObjectUse& u) -> Value { return plain(u.useless_wakeups); }},
    Figure<ObjectUse>{"timed_out", [](const ObjectUse& u) -> Value { return plain(u.timed_out); }},
    Figure<ObjectUse>{"overtaken", [](const ObjectUse& u) -> Value { return plain(u.overtaken); }},
    Figure<ObjectUse>{"longest_wait_s",
                      [](const ObjectUse& u) -> Value { return seconds(u.longest_wait); }},
};

template <typename Figures, typename Subject>
Value field_of(const Figures& figures, std::string_view key, const Subject& subject) {
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [&](const auto& figure) { return figure.key == key; });
    return found == figures.end() ? std::nullopt : found->value(subject);
}

template <typename Figures, typename Subject>
Value named(const Figures& figures, const ResultKey& key, const std::vector<Subject>& subjects) {
    for (const Subject& subject : subjects) {
        if (subject.name == key.name) { return field_of(figures, key.figure, subject); }
    }
    return std::nullopt;
}

Why kind_of(ResultSubject subject) {
    return subject == ResultSubject::mutex ? Why::mutex
           : subject == ResultSubject::cv  ? Why::condition
                                           : Why::queue;
}

void add(ObjectUse& sum, const ObjectUse& use, bool acquired) {
    sum.acquired += acquired ? use.acquired : 0;
    sum.pushed += use.pushed;
    sum.useless_wakeups += use.useless_wakeups;
    sum.timed_out += use.timed_out;
    sum.overtaken = std::max(sum.overtaken, use.overtaken);
    sum.longest_wait = std::max(sum.longest_wait, use.longest_wait);
}

// "m" or "m@worker-1"; a thread that never came near the object got nothing there.
Value object_figure(const Result& result, const ResultKey& key) {
    const Why kind = kind_of(key.subject);
    if (key.figure == "fairness") {
        Value lowest;
        for (const Fairness& one : fairness(result)) {
            const bool meant = key.name == one.object || key.name == one.object + "@" + one.group;
            if (one.kind == kind && meant) { lowest = std::min(lowest.value_or(1), one.index); }
        }
        return lowest;
    }
    ObjectUse sum;
    for (const ObjectUse& use : result.uses) {
        const bool meant = key.name == use.object || key.name == use.object + "@" + use.thread;
        if (use.kind == kind && meant) { add(sum, use, true); }
    }
    return field_of(use_figures, key.figure, sum);
}

// At all mutexes and queues together; a signal is not something to have.
Value thread_use_figure(const Result& result, const ResultKey& key) {
    ObjectUse sum;
    for (const ObjectUse& use : result.uses) {
        if (use.thread == key.name) { add(sum, use, use.kind != Why::condition); }
    }
    return field_of(use_figures, key.figure, sum);
}

Value thread_figure(const Result& result, const ResultKey& key) {
    const auto thread =
        std::find_if(result.threads.begin(), result.threads.end(),
                     [&](const ThreadResult& one) { return one.name == key.name; });
    if (thread == result.threads.end()) { return std::nullopt; }
    if (key.figure == "error") {
        const bool wanted = key.text.data() == nullptr ||
                            thread->error.find(key.text) != std::string::npos;
        return plain(!thread->error.empty() && wanted ? 1 : 0);
    }
    if (key.figure == "locked_out") {
        const std::vector<LockOut> outs = lock_outs(result);
        return plain(std::any_of(outs.begin(), outs.end(), [&](const LockOut& one) {
                         return one.thread == key.name;
                     })
                         ? 1
                         : 0);
    }
    const Value own = field_of(thread_figures, key.figure, *thread);
    const bool is_use = std::any_of(use_figures.begin(), use_figures.end(),
                                    [&](const auto& one) { return one.key == key.figure; });
    return is_use ? thread_use_figure(result, key) : own;
}

}  // namespace

std::optional<double> figure(const Result& result, const Summary& summary, std::string_view text) {
    const std::optional<ResultKey> key = parse_result_key(text);
    if (!key) { return std::nullopt; }
    switch (key->subject) {
        case ResultSubject::run:
            return field_of(run_figures, key->figure, Run{result, summary});
        case ResultSubject::lock:
            return field_of(lock_figures, key->figure, result.lock);
        case ResultSubject::thread:
            return thread_figure(result, *key);
        case ResultSubject::pool:
            return named(pool_figures, *key, result.pools);
        case ResultSubject::span:
            return named(span_figures, *key, result.spans);
        case ResultSubject::mutex:
        case ResultSubject::cv:
        case ResultSubject::queue:
            return object_figure(result, *key);
    }
    return std::nullopt;
}

}  // namespace gvlsim
