#include "tests/unit/scenario/loading.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

std::vector<std::string> names(const ScenarioFile& file) {
    std::vector<std::string> result;
    for (const CaseHeader& header : file.cases()) { result.push_back(header.name); }
    return result;
}

Duration first_cpu(const ScenarioFile& file, std::size_t index) {
    return std::get<Duration>(file.scenario(index).threads.at(0).steps.at(0).amount);
}

constexpr const char* cpu_n = R"({"cpu": "$n"})";

}  // namespace

TEST_CASE("params stand for values of any kind and refer to each other") {
    const Scenario scenario =
        good(file_with(R"("params": {"a": "$b", "b": "2us", "body": [{"sleep": "$a"}],
                          "who": "worker", "q": {"uniform": ["$b", "3us"]}}, )",
                       R"({"repeat": 3, "do": "$body"}, {"io": "$q"}, {"mark": "$who"})"))
            .scenario(0);
    const Block& steps = scenario.threads[0].steps;
    CHECK(steps[0].branches[0].steps[0].amount == Quantity{Duration{2'000}});
    CHECK(steps[1].amount == Quantity{Uniform{Duration{2'000}, Duration{3'000}}});
    CHECK(steps[2].text == "worker");
}

TEST_CASE("params in a cycle are printed as one, and the other mistakes too") {
    CHECK(mistakes(file_with(R"("params": {"a": "$b", "b": [1, {"x": "$c"}], "c": "$a"}, )",
                             R"({"cpu": "$a"}, {"cpu": "x"})")) ==
          "f.json:1:31: error: params refer to each other in a cycle: a -> b -> c -> a "
          "(at /params/a)\n"
          "f.json:1:163: error: `cpu`: expected a duration such as \"1.5ms\", whole nanoseconds, "
          "or a distribution, found the string \"x\" (at /threads/0/do/1/cpu)\n");
    CHECK(contains(mistakes(file_with(R"("params": {"a": "$a"}, )", R"({"cpu": "$a"})")),
                   "cycle: a -> a"));
    CHECK(contains(mistakes(file_with(R"("params": {"n": 1}, )", cpu_n), {{"n", "$n"}}),
                   "--set n=$n: error: params refer to each other in a cycle: n -> n"));
}

TEST_CASE("a block that contains itself is a cycle") {
    CHECK(contains(mistakes(file_with(R"("params": {"a": [{"repeat": 2, "do": "$a"}]}, )",
                                      R"({"repeat": 2, "do": "$a"})")),
                   "cycle: a -> a"));
}

TEST_CASE("params that do not exist or are not used are reported") {
    const Loaded loaded = load(file_with(R"("params": {"length": 1}, )", R"({"cpu": "$lenght"})"));
    REQUIRE(loaded.diagnostics.shown().size() == 2);
    CHECK(loaded.diagnostics.shown()[0].severity == Severity::warning);
    CHECK(contains(headline(loaded.diagnostics.shown()[0]), "param `length` is never used"));
    CHECK(contains(headline(loaded.diagnostics.shown()[1]), "there is no param \"lenght\""));
    CHECK(loaded.diagnostics.shown()[1].hint == "did you mean `length`?");
    CHECK(contains(mistakes(file_with(R"("params": {"a-b": 1}, )")), "cannot be the name"));
    CHECK(contains(mistakes(file_with(R"("params": [], )")), "an object (params by name)"));
}

TEST_CASE("a wrong value of a param is shown where it stands, with its use") {
    const Loaded loaded = load(file_with("\"params\": {\"n\": \"1x\"},\n", cpu_n));
    REQUIRE(loaded.diagnostics.errors() == 1);
    const Diagnostic& diagnostic = loaded.diagnostics.shown()[0];
    CHECK(diagnostic.pointer == "/params/n");
    CHECK(diagnostic.line == 1);
    CHECK(contains(diagnostic.hint, "used as \"$n\" at /threads/0/do/0/cpu"));
}

TEST_CASE("cases set params, runtime and seed") {
    const ScenarioFile file = good(file_with(R"(
        "params": {"n": 1},
        "cases": [{"name": "first"},
                  {"name": "2.3.8", "params": {"n": 2, "model": "cruby-2.3.8", "seed": 7,
                                               "platform": "linux"},
                   "measured": {"end_s": 61.070703, "lock.ticks": 3}, "tolerance": "2%"},
                  {"name": "ten", "params": {"quantum": "10ms"}, "tolerance": null}],
        "tolerance": "0.5%", )",
                                             cpu_n));
    CHECK(names(file) == std::vector<std::string>{"first", "2.3.8", "ten"});
    CHECK(file.cases()[1].params ==
          ParamValues{
              {"n", "2"}, {"model", "\"cruby-2.3.8\""}, {"platform", "\"linux\""}, {"seed", "7"}});
    CHECK(first_cpu(file, 0) == Duration{1});
    CHECK(first_cpu(file, 1) == Duration{2});
    CHECK(file.scenario(1).runtime.model == "cruby-2.3.8");
    CHECK(file.scenario(1).runtime.platform == "linux");
    CHECK(file.scenario(1).seed == 7);
    CHECK(file.scenario(2).runtime.quantum == Duration{10'000'000});
    REQUIRE(file.cases()[1].measured.size() == 2);
    CHECK(file.cases()[1].measured[0].key == "end_s");
    CHECK(file.cases()[1].measured[0].value == 61.070703);
    CHECK(file.cases()[1].measured[0].text == "61.070703");
    CHECK(file.cases()[0].tolerance.fraction == 0.005);
    CHECK(file.cases()[1].tolerance.fraction == 0.02);
    CHECK_FALSE(file.cases()[2].tolerance.fraction);
    CHECK(file.cases()[2].tolerance.written);
}

TEST_CASE("a file without cases is its own single case") {
    const ScenarioFile file =
        good(file_with(R"("measured": {"speedup": 1.5}, "tolerance": "2%", "replications": 20, )"));
    REQUIRE(file.cases().size() == 1);
    CHECK(file.cases()[0].measured.at(0).value == 1.5);
    CHECK(file.cases()[0].tolerance.fraction == 0.02);
    CHECK(file.cases()[0].replications == 20);
    CHECK(contains(mistakes(file_with(R"("measured": {}, "cases": [{"name": "a"}], )")),
                   "not clear which case"));
}

TEST_CASE("a matrix is the full grid with the first key outermost") {
    const std::string members =
        R"("params": {"n": 1}, "matrix": {"n": [1, "2ns"], "quantum": ["10ms", "20ms"]}, )";
    const ScenarioFile file = good(file_with(members, cpu_n));
    CHECK(names(file) == std::vector<std::string>{"n=1, quantum=10ms", "n=1, quantum=20ms",
                                                  "n=2ns, quantum=10ms", "n=2ns, quantum=20ms"});
    CHECK(first_cpu(file, 1) == Duration{1});
    CHECK(first_cpu(file, 2) == Duration{2});
    CHECK(file.scenario(3).runtime.quantum == Duration{20'000'000});
    CHECK(file.cases()[2].params == ParamValues{{"n", "\"2ns\""}, {"quantum", "\"10ms\""}});
    const ScenarioFile both =
        good(file_with(members + R"("cases": [{"name": "a"}, {"name": "b"}], )", cpu_n));
    CHECK(both.cases().size() == 8);
    CHECK(both.cases()[4].name == "b, n=1, quantum=10ms");
}

TEST_CASE("values of the command line win over cases and matrix") {
    const std::string text = file_with(
        R"("params": {"n": 1}, "cases": [{"name": "a", "params": {"n": 2}}, {"name": "b"}], )",
        cpu_n);
    CHECK(first_cpu(good(text, {{"n", "5"}}), 0) == Duration{5});
    CHECK(first_cpu(good(text, {{"n", "5us"}}), 1) == Duration{5'000});
    CHECK(first_cpu(good(text, {{"n", "\"6us\""}}), 1) == Duration{6'000});
    CHECK(first_cpu(good(text, {{"n", "7"}, {"n", "8"}}), 1) == Duration{8});
    CHECK(good(text, {{"model", "none"}}).scenario(0).runtime.model == "none");
    CHECK(good(text, {{"seed", "18446744073709551615"}}).scenario(1).seed ==
          18'446'744'073'709'551'615U);
    const ScenarioFile pinned =
        good(file_with(R"("params": {"n": 1}, "matrix": {"n": [1, 2], "seed": [1, 2]}, )", cpu_n),
             {{"n", "9"}});
    CHECK(names(pinned) == std::vector<std::string>{"seed=1", "seed=2"});
    CHECK(first_cpu(pinned, 0) == Duration{9});
}

TEST_CASE("wrong values of the command line are told as such") {
    const std::string text = file_with(R"("params": {"n": 1}, )", cpu_n);
    const Loaded unknown = load(text, {{"nn", "5"}});
    CHECK(headlines(unknown.diagnostics) == "--set nn=5: error: there is no param \"nn\"\n");
    CHECK(unknown.diagnostics.shown()[0].hint == "did you mean `n`?");
    CHECK(contains(mistakes(text, {{"n", "5xs"}}), "--set n=5xs: error: `cpu`: expected"));
    CHECK(contains(mistakes(text, {{"seed", "-1"}}), "--set seed=-1: error: `seed`: expected"));
    CHECK(contains(mistakes(text, {{"n", R"({"uniform": [2, 1]})"}}), "--set n="));
    CHECK_FALSE(load(text, {{"n", "\xFF"}}).file);
    CHECK_FALSE(load(text, {{"n", R"({"uniform": [1, 2], "uniform": [1, 2]})"}}).file);
}

TEST_CASE("a mistake of one case names it, a mistake of all cases does not") {
    const std::string text = mistakes(file_with(
        R"("params": {"n": 1}, "cases": [{"name": "a", "params": {"model": "cruby-2.3"}},
            {"name": "b", "params": {"quantum": "10ms"}},
            {"name": "c", "params": {"model": "cruby-2.3", "quantum": "20ms"}}], )",
        R"({"cpu": "$n"}, {"slep": 1})"));
    CHECK(contains(text, "(in case \"c\") (at /cases/2/params/quantum)"));
    CHECK(contains(text, "unknown operation \"slep\" (at"));
    const std::string some = mistakes(
        file_with(R"("params": {"n": 1}, "matrix": {"n": ["x", 1, 2], "seed": [1, 2]}, )", cpu_n));
    CHECK(contains(some, "(in case \"n=x, seed=1\" and 1 more) (at /matrix/n/0)"));
}

TEST_CASE("cases and matrix with mistakes of their own") {
    for (const char* members : {R"("cases": [], )",
                                R"("cases": {}, )",
                                R"("cases": [{}], )",
                                R"("cases": [{"name": "a"}, {"name": "a"}], )",
                                R"("cases": [{"name": "a", "params": {"n": 1}}], )",
                                R"("cases": [{"name": "a", "parms": {}}], )",
                                R"("cases": [{"name": "a", "measured": {"end": 1}}], )",
                                R"("cases": [{"name": "a", "measured": {"end_s": "1"}}], )",
                                R"("cases": [{"name": "a", "measured": {"pool.p.threads": 1}}], )",
                                R"("cases": [{"name": "a", "measured": {"thread.u.end_s": 1}}], )",
                                R"("cases": [{"name": "a", "tolerance": 0.02}], )",
                                R"("cases": [{"name": "a", "tolerance": "2"}], )",
                                R"("cases": [{"name": "a", "tolerance": "-2%"}], )",
                                R"("matrix": {}, )",
                                R"("matrix": {"seed": []}, )",
                                R"("matrix": {"seed": 1}, )",
                                R"("matrix": {"sead": [1]}, )",
                                R"("matrix": {"seed": [1, 1]}, )",
                                R"("matrix": {"seed": [1]}, "measured": {}, )",
                                R"("replications": 0, )",
                                R"("table": {}, )",
                                R"("table": {"rows": "n"}, )",
                                R"("table": {"rows": "seed", "value": "end"}, )",
                                R"("table": {"rows": "seed", "speedup_over": {"n": 1}}, )",
                                R"("table": {"rows": "seed", "colums": "model"}, )"}) {
        CHECK_MESSAGE(!mistakes(file_with(members)).empty(), members);
    }
    CHECK(mistakes(file_with(R"("measured": {"thread.t.end_s": 1, "thread.t-3.io_s": 2}, )"))
              .empty());
}

TEST_CASE("a grid of more than a million cases is refused before it is built") {
    std::string values = "[0";
    for (int i = 1; i < 2000; ++i) { values += "," + std::to_string(i); }
    values += "]";
    CHECK(contains(mistakes(file_with(R"("params": {"n": 1}, "matrix": {"n": )" + values +
                                          R"(, "seed": )" + values + "}, ",
                                      cpu_n)),
                   "more than 1000000 cases (at /matrix)"));
}

TEST_CASE("a table names its rows, columns and value") {
    const ScenarioFile file =
        good(file_with(R"("params": {"n": 1}, "table": {"rows": "model", "columns": "n",
                     "value": "waste_s", "speedup_over": {"n": 1}}, )"));
    REQUIRE(file.table());
    CHECK(file.table()->rows == "model");
    CHECK(file.table()->columns == "n");
    CHECK(file.table()->value == "waste_s");
    CHECK(file.table()->speedup_over == ParamValues{{"n", "1"}});
}
