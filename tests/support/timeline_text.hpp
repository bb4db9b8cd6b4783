// A timeline as text that a person can check by hand: one line each time the lock comes to
// somebody or becomes free, with the moment at which the new owner began to want it.
//
//        0.000  main -> A     join        ready 0.000
//       47.000  A -> B        sleep       ready 0.000
//       94.000  B -> -        sleep
//       97.000  - -> A                    ready 97.000
//     200.000  end (completed)
#pragma once

#include "tests/support/timeline.hpp"

#include <map>
#include <string>

namespace gvlsim::test {

[[nodiscard]] inline std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

// Milliseconds with the point in column 8; below a microsecond only where there is something.
[[nodiscard]] inline std::string time_column(Instant instant) {
    std::string text = milliseconds(instant);
    const std::size_t point = std::min(text.find('.'), text.size());
    text += point == text.size() ? "." : "";
    text.resize(std::max(text.size(), point + 4), '0');
    return std::string(point < 8 ? 8 - point : 0, ' ') + text;
}

[[nodiscard]] inline std::string end_text(EndKind kind) {
    switch (kind) {
        case EndKind::completed: return "completed";
        case EndKind::stopped: return "stopped";
        case EndKind::deadlock: return "deadlock";
        case EndKind::until: return "until";
        case EndKind::max_events: return "max_events";
        case EndKind::zero_time: return "zero_time";
        case EndKind::time_limit: return "time_limit";
        case EndKind::threads: return "threads";
        case EndKind::tasks: return "tasks";
    }
    return "?";
}

// How the lock goes round.
[[nodiscard]] inline std::string lock_text(const Timeline& run) {
    std::string text;
    std::map<std::uint32_t, Instant> ready_since;
    std::uint32_t last = no_subject;  // who let go of the lock and left it free so far
    Instant left_at = start_of_time;
    std::string reason;
    const auto line = [&](Instant time, const std::string& from, const std::string& to,
                          const std::string& rest) {
        const std::string whole =
            time_column(time) + "  " + padded(from + " -> " + to, 14) + "  " + rest;
        text += whole.substr(0, whole.find_last_not_of(' ') + 1) + "\n";
    };
    const auto left_free = [&] {
        if (last != no_subject) {
            line(left_at, run.name(last), "-", reason);
            last = no_subject;
        }
    };
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        const Record& row = run.rows[i];
        if (last != no_subject && row.time != left_at) {
            left_free();
        }
        if (kind(row) == RecordKind::ready) {
            ready_since[row.subject] = row.time;
        } else if (kind(row) == RecordKind::suspended) {
            last = row.subject;
            left_at = row.time;
            reason = run.details[i];
        } else if (kind(row) == RecordKind::resumed) {
            const auto since = ready_since.find(row.subject);
            const std::string from = last == no_subject ? "-" : run.name(last);
            line(row.time, from, run.name(row.subject),
                 padded(last == no_subject ? "" : reason, 12) +
                     (since == ready_since.end() ? "" : "ready " + milliseconds(since->second)));
            ready_since.erase(row.subject);
            last = no_subject;
        }
    }
    left_free();
    text += time_column(run.result.end) + "  end (" + end_text(run.result.kind) + ")\n";
    for (const auto& [thread, since] : ready_since) {
        text += "          " + run.name(thread) + " still waits, ready " + milliseconds(since) +
                "\n";
    }
    return text;
}

// Every row as `time thread EVENT detail`, for the exact order of events at one instant.
[[nodiscard]] inline std::string rows_text(const Timeline& run, bool with_ticks = false) {
    constexpr const char* names[] = {"STARTED", "READY",      "RESUMED",  "SUSPENDED", "EXITED",
                                     "MARK",    "SPAN_BEGIN", "SPAN_END", "TICK"};
    constexpr const char* outcomes[] = {"charged", "preempts", "pending", "nobody"};
    std::string text;
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        const Record& row = run.rows[i];
        const bool tick = kind(row) == RecordKind::tick;
        if (kind(row) == RecordKind::cause || (tick && !with_ticks)) {
            continue;
        }
        const std::string detail = tick ? outcomes[row.detail] : run.details[i];
        text += milliseconds(row.time) + " " +
                (row.subject == no_subject ? "-" : run.name(row.subject)) + " " +
                names[row.kind] + (detail.empty() ? "" : " " + detail) + "\n";
    }
    return text;
}

}  // namespace gvlsim::test
