#include "models/report/expectation.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;

namespace {

Check check(std::optional<double> min, std::optional<double> max) {
    Check made;
    made.key = "end_s";
    made.min = min;
    made.max = max;
    return made;
}

std::optional<bool> judged(const Check& one, std::optional<double> tolerance,
                           const std::vector<Observation>& observations, bool shown_only = false) {
    CaseHeader header;
    header.expect = {one};
    header.tolerance.written = shown_only;
    return judge_checks(header, tolerance, observations, 0).at(0).ok;
}

}  // namespace

TEST_CASE("A check without any tolerance is exact, with one it is widened on both sides") {
    CHECK(judged(check(1, 1), {}, {{1.0}}) == true);
    CHECK(judged(check(1, 1), {}, {{1.000001}}) == false);
    CHECK(judged(check(1, 1), 0.02, {{1.02}}) == true);
    CHECK(judged(check(1, 1), 0.02, {{0.98}}) == true);
    CHECK(judged(check(1, 1), 0.02, {{1.0201}}) == false);
    CHECK(judged(check(0, 0), 0.5, {{1.0}}) == false);
    CHECK(judged(check(-2, -2), 0.5, {{-3.0}}) == true);
}

TEST_CASE("A band has a lower end, an upper end or both") {
    CHECK(judged(check(3, {}), {}, {{3.0}}) == true);
    CHECK(judged(check(3, {}), {}, {{2.9}}) == false);
    CHECK(judged(check({}, 5), {}, {{5.1}}) == false);
    CHECK(judged(check({}, 5), 0.1, {{5.1}}) == true);
    CHECK(judged(check(3, 5), {}, {{4.0}}) == true);
}

TEST_CASE("What a check expects to be absent must be, and what it expects must be there") {
    Check none = check({}, {});
    none.absent = true;
    CHECK(judged(none, {}, {{std::nullopt}}) == true);
    CHECK(judged(none, {}, {{1.0}}) == false);
    CHECK(judged(check(1, 1), {}, {{std::nullopt}}) == false);
}

TEST_CASE("A check's own tolerance comes first, and a case with tolerance null judges nothing") {
    Check own = check(1, 1);
    own.tolerance = {0.5, true};
    CHECK(judged(own, 0.01, {{1.4}}) == true);
    own.tolerance = {std::nullopt, true};
    CHECK_FALSE(judged(own, 0.01, {{1.0}}).has_value());
    CHECK_FALSE(judged(check(1, 1), {}, {{1.0}}, true).has_value());
    own.tolerance = {0.5, true};
    CHECK(judged(own, {}, {{1.4}}, true) == true);
}

TEST_CASE("With replications the mean counts, or every single one") {
    CHECK(judged(check(2, 2), {}, {{1.0}, {3.0}}) == true);
    CHECK(judged(check(2, 2), {}, {{1.0}, {2.0}}) == false);
    CHECK(judged(check(1, 3), {}, {{1.0}, {3.0}}) == true);
    CHECK(judged(check(1, 1), {}, {{1.0}, {std::nullopt}}) == false);
}

TEST_CASE("A case may expect its deadlock") {
    CaseHeader header;
    header.expect = {check(1, 1)};
    header.expect[0].key = "deadlock";
    CHECK(expects_deadlock(judge_checks(header, {}, std::vector<Observation>{{1.0}}, 0)));
    header.expect[0].min = header.expect[0].max = 0;
    CHECK_FALSE(expects_deadlock(judge_checks(header, {}, std::vector<Observation>{{1.0}}, 0)));
}
