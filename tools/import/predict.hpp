// Variants of an imported scenario: asked for on the command line, or run in another recording.
#pragma once

#include "tools/import/import.hpp"
#include "tools/import/what_if.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// What was asked for is not possible. Thrown by the functions below, caught by the command.
class VariantError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct ScenarioVariant {
    std::string name;  // "quantum=10ms"
    Scenario scenario;
};

// "quantum=10ms,50ms", "model=cruby-3.2,none" or "cpu_scale=0.8": each value by itself, in the
// scenario as it is otherwise. A model that cannot have the scenario's quantum has its own.
[[nodiscard]] std::vector<ScenarioVariant> vary(const Scenario& scenario, std::string_view wish);

// The table of the present and the variants, and what it means.
[[nodiscard]] std::string what_if_text(const Scenario& scenario,
                                       const std::vector<ScenarioVariant>& variants);

// Simulates the demand of one recording under the model and quantum of another of the same
// program, and compares the ends. Two runs of a program never do the same work: once as it is,
// and once stretched to the cpu and waiting of the other.
struct Prediction {
    double cpu_factor = 1, wait_factor = 1;
    Duration other_end{}, plain_end{}, stretched_end{};
    Duration other_wait{}, plain_wait{}, stretched_wait{};
};
[[nodiscard]] Prediction predict(const Import& import, const Import& other);
[[nodiscard]] std::string to_text(const Prediction& prediction, const std::string& other);

}  // namespace gvlsim
