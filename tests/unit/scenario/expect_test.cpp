#include "tests/unit/scenario/loading.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

constexpr const char* steps =
    R"({"synchronize": "m", "do": []}, {"push": "q"}, {"span": "s", "do": []},
    {"lock": "m"}, {"wait": "c", "mutex": "m", "timeout": "1ms"})";

std::vector<Check> checks(const std::string& expect, const std::string& members = "") {
    return good(file_with(members +
                              R"("pools": {"p": {"kind": "fixed", "threads": 2}}, "expect": )" +
                              expect + ", ",
                          steps))
        .cases()
        .at(0)
        .expect;
}

std::string wrong(const std::string& expect) {
    return mistakes(file_with(R"("expect": )" + expect + ", ", steps));
}

std::string keys_of(const std::string& expect) {
    std::string text;
    for (const Check& check : checks(expect)) { text += (text.empty() ? "" : " ") + check.key; }
    return text;
}

}  // namespace

TEST_CASE("A check says what it is about and which figures it has") {
    CHECK(keys_of(R"([{"end": "1s", "speedup": 2}])") == "end_s speedup");
    CHECK(keys_of(R"([{"thread": "t", "acquired": 0, "end": "1s"}])") ==
          "thread.t.acquired thread.t.end_s");
    CHECK(keys_of(R"([{"mutex": "m", "acquired": 1}, {"cv": "c", "thread": "t", "timed_out": 0},
                      {"queue": "q", "pushed": 1},
                      {"mutex": "m", "group": "t", "fairness": 1}])") ==
          "mutex.m.acquired cv.c@t.timed_out queue.q.pushed mutex.m@t.fairness");
    CHECK(keys_of(R"([{"span": "s", "p99": "1s"}, {"pool": "p", "threads": 2},
                      {"lock": true, "handovers": 3}])") ==
          "span.s.p99_s pool.p.threads lock.handovers");
    CHECK(keys_of(R"([{"thread": "t", "error": null}, {"thread": "t", "error": "Error: x"},
                      {"thread": "p-worker-1", "cpu": 0},
                      {"thread": "main", "locked_out": false}])") ==
          "thread.t.error thread.t.error=Error: x thread.p-worker-1.cpu_s thread.main.locked_out");
}

TEST_CASE("Values are durations, numbers, truths, texts, null or bands") {
    const std::vector<Check> all = checks(
        R"([{"end": "1.5ms"}, {"end": {"min": "1ms"}}, {"thread": "t", "end": null},
            {"deadlock": true}, {"speedup": {"min": 1.5, "max": 2}, "tolerance": "2%"},
            {"threads": 1, "tolerance": null}])");
    CHECK(all[0].min == 0.0015);
    CHECK(all[0].max == 0.0015);
    CHECK(all[0].text == "\"1.5ms\"");
    CHECK(all[1].min == 0.001);
    CHECK_FALSE(all[1].max);
    CHECK(all[2].absent);
    CHECK(all[3].min == 1);
    CHECK(all[4].max == 2);
    CHECK(all[4].tolerance.fraction == 0.02);
    CHECK(all[5].tolerance.written);
    CHECK_FALSE(all[5].tolerance.fraction);
    CHECK_FALSE(all[0].tolerance.written);
}

TEST_CASE("Checks of the file hold for every case, and take its params") {
    const ScenarioFile file = good(file_with(
        R"("params": {"n": 1, "much": "5s"}, "expect": [{"threads": 1}, {"end": "$much"}],
           "cases": [{"name": "a", "params": {"n": 2, "much": "7s"}, "expect": [{"errors": 0}]},
                     {"name": "b"}], )",
        R"({"cpu": "$n"})"));
    REQUIRE(file.cases()[0].expect.size() == 3);
    CHECK(file.cases()[0].expect[1].min == 7);
    CHECK(file.cases()[0].expect[2].key == "errors");
    REQUIRE(file.cases()[1].expect.size() == 2);
    CHECK(file.cases()[1].expect[1].min == 5);
}

TEST_CASE("Mistakes in checks are placed") {
    CHECK(
        wrong(R"({"end": "1s"})") ==
        "f.json:1:25: error: `expect`: expected a list of checks, found an object (at /expect)\n");
    CHECK(contains(wrong("[7]"), "expected a check such as"));
    CHECK(contains(wrong("[{}]"), "expected a check such as"));
    CHECK(contains(wrong(R"([{"thread": "t"}])"), "a check needs a figure"));
    CHECK(contains(wrong(R"([{"ednd": "1s"}])"),
                   "there is no figure \"ednd\" of a run (at /expect/0/ednd)"));
    CHECK(contains(wrong(R"([{"mutex": "m", "p99": 1}])"),
                   "there is no figure \"p99\" of a `mutex`"));
    CHECK(
        contains(wrong(R"([{"thread": "u", "acquired": 1}])"), "the scenario has no thread \"u\""));
    CHECK(contains(wrong(R"([{"mutex": "x", "acquired": 1}])"), "the scenario has no mutex \"x\""));
    CHECK(contains(wrong(R"([{"mutex": "m", "thread": "u", "acquired": 1}])"), "\"u\""));
    CHECK(contains(wrong(R"([{"span": "s", "mutex": "m", "max": 1}])"), "about both"));
    CHECK(contains(wrong(R"([{"group": "t", "end": "1s"}])"), "`group` belongs beside"));
    CHECK(contains(wrong(R"([{"end": 1.5}])"), "expected a duration"));
    CHECK(contains(wrong(R"([{"speedup": "2"}])"), "`speedup`: expected a number"));
    CHECK(contains(wrong(R"([{"deadlock": 1}])"), "`deadlock`: expected true or false"));
    CHECK(contains(wrong(R"([{"end": {"mn": "1s"}}])"), "unknown key \"mn\" in a band"));
    CHECK(contains(wrong(R"([{"end": "1s", "tolerance": 2}])"), "`tolerance`: expected a share"));
    CHECK(contains(wrong(R"([{"lock": false, "ticks": 2}])"), "`lock`: expected true"));
}
