#include "models/report/expectation.hpp"

#include <algorithm>
#include <cmath>

namespace gvlsim {

namespace {

// Seconds are quotients of whole nanoseconds, so a figure may differ in its last digit from the
// same figure as written.
constexpr double slack = 1e-12;

std::optional<double> tolerance_of(const Check& check, const CaseHeader& header,
                                   std::optional<double> of_case) {
    if (check.tolerance.written) { return check.tolerance.fraction; }
    const bool shown_only = header.tolerance.written && !header.tolerance.fraction;
    return shown_only ? std::nullopt : std::optional{of_case.value_or(0)};
}

bool holds(const Check& check, std::optional<double> value, double tolerance) {
    if (check.absent || !value) { return check.absent && !value; }
    const auto widened = [&](double bound) { return (tolerance + slack) * std::abs(bound); };
    return (!check.min || *value >= *check.min - widened(*check.min)) &&
           (!check.max || *value <= *check.max + widened(*check.max));
}

ComparedCheck judge(const Check& check, std::optional<double> tolerance,
                    std::span<const Observation> observations, std::size_t index) {
    ComparedCheck compared{check, std::nullopt, tolerance, std::nullopt};
    double sum = 0;
    bool everywhere = !observations.empty();
    bool each_holds = true;
    for (const Observation& observation : observations) {
        const std::optional<double> value = observation.at(index);
        everywhere = everywhere && value.has_value();
        sum += value.value_or(0);
        each_holds = each_holds && holds(check, value, tolerance.value_or(0));
    }
    if (everywhere) { compared.simulated = sum / static_cast<double>(observations.size()); }
    // The mean of several runs may hold where one of them does not; what is absent has no mean.
    const bool fine =
        !observations.empty() &&
        (each_holds || (everywhere && holds(check, compared.simulated, tolerance.value_or(0))));
    if (tolerance) { compared.ok = fine; }
    return compared;
}

}  // namespace

std::vector<ComparedCheck> judge_checks(const CaseHeader& header, std::optional<double> tolerance,
                                        std::span<const Observation> observations,
                                        std::size_t first) {
    std::vector<ComparedCheck> checks;
    for (std::size_t i = 0; i < header.expect.size(); ++i) {
        const Check& check = header.expect[i];
        checks.push_back(
            judge(check, tolerance_of(check, header, tolerance), observations, first + i));
    }
    return checks;
}

bool expects_deadlock(std::span<const ComparedCheck> checks) {
    return std::any_of(checks.begin(), checks.end(), [](const ComparedCheck& compared) {
        return compared.check.key == "deadlock" && compared.check.min == 1;
    });
}

}  // namespace gvlsim
