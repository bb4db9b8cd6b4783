// What a change of runtime or quantum would do to a recorded program.
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
    std::string name;  // "quantum=10ms"
    Duration end{};
    Duration lock_wait{};
    std::uint64_t stalls = 0;  // single lock waits
    Duration p50{}, p95{}, p99{}, longest{};  // of the stalls; nearest rank
    std::uint64_t preemptions = 0;
    EndKind kind = EndKind::completed;
};
[[nodiscard]] Variant variant_of(std::string name, const Observed& observed);
[[nodiscard]] Variant variant_of(std::string name, const Scenario& scenario);

// A table: every variant, and its end and lock wait against the present.
[[nodiscard]] std::string to_text(const Variant& present, const std::vector<Variant>& variants);

// How many bursts of the present went on for more than `quantum` while somebody waited: only
// these can be cut by it.
[[nodiscard]] std::uint64_t bursts_beyond(const Observed& present, Duration quantum);

// Says whether a change matters, in sentences. `quanta`: the effective ones of the present and of
// the variants.
[[nodiscard]] std::string what_it_means(const Observed& present, const Variant& now,
                                        const std::vector<Variant>& variants,
                                        const std::vector<Duration>& quanta);

}  // namespace gvlsim
