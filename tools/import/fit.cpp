#include "tools/import/fit.hpp"

#include "models/report/comparison.hpp"
#include "models/report/summary.hpp"
#include "models/simulate.hpp"
#include "tools/import/nelder_mead.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gvlsim {

namespace {

constexpr double allowed = 1e-3;           // error of a figure that still counts as met
constexpr double pull = allowed * allowed;  // of the present costs: crossing the whole plausible
                                            // range is as bad as one such error
constexpr double narrow = 0.2;              // share of the plausible range
constexpr double broken_run = 1e6;          // error of a run that does not end

double length_of(const Quantity& quantity) {
    const Duration* const fixed = std::get_if<Duration>(&quantity);
    return fixed == nullptr ? 0 : static_cast<double>(fixed->count());
}

Duration as_length(double value) { return Duration{std::llround(value)}; }

constexpr std::int64_t billion = 1'000'000'000;

class Problem {
public:
    explicit Problem(std::vector<FitCase>& cases) : cases_{cases} {
        const Costs& costs = cases.front().scenario.runtime.costs;
        for (const FitCost& cost : fit_costs()) {
            present_.push_back(
                std::clamp((cost.get(costs) - cost.low) / (cost.high - cost.low), 0.0, 1.0));
        }
    }

    [[nodiscard]] const Point& present() const noexcept { return present_; }
    [[nodiscard]] std::uint64_t simulations() const noexcept { return simulations_; }
    [[nodiscard]] std::uint64_t events() const noexcept { return events_; }

    [[nodiscard]] std::size_t figures() const {
        std::size_t count = 0;
        for (const FitCase& one : cases_) { count += one.figures.size(); }
        return count;
    }

    // Sum of squared errors and the pull.
    double operator()(const Point& at) {
        double sum = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            sum += pull * (at[axis] - present_[axis]) * (at[axis] - present_[axis]);
        }
        for (FitCase& one : cases_) {
            const std::vector<double> values = simulate_at(one, at);
            for (std::size_t index = 0; index < values.size(); ++index) {
                const FitFigure& figure = one.figures[index];
                const double error = (values[index] - figure.measured) / figure.scale;
                sum += error * error;
            }
        }
        return sum;
    }

    std::vector<double> simulate_at(FitCase& one, const Point& at) {
        Costs& costs = one.scenario.runtime.costs;
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            const FitCost& cost = fit_costs()[axis];
            cost.set(costs, cost.low + at[axis] * (cost.high - cost.low));
        }
        RunOptions options;
        options.max_events = 100'000'000;
        const Result result = simulate(one.scenario, options);
        ++simulations_;
        events_ = std::max(events_, result.events);
        const bool wastes = std::any_of(one.figures.begin(), one.figures.end(),
                                        [](const FitFigure& f) { return f.key == "waste_s"; });
        const Summary summary = summarize(
            result, wastes ? unlocked_end(one.scenario, options) : std::nullopt);
        std::vector<double> values;
        for (const FitFigure& wanted : one.figures) {
            const bool whole = ended_as_written(result.kind);
            const std::optional<double> value = figure(result, summary, wanted.key);
            values.push_back(whole && value ? *value : broken_run);
        }
        return values;
    }

private:
    std::vector<FitCase>& cases_;
    Point present_;
    std::uint64_t simulations_ = 0;
    std::uint64_t events_ = 0;
};

