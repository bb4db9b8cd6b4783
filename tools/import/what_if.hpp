// What a change of runtime or quantum would do to a program: variants beside the present.
#pragma once

#include "models/scenario/scenario.hpp"
#include "tools/import/observed.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

// One line of the answer: the present, or a variant of it.
struct Variant {
    std::string name;  // "quantum=10ms, model=cruby-3.4"
    std::optional<Duration> quantum;  // what a thread really gets; absent: nothing preempts
    Duration end{};
    Duration lock_wait{};
    std::uint64_t stalls = 0;       // single lock waits
    Duration p50{}, p95{}, p99{};   // of the stalls; nearest rank
    std::uint64_t preemptions = 0;
    std::vector<SpanResult> spans;  // where the scenario has some
    bool completed = true;          // false: nothing is concluded from it
    std::string remark;             // "deadlock", "limit", "~"; "failed": has no figures
};
[[nodiscard]] Variant variant_of(std::string name, const Observed& observed);
// Simulates it.
[[nodiscard]] Variant variant_of(std::string name, const Scenario& scenario);

struct Present {
    explicit Present(const Scenario& scenario) : Present{scenario, observe(scenario)} {}
    // The same where its run has been observed already.
    Present(const Scenario& scenario, Observed run);

    Observed observed;
    Variant variant;
};

// `value` against the present's, 0.1 is 10 % more; absent where the present has none of it.
[[nodiscard]] std::optional<double> change(Duration value, Duration present);

// How many bursts of the present went on for more than `quantum` while somebody waited: only
// these can be cut by it. `cpu` is all they computed.
struct LongBursts {
    std::uint64_t count = 0;
    Duration cpu{};
};
[[nodiscard]] LongBursts bursts_beyond(const Observed& present, Duration quantum);

// A table of the present and the variants, one of the spans where there are any, and whether the
// change matters, in sentences.
[[nodiscard]] std::string what_if_text(const Present& present,
                                       const std::vector<Variant>& variants);

}  // namespace gvlsim
