// Which costs bring simulation and measurement together, and how well each of them is determined.
#pragma once

#include "models/scenario/scenario.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// A figure that was measured, by result key: "end_s", "thread.fib.lock_wait_s".
struct FitFigure {
    std::string key;
    double measured;
    double scale;  // an error of `scale` counts as 100 %
};

struct FitCase {
    std::string name;
    Scenario scenario;
    std::vector<FitFigure> figures;
};

// A cost that can be fitted, and what is plausible for it.
struct FitCost {
    std::string_view key;
    bool is_factor;  // cpu_scale; the others are lengths
    double low, high;  // nanoseconds, or the factor
    // Writes the value into costs.
    void (*set)(Costs&, double value);
    // Where the search begins; a coalescing rule counts as its maximum.
    double (*get)(const Costs&);
};
// switch, resume, sleep_overshoot, tick_overshoot, cpu_scale.
[[nodiscard]] const std::vector<FitCost>& fit_costs();

enum class Determined : std::uint8_t {
    well,      // possible values span less than a fifth of the plausible ones
    together,  // only together with another: either may move if both do
    poorly,    // a larger span, but no single partner
    not_at_all // hardly moves any figure
};

struct FittedCost {
    const FitCost* cost = nullptr;
    double value = 0;
    // Values with which the others can still be chosen so that the figures are met.
    double low = 0, high = 0;
    Determined determined = Determined::well;
    const FitCost* partner = nullptr;  // of `together`
};

struct Fit {
    std::vector<FittedCost> costs;
    std::vector<std::vector<double>> simulated;  // by case and figure
    double error = 0;                            // root mean square, 0.01 is 1 %
    std::uint64_t simulations = 0;
};

// Least squares over all figures, plus a very weak pull to the costs the scenario has, which
// chooses one of many equally good answers. The search is Nelder and Mead's from the present costs
// and from four spread points, because the error has steps: a preemption more or less. What is
// possible is profiled: one cost after the other is moved over its plausible range while the rest
// is fitted again; it may go as far as the figures are met to a tenth of a per cent more than at
// the best point.
[[nodiscard]] Fit fit(std::vector<FitCase>& cases);

// "4.702ms", or "1.013" for a factor.
[[nodiscard]] std::string value_text(const FitCost& cost, double value);
[[nodiscard]] std::string to_text(const Fit& fit, const std::vector<FitCase>& cases);

}  // namespace gvlsim
