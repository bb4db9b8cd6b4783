#include "models/report/comparison.hpp"

#include "models/scenario/result_key.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

Result run() {
    Result result;
    result.end = start_of_time + 12'030'876us;
    result.threads.resize(3);
    result.threads[0].name = "main";
    result.threads[0].end = result.end;
    result.threads[1].name = "web 1.5";
    result.threads[1].end = start_of_time + 9s;
    result.threads[1].cpu = 1500ms;
    result.threads[1].preempted = 7;
    result.threads[2].name = "napper";
    result.lock.handovers = 42;
    result.pools = {{.name = "main", .threads = 10, .largest = 9, .tasks = 50}};
    result.spans = {{.name = "request", .count = 3, .p95 = 250ms}};
    result.largest_alive = 2;
    return result;
}

using Observations = std::vector<Observation>;

CaseHeader measured(std::vector<Measured> figures) {
    CaseHeader header;
    header.name = "a case";
    header.measured = std::move(figures);
    return header;
}

ComparedCase judge(double simulated, double published, std::optional<double> tolerance) {
    return compare_case(measured({{"end_s", published, ""}}), tolerance, Observations{{simulated}});
}

}  // namespace

TEST_CASE("figures in seconds are the nearest number to the nanoseconds") {
    const Result result = run();
    const Summary summary = summarize(result, 7'712'100us);
    CHECK(*figure(result, summary, "end_s") == 12.030876);
    CHECK(*figure(result, summary, "waste_s") == 4.318776);
    CHECK(*figure(result, summary, "span.request.p95_s") == 0.25);
}

TEST_CASE("figures of threads, pools and the lock are found by name") {
    const Result result = run();
    const Summary summary = summarize(result, std::nullopt);
    CHECK(*figure(result, summary, "threads") == 2);
    CHECK(*figure(result, summary, "pool.main.threads") == 10);
    CHECK(*figure(result, summary, "pool.main.largest") == 9);
    CHECK(*figure(result, summary, "lock.handovers") == 42);
    CHECK(*figure(result, summary, "thread.web 1.5.preempted") == 7);
    CHECK(*figure(result, summary, "thread.web 1.5.cpu_s") == 1.5);
}

TEST_CASE("what a run does not have is absent") {
    const Result result = run();
    const Summary summary = summarize(result, std::nullopt);
    CHECK_FALSE(figure(result, summary, "waste_s"));
    CHECK_FALSE(figure(result, summary, "thread.napper.end_s"));
    CHECK_FALSE(figure(result, summary, "pool.rules.threads"));
    CHECK_FALSE(figure(result, summary, "ends"));
}

TEST_CASE("every key that a scenario may measure has a value") {
    const Result result = run();
    const Summary summary = summarize(result, 1s);
    const auto check = [&](ResultSubject subject, const std::string& prefix) {
        for (const std::string_view key : figures(subject)) {
            const std::string whole = prefix + std::string{key};
            CAPTURE(whole);
            // This run computes nothing, so theory has no ratios to give.
            const bool theory = whole == "amdahl" || whole == "bound";
            CHECK(figure(result, summary, whole).has_value() != theory);
        }
    };
    check(ResultSubject::run, "");
    check(ResultSubject::lock, "lock.");
    check(ResultSubject::thread, "thread.web 1.5.");
    check(ResultSubject::pool, "pool.main.");
    check(ResultSubject::span, "span.request.");
}

TEST_CASE("error is simulated over measured minus one") {
    CHECK(*judge(61.0, 61.070703, 0.02).figures[0].error == 61.0 / 61.070703 - 1);
}

TEST_CASE("an error of exactly the tolerance holds in either direction") {
    CHECK(judge(1.02, 1.0, 0.02).ok == true);
    CHECK(judge(0.98, 1.0, 0.02).ok == true);
    CHECK(judge(1.0201, 1.0, 0.02).ok == false);
    CHECK(judge(0.9799, 1.0, 0.02).ok == false);
    CHECK(judge(7, 7, 0.0).ok == true);
}

TEST_CASE("without tolerance a case is shown, not judged") {
    const ComparedCase compared = judge(2.0, 1.0, std::nullopt);
    CHECK_FALSE(compared.ok);
    CHECK_FALSE(compared.figures[0].ok);
    CHECK(*compared.figures[0].error == 1.0);
}

TEST_CASE("a figure that the run does not have never holds") {
    const ComparedCase compared =
        compare_case(measured({{"waste_s", 1.0, ""}}), 0.5, Observations{{std::nullopt}});
    CHECK(compared.ok == false);
    CHECK_FALSE(compared.figures[0].simulated);
    CHECK_FALSE(compared.figures[0].error);
}

TEST_CASE("one figure out of tolerance fails its case") {
    const ComparedCase compared = compare_case(measured({{"end_s", 1.0, ""}, {"waste_s", 1.0, ""}}),
                                               0.1, Observations{{1.05, 1.5}});
    CHECK(compared.figures[0].ok == true);
    CHECK(compared.figures[1].ok == false);
    CHECK(compared.ok == false);
}

TEST_CASE("nothing can be wrong by a share of zero, but zero is zero") {
    CHECK(judge(0.0, 0.0, 0.0).ok == true);
    CHECK_FALSE(judge(0.1, 0.0, 1.0).figures[0].error);
    CHECK(judge(0.1, 0.0, 1.0).ok == false);
}

TEST_CASE("replications give a mean and a range, and hold where the range is wide enough") {
    const Observations observations{{1.0}, {2.0}, {3.0}};
    const CaseHeader header = measured({{"end_s", 3.03, ""}});
    const ComparedCase compared = compare_case(header, 0.02, observations);
    CHECK(*compared.figures[0].simulated == 2.0);
    CHECK(compared.figures[0].range == std::pair{1.0, 3.0});
    CHECK(compared.ok == true);
    CHECK(compare_case(header, 0.009, observations).ok == false);
    CHECK(compare_case(measured({{"end_s", 0.985, ""}}), 0.02, observations).ok == true);
    CHECK(compare_case(measured({{"end_s", 0.97, ""}}), 0.02, observations).ok == false);
}

TEST_CASE("worst and mean look at the judged figures") {
    const Comparison comparison = summarize(
        std::vector{judge(1.5, 1.0, std::nullopt), judge(0.9, 1.0, 0.2), judge(1.05, 1.0, 0.2)});
    REQUIRE(comparison.worst);
    CHECK(comparison.worst->error == doctest::Approx(-0.1));
    CHECK(*comparison.mean == doctest::Approx(0.075));
    CHECK(comparison.judged_cases == 2);
    CHECK(comparison.failed_cases == 0);
    CHECK(verdict(comparison) ==
          "all 2 judged cases hold, 1 only shown\nworst -10.00 % (end_s of a case), mean 7.50 %");
}

TEST_CASE("where nothing is judged, worst and mean look at all figures") {
    const Comparison comparison = summarize(std::vector{judge(1.5, 1.0, std::nullopt)});
    CHECK(comparison.worst->error == 0.5);
    CHECK(verdict(comparison) ==
          "1 case, none judged\nworst +50.00 % (end_s of a case), mean 50.00 %");
}

TEST_CASE("the verdict counts the cases out of tolerance") {
    const Comparison comparison =
        summarize(std::vector{judge(1.5, 1.0, 0.1), judge(1.0, 1.0, 0.1)});
    CHECK(comparison.failed_cases == 1);
    CHECK(verdict(comparison).starts_with("1 of 2 judged cases out of tolerance\n"));
}

}  // namespace gvlsim
