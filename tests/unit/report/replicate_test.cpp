#include "models/replicate.hpp"

#include "models/simulate.hpp"
#include "tests/support/build.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <vector>

using namespace gvlsim;
using namespace gvlsim::build;

namespace {

// Worked example 5: in every round one wakes in the very moment in which the other one's job ends.
Scenario tied(const char* model) {
    const Block jobs{repeat(100, {cpu(47ms), sleep(50ms)})};
    return scenario(model, {thread("a", jobs), thread("b", jobs)});
}

constexpr std::string_view keys[] = {"end_s", "waste_s", "threads", "thread.b.end_s"};

Replicated replicate(Scenario scenario, std::int64_t replications) {
    return replicate(scenario, keys, 1, replications);
}

}  // namespace

TEST_CASE("Replications are the runs with the seeds that follow") {
    Scenario built = scenario("cruby-3.4", {thread("a", {cpu(100ms)}), thread("b", {cpu(50ms)})});
    built.runtime.costs.cpu_noise.sigma = 0.1;
    built.seed = 41;
    const Replicated all = replicate(built, 5);
    std::vector<double> ends;
    for (std::uint64_t seed = 41; seed < 46; ++seed) {
        Scenario one = built;
        one.seed = seed;
        ends.push_back(static_cast<double>((simulate(one).end - start_of_time).count()) / 1e9);
    }
    REQUIRE(all.observations.size() == 5);
    for (std::size_t index = 0; index < 5; ++index) {
        CHECK(*all.observations[index][0] == ends[index]);
    }
    CHECK(all.figures[0]->lowest == *std::min_element(ends.begin(), ends.end()));
    CHECK(all.figures[0]->highest == *std::max_element(ends.begin(), ends.end()));
    CHECK(all.figures[2]->mean == 2);
    CHECK(all.phase.spread);
    CHECK(!all.phase.ties);
}

TEST_CASE("The scenario is as it was after its replications") {
    Scenario built = tied("cruby-2.3");
    built.seed = 7;
    static_cast<void>(replicate(built, keys, 1, 3));
    CHECK(built.seed == 7);
    CHECK(built.runtime.model == "cruby-2.3");
    CHECK(built.runtime.ties == Ties::completion_first);
}

TEST_CASE("A result without ties is not called sensitive") {
    Scenario built = scenario("cruby-3.4", {thread("a", {cpu(450ms)}), thread("b", {cpu(450ms)})});
    const Replicated all = replicate(built, 3);
    CHECK(!all.phase.any());
    CHECK(!all.figures[0]->other_ties);
}

TEST_CASE("A compared case has its ranges, its theory and its phase") {
    Scenario built = tied("cruby-2.3");
    CaseHeader header;
    header.name = "tied";
    header.measured = {{"end_s", 9.75, "9.75"}};
    const ComparedCase compared = compare(header, built, "threads", 0.02);
    REQUIRE(compared.figures.size() == 1);
    CHECK(compared.value->mean == 2);
    REQUIRE(compared.theory.size() == std::size(theory_keys));
    CHECK(compared.theory[1]->mean == 19.4);  // serial
    CHECK(compared.theory[4]->mean == 2);     // bound
}
