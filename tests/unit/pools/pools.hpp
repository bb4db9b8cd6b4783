// Scenarios with pools, and their timelines as lines of text.
#pragma once

#include "models/gvl/model.hpp"
#include "models/simulate.hpp"
#include "sim/random.hpp"
#include "tests/support/build.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gvlsim::test {

using namespace build;

inline PoolSettings pool(std::string name, std::int64_t min, std::int64_t max,
                         std::int64_t queue = 0,
                         PoolSettings::Fallback fallback = PoolSettings::Fallback::abort) {
    PoolSettings settings;
    settings.name = std::move(name);
    settings.min = min;
    settings.max = max;
    settings.queue = queue;
    settings.fallback = fallback;
    return settings;
}
inline PoolSettings fixed(std::string name, std::int64_t threads) {
    return pool(std::move(name), threads, threads);
}
inline PoolSettings cached(std::string name) {
    PoolSettings settings;
    settings.name = std::move(name);
    return settings;
}

inline Step submit(std::uint32_t pool, Block body, std::uint32_t future = no_object,
                   std::optional<std::int64_t> count = {}) {
    Step step = about("submit", pool);
    step.second = future;
    step.count = count;
    step.branches.push_back({1, std::move(body)});
    return step;
}
inline Step await(std::uint32_t future) { return about("await", future); }
inline Step mark(std::string text) {
    Step step = op("mark");
    step.text = std::move(text);
    return step;
}

// `main` submits; futures 0 to 3 are "f", "g", "h", "i".
inline Scenario with_pools(std::vector<PoolSettings> pools, Block main,
                           std::string model = "cruby-3.4") {
    Scenario built = scenario(std::move(model), {});
    built.pools = std::move(pools);
    built.futures = {"f", "g", "h", "i"};
    built.main = std::move(main);
    return built;
}

inline double ms(Duration length) { return static_cast<double>(length.count()) / 1e6; }
inline double end_ms(const Result& result) { return ms(result.end - start_of_time); }

inline const ThreadResult* find_thread(const Result& result, const std::string& name) {
    const auto at = std::find_if(result.threads.begin(), result.threads.end(),
                                 [&](const ThreadResult& one) { return one.name == name; });
    return at == result.threads.end() ? nullptr : &*at;
}

// What happened, as "<ms> <thread> <event> <detail>".
class PoolTimeline : public TimelineSink {
public:
    void begin(const Names& names) override { names_ = &names; }
    void take(std::span<const Record> records) override {
        static constexpr const char* events[] = {"STARTED", "READY", "RESUMED", "SUSPENDED",
                                                 "EXITED",  "MARK"};
        for (const Record& record : records) {
            if (record.kind <= static_cast<std::uint8_t>(RecordKind::mark)) {
                const auto time = (record.time - start_of_time) / std::chrono::milliseconds{1};
                const std::string detail = names_->detail(record);
                rows_.push_back(std::to_string(time) + " " + names_->thread_name(record.subject) +
                                " " + events[record.kind] + (detail.empty() ? "" : " " + detail));
            }
        }
    }
    void end(const Result&) override {}

    // The rows that contain `text`, one a line.
    [[nodiscard]] std::string rows(const std::string& text) const {
        std::string found;
        for (const std::string& row : rows_) {
            if (row.find(text) != std::string::npos) {
                found += row + "\n";
            }
        }
        return found;
    }

private:
    const Names* names_ = nullptr;
    std::vector<std::string> rows_;
};

inline PoolTimeline timeline(const Scenario& scenario) {
    PoolTimeline timeline;
    RunOptions options;
    options.sink = &timeline;
    static_cast<void>(simulate(scenario, options));
    return timeline;
}

}  // namespace gvlsim::test
