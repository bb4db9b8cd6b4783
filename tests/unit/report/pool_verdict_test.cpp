#include "models/report/pool_verdict.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;

TEST_CASE("A set-up wastes threads where another one is as fast with fewer") {
    const std::vector<PoolSetup> setups{
        {"ten", {{{6.10, 10}}, {{12.2, 10}}}},
        {"twice ten", {{{6.11, 20}}, {{12.2, 20}}}},
        {"twenty", {{{3.05, 20}}, {{6.1, 20}}}},
        {"one each", {{{1.2, 50}}, {{1.25, 100}}}},
    };
    const std::vector<PoolVerdict> verdicts = judge(setups);
    CHECK(verdicts[0].kind == PoolVerdict::Kind::yes);
    CHECK(verdicts[1].kind == PoolVerdict::Kind::no);
    CHECK(verdicts[1].reason == "wastes threads: 20 are no faster than 10 with ten");
    CHECK(verdicts[2].kind == PoolVerdict::Kind::yes);
    CHECK(verdicts[3].kind == PoolVerdict::Kind::maybe);
    CHECK(verdicts[3].reason == "no limit: threads grow with the load, 50, 100");
}

TEST_CASE("A set-up that is a little faster does not waste its threads within two percent only") {
    const auto kind = [](double seconds) {
        const std::vector<PoolSetup> setups{{"a", {{{1.0, 5}}}}, {"b", {{{seconds, 6}}}}};
        return judge(setups)[1].kind;
    };
    CHECK(kind(0.99) == PoolVerdict::Kind::no);
    CHECK(kind(0.95) == PoolVerdict::Kind::yes);
}

TEST_CASE("A run that did not end is no evidence") {
    const std::vector<PoolSetup> setups{{"a", {std::nullopt, {{2.0, 5}}}},
                                        {"b", {{{1.0, 9}}, {{1.0, 9}}}}};
    CHECK(judge(setups)[0].kind == PoolVerdict::Kind::yes);
    CHECK(judge(setups)[1].kind == PoolVerdict::Kind::yes);
}