// How much is simulated, so that a fit to a long recording takes seconds too.
struct Effort {
    std::size_t search_calls, profile_calls;
    int profile_steps;
};
Effort effort_for(std::uint64_t events) {
    if (events < 5'000) { return {400, 250, 20}; }
    if (events < 50'000) { return {150, 30, 10}; }
    return {60, 12, 5};
}

Minimum search(Problem& problem, const Effort& effort) {
    const auto function = [&](const Point& at) { return problem(at); };
    Minimum best = nelder_mead(function, problem.present(), 0.1, effort.search_calls);
    for (int start = 1; start <= 4; ++start) {
        Point at;  // spread evenly by the golden ratio, another sequence on each axis
        for (std::size_t axis = 0; axis < best.at.size(); ++axis) {
            const double turns = 0.6180339887498949 * (start + 1) * static_cast<double>(axis + 1);
            at.push_back(turns - std::floor(turns));
        }
        const Minimum other = nelder_mead(function, at, 0.2, effort.search_calls);
        if (other.value < best.value) { best = other; }
    }
    return nelder_mead(function, best.at, 0.02, effort.search_calls);
}

// What a cost can be while the others are chosen for it.
class Profile {
public:
    Profile(Problem& problem, const Minimum& best, const Effort& effort)
        : problem_{problem}, best_{best}, effort_{effort},
          limit_{best.value + allowed * allowed * static_cast<double>(problem.figures())} {
        for (std::size_t axis = 0; axis < best.at.size(); ++axis) {
            alone_.push_back(walk(axis, 1, false) - walk(axis, -1, false));
        }
    }

    FittedCost look(std::size_t axis) {
        moved_low_ = moved_high_ = best_.at;
        const double low = walk(axis, -1, true);
        const double high = walk(axis, 1, true);
        const FitCost& cost = fit_costs()[axis];
        const double range = cost.high - cost.low;
        FittedCost fitted;
        fitted.cost = &cost;
        fitted.value = cost.low + best_.at[axis] * range;
        fitted.low = cost.low + low * range;
        fitted.high = cost.low + high * range;
        judge(fitted, axis, high - low);
        return fitted;
    }

private:
    // How far the cost goes in one direction, with or without the others following.
    double walk(std::size_t axis, int direction, bool follow) {
        Point at = best_.at;
        Point before = at;
        double reached = at[axis];
        const double step = 1.0 / effort_.profile_steps;
        while (reached != (direction > 0 ? 1.0 : 0.0)) {
            const Point here = at;
            if (follow) { go_on(at, before); }
            before = here;
            at[axis] = std::clamp(reached + direction * step, 0.0, 1.0);
            if (!met(at, axis, follow)) { return between(at, axis, reached, follow); }
            reached = at[axis];
        }
        return reached;
    }

    // Valleys are nearly straight: the next point lies as far from `at` as that from `before`.
    static void go_on(Point& at, const Point& before) {
        for (std::size_t other = 0; other < at.size(); ++other) {
            at[other] = std::clamp(2 * at[other] - before[other], 0.0, 1.0);
        }
    }

    // Halves the last step three times.
    double between(Point at, std::size_t axis, double inside, bool follow) {
        double outside = at[axis];
        for (int round = 0; round < 3; ++round) {
            at[axis] = (inside + outside) / 2;
            (met(at, axis, follow) ? inside : outside) = at[axis];
        }
        return inside;
    }

    // Leaves the others in `at` where they were fitted.
    bool met(Point& at, std::size_t axis, bool follow) {
        if (problem_(at) <= limit_) { return note(at, axis, follow); }
        if (!follow) { return false; }
        Point others = at;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
        const auto whole = [&](const Point& rest) {
            Point point = rest;
            point.insert(point.begin() + static_cast<std::ptrdiff_t>(axis), at[axis]);
            return point;
        };
        const Minimum refit =
            nelder_mead([&](const Point& rest) { return problem_(whole(rest)); }, others, 0.1,
                        effort_.profile_calls);
        if (refit.value > limit_) { return false; }
        at = whole(refit.at);
        return note(at, axis, follow);
    }

    bool note(const Point& at, std::size_t axis, bool follow) {
        if (follow) { (at[axis] < best_.at[axis] ? moved_low_ : moved_high_) = at; }
        return true;
    }

    // The partner is a cost that matters by itself and had to go along the furthest.
    void judge(FittedCost& fitted, std::size_t axis, double width) const {
        if (width <= narrow) { return; }
        fitted.determined = Determined::poorly;
        if (alone_[axis] > width / 2) {
            fitted.determined = Determined::not_at_all;
            return;
        }
        double most = narrow / 2;
        for (std::size_t other = 0; other < best_.at.size(); ++other) {
            const double moved = std::abs(moved_high_[other] - moved_low_[other]);
            if (other != axis && alone_[other] <= narrow && moved > most) {
                most = moved;
                fitted.determined = Determined::together;
                fitted.partner = &fit_costs()[other];
            }
        }
    }

    Problem& problem_;
    const Minimum& best_;
    Effort effort_;
    double limit_;
    std::vector<double> alone_;     // by axis: how far it can go while the others stay
    Point moved_low_, moved_high_;  // where the others went at the ends of the walk
};

}  // namespace

const std::vector<FitCost>& fit_costs() {
    static const std::vector<FitCost> costs{
        {"switch", false, 0, 100e3,
         [](Costs& c, double value) { c.hand_over = as_length(value); },
         [](const Costs& c) { return length_of(c.hand_over); }},
        {"resume", false, 0, 100e3, [](Costs& c, double value) { c.resume = as_length(value); },
         [](const Costs& c) { return length_of(c.resume); }},
        {"sleep_overshoot", false, 0, 10e6,
         [](Costs& c, double value) { c.sleep_overshoot = {as_length(value), {}, {}}; },
         [](const Costs& c) {
             return c.sleep_overshoot.fraction
                        ? static_cast<double>(c.sleep_overshoot.maximum.count())
                        : length_of(c.sleep_overshoot.length);
         }},
        {"tick_overshoot", false, 0, 2.6e6,  // macOS coalesces by a quarter of the 10 ms at most
         [](Costs& c, double value) { c.tick_overshoot = as_length(value); },
         [](const Costs& c) { return length_of(c.tick_overshoot); }},
        {"cpu_scale", true, 0.9, 1.1,
         [](Costs& c, double value) {
             c.cpu_scale = {std::llround(value * static_cast<double>(billion)), billion};
         },
         [](const Costs& c) { return c.cpu_scale.value(); }},
    };
    return costs;
}

Fit fit(std::vector<FitCase>& cases) {
    Problem problem{cases};
    static_cast<void>(problem(problem.present()));
    const Effort effort = effort_for(problem.events());
    const Minimum best = search(problem, effort);
    Fit result;
    Profile profile{problem, best, effort};
    for (std::size_t axis = 0; axis < best.at.size(); ++axis) {
        result.costs.push_back(profile.look(axis));
    }
    double squares = 0;
    for (FitCase& one : cases) {
        result.simulated.push_back(problem.simulate_at(one, best.at));
        for (std::size_t index = 0; index < one.figures.size(); ++index) {
            const FitFigure& figure = one.figures[index];
            const double error =
                (result.simulated.back()[index] - figure.measured) / figure.scale;
            squares += error * error;
        }
    }
    result.error = std::sqrt(squares / static_cast<double>(problem.figures()));
    result.simulations = problem.simulations();
    return result;
}

}  // namespace gvlsim
