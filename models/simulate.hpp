// One run from a scenario to its result: the door to the engine for commands, sweeps and tests.
#pragma once

#include "models/explain/cause.hpp"
#include "models/report/result.hpp"
#include "models/scenario/scenario.hpp"
#include "sim/record.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gvlsim {

// Names for the indices in records. Valid while the run that owns it goes on and after it.
class Names {
public:
    virtual ~Names() = default;
    [[nodiscard]] virtual std::string thread_name(std::uint32_t id) const = 0;
    // The detail column of a SUSPENDED, MARK or SPAN row: "sleep", "mutex:m", a mark's text.
    [[nodiscard]] virtual std::string detail(const Record& record) const = 0;
    // How the lock policy words its causes; nothing where a recording has none.
    [[nodiscard]] virtual std::span<const CauseText> cause_texts() const { return {}; }
};

// A sink that is told the names before the first record.
class TimelineSink : public RecordSink {
public:
    virtual void begin(const Names& names) = 0;
    virtual void end(const Result& result) = 0;
};

struct RunOptions {
    std::optional<Duration> until;
    std::uint64_t max_events = 1'000'000'000'000;
    // Beyond these a run is a mistake: it would fill the memory of the machine, about 5 GB.
    std::size_t max_threads = 16'000'000;
    std::size_t max_waiting_tasks = 100'000'000;  // in the queue of one pool
    TimelineSink* sink = nullptr;  // not owned; null: no records are made
    bool causes = false;           // also records of kind `cause`
    bool fast_forward = true;      // ignored where a sink is given
};

// Runs the scenario; the same scenario gives the same result and records on every machine.
[[nodiscard]] Result simulate(const Scenario& scenario, const RunOptions& options = {});

// While it lives `scenario` has model `none` and none of the costs of a lock; its draws stay as
// they are.
class Unlocked {
public:
    explicit Unlocked(Scenario& scenario);
    ~Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    // Absent where the run does not end by itself.
    [[nodiscard]] std::optional<Duration> end(const RunOptions& limits) const;

private:
    Scenario& scenario_;
    Runtime locked_;
};

// The same for a scenario that must not be touched. `limits` as of the run it is compared with.
[[nodiscard]] std::optional<Duration> unlocked_end(const Scenario& scenario,
                                                   const RunOptions& limits);
// The same where the run with the lock came to `locked`; mostly that says it all.
[[nodiscard]] std::optional<Duration> unlocked_end(const Scenario& scenario, const Result& locked,
                                                   const RunOptions& limits);

}  // namespace gvlsim
