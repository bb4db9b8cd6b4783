// A figure of a case over several runs, and whether it can be trusted as one number.
#pragma once

#include <optional>
#include <vector>

namespace gvlsim {

// The figures of one run, in the order in which they were asked for.
using Observation = std::vector<std::optional<double>>;

struct Spread {
    double mean = 0;
    double lowest = 0;
    double highest = 0;
    std::optional<double> other_ties;  // under the other rule for ties, where it differs
    friend bool operator==(const Spread&, const Spread&) = default;
};

// A result that hangs on the phase in which threads meet: a small disturbance gives another one.
struct PhaseSensitivity {
    bool spread = false;  // the replications lie more than 2 % apart
    bool ties = false;    // it is another one under the other rule for ties
    [[nodiscard]] bool any() const noexcept { return spread || ties; }
    friend bool operator==(const PhaseSensitivity&, const PhaseSensitivity&) = default;
};

}  // namespace gvlsim
