#include "models/report/comparison.hpp"

#include "models/report/format.hpp"
#include "models/scenario/result_key.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gvlsim {

namespace {

using Value = std::optional<double>;

// Errors are quotients of rounded numbers: an error of exactly 2 % may come out as
// 0.0200000000000000018.
constexpr double slack = 1e-12;

Value error_of(Value simulated, double measured) {
    if (!simulated) { return std::nullopt; }
    if (measured == 0) { return *simulated == 0 ? Value{0} : std::nullopt; }
    return *simulated / measured - 1;
}

bool holds(const ComparedFigure& figure, double tolerance, std::size_t replications) {
    if (figure.error && std::abs(*figure.error) <= tolerance + slack) { return true; }
    if (replications < 2 || !figure.range) { return false; }
    const double widened = tolerance + slack;
    return figure.measured.value >= figure.range->first * (1 - widened) &&
           figure.measured.value <= figure.range->second * (1 + widened);
}

ComparedFigure compare_figure(const Measured& measured, std::size_t index,
                              std::span<const Observation> observations) {
    ComparedFigure figure;
    figure.measured = measured;
    double sum = 0;
    for (const Observation& observation : observations) {
        const Value value = observation.at(index);
        if (!value) { return figure; }
        sum += *value;
        if (!figure.range) { figure.range = {*value, *value}; }
        figure.range->first = std::min(figure.range->first, *value);
        figure.range->second = std::max(figure.range->second, *value);
    }
    if (observations.empty()) { return figure; }
    figure.simulated = sum / static_cast<double>(observations.size());
    figure.error = error_of(figure.simulated, measured.value);
    return figure;
}

}  // namespace

Observation observe(const CaseHeader& header, const Result& result, const Summary& summary) {
    Observation observation;
    observation.reserve(header.measured.size());
    for (const Measured& measured : header.measured) {
        observation.push_back(figure(result, summary, measured.key));
    }
    return observation;
}

ComparedCase compare_case(const CaseHeader& header, std::optional<double> tolerance,
                          std::span<const Observation> observations) {
    ComparedCase compared;
    compared.name = header.name;
    compared.params = header.params;
    compared.tolerance = tolerance;
    compared.replications = observations.size();
    for (std::size_t index = 0; index < header.measured.size(); ++index) {
        ComparedFigure figure = compare_figure(header.measured[index], index, observations);
        if (tolerance) {
            figure.ok = holds(figure, *tolerance, observations.size());
            compared.ok = compared.ok.value_or(true) && *figure.ok;
        }
        compared.figures.push_back(std::move(figure));
    }
    return compared;
}

void add_checks(ComparedCase& compared, std::vector<ComparedCheck> checks) {
    compared.checks = std::move(checks);
    for (const ComparedCheck& check : compared.checks) {
        if (check.ok) { compared.ok = compared.ok.value_or(true) && *check.ok; }
    }
}

Comparison summarize(std::vector<ComparedCase> cases) {
    Comparison comparison;
    comparison.cases = std::move(cases);
    for (const ComparedCase& compared : comparison.cases) {
        comparison.judged_cases += compared.ok ? 1 : 0;
        comparison.failed_cases += compared.ok == false ? 1 : 0;
    }
    double sum = 0;
    std::size_t count = 0;
    for (const ComparedCase& compared : comparison.cases) {
        if (comparison.judged_cases > 0 && !compared.ok) { continue; }
        for (const ComparedFigure& figure : compared.figures) {
            if (!figure.error) { continue; }
            const double size = std::abs(*figure.error);
            sum += size;
            ++count;
            if (!comparison.worst || size > std::abs(comparison.worst->error)) {
                comparison.worst = {compared.name, figure.measured.key, *figure.error};
            }
        }
    }
    if (count > 0) { comparison.mean = sum / static_cast<double>(count); }
    return comparison;
}

std::string verdict(const Comparison& comparison) {
    const std::size_t judged = comparison.judged_cases;
    const std::size_t shown = comparison.cases.size();
    std::string text;
    if (judged == 0) {
        text = counted(shown, "case", "cases") + ", none judged";
    } else if (comparison.failed_cases > 0) {
        text = std::to_string(comparison.failed_cases) + " of " +
               counted(judged, "judged case", "judged cases") + " out of tolerance";
    } else {
        text = judged == 1 ? "1 judged case holds"
                           : "all " + std::to_string(judged) + " judged cases hold";
    }
    if (judged > 0 && judged < shown) {
        text += ", " + std::to_string(shown - judged) + " only shown";
    }
    if (comparison.worst && comparison.mean) {
        const Comparison::Worst& worst = *comparison.worst;
        text += "\nworst " + signed_percent(worst.error, 2) + " (" + worst.key +
                (worst.name.empty() ? ")" : " of " + worst.name + ")") + ", mean " +
                percent(*comparison.mean, 2);
    }
    return text;
}

}  // namespace gvlsim
