#include "models/report/comparison.hpp"

#include "models/report/format.hpp"
#include "models/scenario/result_key.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gvlsim {

namespace {

using Value = std::optional<double>;

// A division of two exact numbers, so one rounding: 12030876000 ns is the double nearest to
// 12.030876.
double seconds(Duration length) { return static_cast<double>(length.count()) / 1e9; }
double plain(std::uint64_t number) { return static_cast<double>(number); }

// Errors are quotients of rounded numbers: an error of exactly 2 % may come out as
// 0.0200000000000000018.
constexpr double slack = 1e-12;

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

Value error_of(Value simulated, double measured) {
    if (!simulated) { return std::nullopt; }
    if (measured == 0) { return *simulated == 0 ? Value{0} : std::nullopt; }
    return *simulated / measured - 1;
}

bool holds(const ComparedFigure& figure, double tolerance, std::size_t replications) {
    if (figure.error && std::abs(*figure.error) <= tolerance + slack) { return true; }
    if (replications < 2 || !figure.range) { return false; }
    const double widened = tolerance + slack;
    return figure.measured.value >= figure.range->first * (1 - widened) &&
           figure.measured.value <= figure.range->second * (1 + widened);
}

ComparedFigure compare_figure(const Measured& measured, std::size_t index,
                              std::span<const Observation> observations) {
    ComparedFigure figure;
    figure.measured = measured;
    double sum = 0;
    for (const Observation& observation : observations) {
        const Value value = observation.at(index);
        if (!value) { return figure; }
        sum += *value;
        if (!figure.range) { figure.range = {*value, *value}; }
        figure.range->first = std::min(figure.range->first, *value);
        figure.range->second = std::max(figure.range->second, *value);
    }
    if (observations.empty()) { return figure; }
    figure.simulated = sum / static_cast<double>(observations.size());
    figure.error = error_of(figure.simulated, measured.value);
    return figure;
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
            return named(thread_figures, *key, result.threads);
        case ResultSubject::pool:
            return named(pool_figures, *key, result.pools);
        case ResultSubject::span:
            return named(span_figures, *key, result.spans);
    }
    return std::nullopt;
}

Observation observe(const CaseHeader& header, const Result& result, const Summary& summary) {
    Observation observation;
    observation.reserve(header.measured.size());
    for (const Measured& measured : header.measured) {
        observation.push_back(figure(result, summary, measured.key));
    }
    return observation;
}

ComparedCase compare_case(const CaseHeader& header, std::optional<double> tolerance,
                          std::span<const Observation> observations) {
    ComparedCase compared;
    compared.name = header.name;
    compared.params = header.params;
    compared.tolerance = tolerance;
    compared.replications = observations.size();
    for (std::size_t index = 0; index < header.measured.size(); ++index) {
        ComparedFigure figure = compare_figure(header.measured[index], index, observations);
        if (tolerance) {
            figure.ok = holds(figure, *tolerance, observations.size());
            compared.ok = compared.ok.value_or(true) && *figure.ok;
        }
        compared.figures.push_back(std::move(figure));
    }
    return compared;
}

Comparison summarize(std::vector<ComparedCase> cases) {
    Comparison comparison;
    comparison.cases = std::move(cases);
    for (const ComparedCase& compared : comparison.cases) {
        comparison.judged_cases += compared.ok ? 1 : 0;
        comparison.failed_cases += compared.ok == false ? 1 : 0;
    }
    double sum = 0;
    std::size_t count = 0;
    for (const ComparedCase& compared : comparison.cases) {
        if (comparison.judged_cases > 0 && !compared.ok) { continue; }
        for (const ComparedFigure& figure : compared.figures) {
            if (!figure.error) { continue; }
            const double size = std::abs(*figure.error);
            sum += size;
            ++count;
            if (!comparison.worst || size > std::abs(comparison.worst->error)) {
                comparison.worst = {compared.name, figure.measured.key, *figure.error};
            }
        }
    }
    if (count > 0) { comparison.mean = sum / static_cast<double>(count); }
    return comparison;
}

std::string verdict(const Comparison& comparison) {
    const std::size_t judged = comparison.judged_cases;
    const std::size_t shown = comparison.cases.size();
    std::string text;
    if (judged == 0) {
        text = counted(shown, "case", "cases") + ", none judged";
    } else if (comparison.failed_cases > 0) {
        text = std::to_string(comparison.failed_cases) + " of " +
               counted(judged, "judged case", "judged cases") + " out of tolerance";
    } else {
        text = judged == 1 ? "1 judged case holds"
                           : "all " + std::to_string(judged) + " judged cases hold";
    }
    if (judged > 0 && judged < shown) {
        text += ", " + std::to_string(shown - judged) + " only shown";
    }
    if (comparison.worst && comparison.mean) {
        const Comparison::Worst& worst = *comparison.worst;
        text += "\nworst " + signed_percent(worst.error, 2) + " (" + worst.key +
                (worst.name.empty() ? ")" : " of " + worst.name + ")") + ", mean " +
                percent(*comparison.mean, 2);
    }
    return text;
}

}  // namespace gvlsim
