// Programs with mutexes, condition variables and queues, written as scenario files are.
#pragma once

#include "models/report/starvation.hpp"
#include "tests/support/timeline.hpp"
#include "tests/support/timeline_text.hpp"
#include "tests/unit/scenario/loading.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace gvlsim::test {

// `members`: further members of the file, each with a comma behind it.
inline Scenario program(const std::string& model,
                        std::initializer_list<std::pair<const char*, const char*>> threads,
                        const std::string& members = "") {
    std::string text = R"({"format": 1, )" + members + R"("runtime": {"model": ")" + model +
                       R"("}, "threads": [)";
    for (const auto& [name, steps] : threads) {
        text += std::string{text.ends_with('[') ? "" : ", "} + R"({"name": ")" + name +
                R"(", "do": [)" + steps + "]}";
    }
    return good(text + "]}").scenario(0);
}

inline Timeline run(const std::string& model,
                    std::initializer_list<std::pair<const char*, const char*>> threads,
                    const std::string& members = "") {
    return record(program(model, threads, members));
}

// What a thread did at an object; all zero where it never came near.
inline ObjectUse use_of(const Result& result, Why kind, std::string_view thread) {
    const auto found =
        std::find_if(result.uses.begin(), result.uses.end(), [&](const ObjectUse& use) {
            return use.kind == kind && use.thread == thread;
        });
    return found == result.uses.end() ? ObjectUse{} : *found;
}
inline ObjectUse use_of(const Timeline& run, Why kind, std::string_view thread) {
    return use_of(run.result, kind, thread);
}

inline const std::string& error_of(const Timeline& run, std::string_view thread) {
    return run.result.threads[run.thread(thread)].error;
}

// What happened to one thread, one row a line, without its ticks.
inline std::string rows_of_thread(const Timeline& run, std::string_view name) {
    std::string text;
    const std::string all = rows_text(run);
    for (std::size_t from = 0; from < all.size();) {
        const std::size_t end = all.find('\n', from);
        const std::string line = all.substr(from, end - from);
        if (line.find(" " + std::string{name} + " ") != std::string::npos) { text += line + "\n"; }
        from = end + 1;
    }
    return text;
}

inline std::vector<Instant> moments(const Timeline& run, RecordKind wanted,
                                    std::string_view name) {
    std::vector<Instant> times;
    for (const Record& row : run.rows) {
        if (kind(row) == wanted && row.subject == run.thread(name)) { times.push_back(row.time); }
    }
    return times;
}

inline constexpr const char* every_ruby[] = {"cruby-1.9", "cruby-2.4", "cruby-2.5", "cruby-3.2",
                                             "cruby-3.3", "cruby-3.4", "cruby-4.0"};

}  // namespace gvlsim::test
