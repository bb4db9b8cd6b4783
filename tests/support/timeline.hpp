// The whole timeline of a run in memory, and its figures as short texts: a test compares
// `resumed(run, "B")` with "47 144 241", the times that a specification prints.
#pragma once

#include "models/record_kinds.hpp"
#include "models/simulate.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim::test {

struct Timeline {
    std::vector<Record> rows;  // ticks among them
    std::vector<std::string> details;  // by row
    Result result;

    [[nodiscard]] const std::string& name(std::uint32_t thread) const {
        return result.threads[thread].name;
    }
    [[nodiscard]] std::uint32_t thread(std::string_view name) const {
        const auto found = std::find_if(result.threads.begin(), result.threads.end(),
                                        [&](const ThreadResult& one) { return one.name == name; });
        return static_cast<std::uint32_t>(found - result.threads.begin());
    }
};

[[nodiscard]] inline RecordKind kind(const Record& row) noexcept {
    return static_cast<RecordKind>(row.kind);
}
// Of a SUSPENDED row.
[[nodiscard]] inline Why why(const Record& row) noexcept { return static_cast<Why>(row.detail); }
// Of a TICK row.
[[nodiscard]] inline TickOutcome outcome(const Record& row) noexcept {
    return static_cast<TickOutcome>(row.detail);
}

// 77.5 of 77'500'000 ns: milliseconds without the zeros at the end, exact.
[[nodiscard]] inline std::string milliseconds(Duration length) {
    const std::int64_t whole = length.count() / 1'000'000;
    std::string rest = std::to_string(1'000'000 + length.count() % 1'000'000).substr(1);
    rest.erase(rest.find_last_not_of('0') + 1);
    return std::to_string(whole) + (rest.empty() ? "" : "." + rest);
}
[[nodiscard]] inline std::string milliseconds(Instant instant) {
    return milliseconds(instant.time_since_epoch());
}

class TimelineKeeper final : public TimelineSink {
public:
    explicit TimelineKeeper(Timeline& timeline) : timeline_(timeline) {}
    void begin(const Names& names) override { names_ = &names; }
    void take(std::span<const Record> records) override {
        for (const Record& record : records) {
            timeline_.rows.push_back(record);
            timeline_.details.push_back(names_->detail(record));
        }
    }
    void end(const Result&) override {}

private:
    Timeline& timeline_;
    const Names* names_ = nullptr;
};

[[nodiscard]] inline Timeline record(const Scenario& scenario, RunOptions options = {}) {
    Timeline timeline;
    TimelineKeeper keeper{timeline};
    options.sink = &keeper;
    timeline.result = simulate(scenario, options);
    return timeline;
}

// Times in milliseconds, one blank between: "0 77 254.5".
template <typename Condition>
[[nodiscard]] std::string times_of(const Timeline& run, Condition condition) {
    std::string text;
    for (const Record& row : run.rows) {
        if (condition(row)) {
            text += (text.empty() ? "" : " ") + milliseconds(row.time);
        }
    }
    return text;
}

[[nodiscard]] inline std::string rows_of(const Timeline& run, RecordKind wanted,
                                         std::string_view name) {
    const std::uint32_t thread = run.thread(name);
    return times_of(run, [&](const Record& row) {
        return kind(row) == wanted && row.subject == thread;
    });
}
[[nodiscard]] inline std::string ready(const Timeline& run, std::string_view name) {
    return rows_of(run, RecordKind::ready, name);
}
[[nodiscard]] inline std::string resumed(const Timeline& run, std::string_view name) {
    return rows_of(run, RecordKind::resumed, name);
}
[[nodiscard]] inline std::string suspended(const Timeline& run, std::string_view name) {
    return rows_of(run, RecordKind::suspended, name);
}
// When `name` lost the lock against its will.
[[nodiscard]] inline std::string preempted(const Timeline& run, std::string_view name) {
    const std::uint32_t thread = run.thread(name);
    return times_of(run, [&](const Record& row) {
        return kind(row) == RecordKind::suspended && row.subject == thread &&
               why(row) == Why::preempted;
    });
}
[[nodiscard]] inline std::string ticks(const Timeline& run) {
    return times_of(run, [](const Record& row) { return kind(row) == RecordKind::tick; });
}
// "-" for a thread that was stopped with the process.
[[nodiscard]] inline std::string end_of(const Timeline& run, std::string_view name) {
    const std::optional<Instant> end = run.result.threads[run.thread(name)].end;
    return end ? milliseconds(*end) : "-";
}
[[nodiscard]] inline std::string end_of(const Timeline& run) {
    return milliseconds(run.result.end);
}

// "A 0, B 100, A 200": who gets the lock when, each time it comes to another thread.
[[nodiscard]] inline std::string owners(const Timeline& run) {
    std::string text;
    std::uint32_t last = no_subject;
    for (const Record& row : run.rows) {
        if (kind(row) == RecordKind::resumed && row.subject != last) {
            text += (text.empty() ? "" : ", ") + run.name(row.subject) + " " +
                    milliseconds(row.time);
            last = row.subject;
        }
    }
    return text;
}

}  // namespace gvlsim::test
