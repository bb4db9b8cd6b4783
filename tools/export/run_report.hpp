// A finished run as the reports see it.
#pragma once

#include "models/report/result.hpp"
#include "models/report/summary.hpp"
#include "models/scenario/load.hpp"
#include "models/scenario/scenario.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace gvlsim {

// Everything a report may say about one run; refers to what the caller keeps.
struct FinishedRun {
    const std::string& scenario_name;  // of the file
    const CaseHeader& header;
    const Scenario& scenario;
    const Result& result;
    const Summary& summary;
    const TableLayout* table = nullptr;  // of the file
};

// One file of results: a run, or the cases of a scenario one after the other.
class RunReport {
public:
    virtual ~RunReport() = default;
    virtual void add(const FinishedRun& run) = 0;
    virtual void finish() {}
};

// The quantum the scenario asks for, or the runtime's own; absent where the runtime has none.
[[nodiscard]] std::optional<Duration> asked_quantum(const Scenario& scenario);
// What a thread of priority 0 really gets; absent also where preemption never comes.
[[nodiscard]] std::optional<Duration> effective_quantum(const Scenario& scenario);

// "at" or "when" for the scenario's `stop`, the limit's name for a limit, else absent.
[[nodiscard]] std::optional<std::string_view> stop_reason(const Scenario& scenario,
                                                          const Result& result);

// The timeline's word for what a thread waits for: "sleep", "mutex", "cv", …
[[nodiscard]] std::string_view word(Why why) noexcept;

}  // namespace gvlsim
