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

// Jobs as long as the quantum and as their sleep: ends and wakings fall together all the time.
Scenario tied(const char* model) {
    const Block jobs{repeat(100, {cpu(100ms), sleep(100ms)})};
    return scenario(model, {thread("a", jobs), thread("b", jobs), thread("c", jobs)});
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

TEST_CASE("Up to 2.5 ties decide between 30.1 s and 40 s, and the case is marked") {
    const Replicated old_rules = replicate(tied("cruby-2.3"), 1);
    CHECK(old_rules.phase.ties);
    CHECK(!old_rules.phase.spread);
    REQUIRE(old_rules.figures[0]->other_ties.has_value());
    CHECK(*old_rules.figures[0]->other_ties == 40.0);
    // The mean is that of the replications: the scenario's own rule for ties.
    CHECK(old_rules.figures[0]->mean == 30.1);
    CHECK(old_rules.figures[0]->lowest == 30.1);
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
    header.measured = {{"end_s", 31, "31"}};
    const ComparedCase compared = compare(header, built, "threads", 0.02);
    REQUIRE(compared.figures.size() == 1);
    CHECK(compared.value->mean == 3);
    CHECK(compared.phase.ties);
    REQUIRE(compared.theory.size() == std::size(theory_keys));
    CHECK(compared.theory[1]->mean == 60);  // serial
    CHECK(compared.theory[4]->mean == 2);   // bound
    CHECK(compared.figures[0].spread->other_ties.has_value());
}
