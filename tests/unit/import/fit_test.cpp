#include "tests/unit/import/importing.hpp"
#include "tools/import/fit.hpp"
#include "tools/import/fit_cases.hpp"
#include "tools/import/nelder_mead.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

const FittedCost& cost(const Fit& fit, std::string_view key) {
    return *std::find_if(fit.costs.begin(), fit.costs.end(),
                         [&](const FittedCost& fitted) { return fitted.cost->key == key; });
}

Fit fit_published(const std::string& ending) {
    const Loaded loaded = load_scenario_file(in_tree("scenarios/fib_sleep.json"));
    REQUIRE(loaded.file);
    std::vector<std::size_t> chosen;
    for (std::size_t index = 0; index < loaded.file->cases().size(); ++index) {
        if (loaded.file->cases()[index].name.ends_with(ending)) { chosen.push_back(index); }
    }
    std::vector<FitCase> cases = own_cases(*loaded.file, chosen);
    REQUIRE(cases.size() == 2);
    return fit(cases);
}

}  // namespace

TEST_CASE("the published fib/sleep rows determine the sleep overshoot, not tick and cpu apart") {
    // From the costs of a Mac and from none at all.
    for (const char* ending : {"macos", "ideal"}) {
        CAPTURE(ending);
        const Fit found = fit_published(ending);
        CHECK(found.error < 0.001);
        const FittedCost& sleep = cost(found, "sleep_overshoot");
        CHECK(sleep.value > 4.1e6);
        CHECK(sleep.value < 5.3e6);
        CHECK(sleep.determined == Determined::well);
        const FittedCost& tick = cost(found, "tick_overshoot");
        REQUIRE(tick.determined == Determined::together);
        CHECK(tick.partner->key == "cpu_scale");
        REQUIRE(cost(found, "cpu_scale").determined == Determined::together);
        CHECK(cost(found, "cpu_scale").partner->key == "tick_overshoot");
        CHECK(cost(found, "switch").determined == Determined::not_at_all);
    }
}

TEST_CASE("cases that are only shown are left out where others are judged") {
    const Loaded loaded = load_scenario_file(in_tree("scenarios/fib_sleep.json"));
    REQUIRE(loaded.file);
    const std::vector<FitCase> cases = own_cases(*loaded.file, {0, 1, 2, 3});
    REQUIRE(cases.size() == 2);
    CHECK(cases[0].name == "100 ms, macos");
    CHECK(cases[0].figures.size() == 1);  // waste follows from the end
}

TEST_CASE("a recording determines the speed of the processor") {
    const Import import = import_recording({shared_trace("fib_sleep_q10"), {}, {}});
    FitCase one{"q10", scenario_of(import.imported), {}};
    one.scenario.runtime.costs.cpu_scale = {104, 100};
    const double end = static_cast<double>(import.imported.end.count()) / 1e9;
    one.figures = {{"end_s", end, end}, {"thread.fib.end_s", end, end}};
    std::vector<FitCase> cases{one};
    const Fit found = fit(cases);
    CHECK(cost(found, "cpu_scale").value == doctest::Approx(1).epsilon(0.005));
    CHECK(cost(found, "cpu_scale").determined == Determined::well);
    CHECK(cost(found, "sleep_overshoot").determined == Determined::not_at_all);
}

TEST_CASE("the simplex finds a minimum inside of the cube and on its surface") {
    const auto inside = [](const Point& at) {
        return (at[0] - 0.3) * (at[0] - 0.3) + 10 * (at[1] - 0.6) * (at[1] - 0.6);
    };
    const Minimum found = nelder_mead(inside, {0.9, 0.1}, 0.1, 500);
    CHECK(found.at[0] == doctest::Approx(0.3).epsilon(0.01));
    CHECK(found.at[1] == doctest::Approx(0.6).epsilon(0.01));
    const auto outside = [](const Point& at) { return at[0] + 2 * at[1]; };
    CHECK(nelder_mead(outside, {0.5, 0.5}, 0.2, 500).value == doctest::Approx(0));
}
