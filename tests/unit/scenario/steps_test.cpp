#include "tests/unit/scenario/loading.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

Scenario scenario_of(std::string text) { return good(std::move(text)).scenario(0); }

// The message about an operation, without the place.
std::string step_mistake(std::string_view operation) {
    const Loaded loaded = load(file_with("", operation));
    return loaded.diagnostics.empty() ? "" : loaded.diagnostics.shown().front().message;
}

constexpr const char* example = R"({
  "format": 1, "name": "fib and sleep", "description": "free text", "source": "Feature 20861",
  "seed": 18446744073709551615, "params": {"s": "77.121ms"},
  "runtime": {"model": "cruby-3.4", "quantum": "100ms", "platform": "ideal", "costs": {}},
  "threads": [
    {"name": "sleeper", "do": [{"repeat": 100, "do": [{"sleep": "$s"}]}]},
    {"name": "fib", "count": 0, "priority": -3, "start": "1ms", "do": [{"cpu": "$s"}]}
  ]
})";

}  // namespace

TEST_CASE("the example of the contract is read in full") {
    const ScenarioFile file = good(example);
    CHECK(file.name() == "fib and sleep");
    CHECK(file.description() == "free text");
    CHECK(file.source() == "Feature 20861");
    REQUIRE(file.cases().size() == 1);
    CHECK(file.cases()[0].name.empty());
    CHECK(file.cases()[0].params == ParamValues{{"s", "\"77.121ms\""}});
    const Scenario scenario = file.scenario(0);
    CHECK(scenario.seed == 18'446'744'073'709'551'615U);
    CHECK(scenario.runtime.model == "cruby-3.4");
    CHECK(scenario.runtime.quantum == Duration{100'000'000});
    REQUIRE(scenario.threads.size() == 2);
    const Step& repeat = scenario.threads[0].steps.at(0);
    CHECK(repeat.operation == find_operation("repeat"));
    CHECK(repeat.times.number == 100);
    CHECK(repeat.branches.at(0).steps.at(0).amount == Quantity{Duration{77'121'000}});
    CHECK(scenario.threads[1].count == 0);
    CHECK(scenario.threads[1].priority == -3);
    CHECK(scenario.threads[1].start == Duration{1'000'000});
    CHECK_FALSE(scenario.main);
}

TEST_CASE("a file without a name is named after the file, and seed is 1") {
    Loaded loaded = load_scenario(file_with(""), "some/where/two_threads.json");
    REQUIRE(loaded.file);
    CHECK(loaded.file->name() == "two_threads");
    CHECK(loaded.file->scenario(0).seed == 1);
}

TEST_CASE("distributions stand wherever a duration does") {
    CHECK(step(R"({"cpu": 5})").amount == Quantity{Duration{5}});
    CHECK(step(R"({"io": {"exponential": {"mean": "1us"}}})").amount ==
          Quantity{Exponential{Duration{1'000}}});
    CHECK(step(R"({"io": {"normal": {"mean": "1us", "sd": 3}}})").amount ==
          Quantity{Normal{Duration{1'000}, Duration{3}}});
    CHECK(step(R"({"io": {"lognormal": {"median": "1us", "sigma": 0.5}}})").amount ==
          Quantity{LogNormal{Duration{1'000}, 0.5}});
    CHECK(step(R"({"io": {"uniform": [1, "1us"]}})").amount ==
          Quantity{Uniform{Duration{1}, Duration{1'000}}});
    CHECK(step(R"({"io": {"choice": [1, 2], "weights": [3, 0.5]}})").amount ==
          Quantity{Choice{{Duration{1}, Duration{2}}, {3, 0.5}}});
    CHECK(step(R"({"io": {"empirical": [1, "$d"]}})", R"("params": {"d": "2ns"}, )").amount ==
          Quantity{Choice{{Duration{1}, Duration{2}}, {1, 1}}});
    CHECK(step(R"({"pop": "q", "timeout": {"uniform": [1, 1]}})").timeout ==
          Quantity{Uniform{Duration{1}, Duration{1}}});
}

TEST_CASE("distributions with impossible numbers are mistakes") {
    for (const char* quantity : {R"({})",
                                 R"({"exponential": "1ms"})",
                                 R"({"exponential": {"mean": -1}})",
                                 R"({"exponential": {"mean": {"uniform": [1, 2]}}})",
                                 R"({"normal": {"mean": 1}})",
                                 R"({"lognormal": {"median": 1, "sigma": -0.5}})",
                                 R"({"lognormal": {"median": 1, "sigma": "1"}})",
                                 R"({"uniform": [2, 1]})",
                                 R"({"uniform": [1]})",
                                 R"({"choice": []})",
                                 R"({"choice": [1], "weights": []})",
                                 R"({"choice": [1, 2], "weights": [1]})",
                                 R"({"choice": [1, 2], "weights": [0, 0]})",
                                 R"({"choice": [1, 2], "weights": [1, -1]})",
                                 R"({"choice": [1, 2], "weights": [1e308, 1e308]})",
                                 R"({"empirical": [1], "weights": [1]})",
                                 R"({"empirical": []})",
                                 R"({"uniform": [1, 2], "choice": [1]})",
                                 R"({"weights": [1]})",
                                 R"({"gauss": [1]})",
                                 R"("1 ms")",
                                 "1.0",
                                 "1e3",
                                 "-1",
                                 "-0",
                                 "9223372036854775808",
                                 "null",
                                 "true",
                                 "[1]"}) {
        CHECK_MESSAGE(!step_mistake(std::string{R"({"io": )"} + quantity + "}").empty(), quantity);
    }
}

TEST_CASE("the key of an operation decides what the others mean") {
    const Step wait = step(R"({"timeout": "1s", "mutex": "m", "wait": "cv"})");
    CHECK(wait.operation == find_operation("wait"));
    CHECK(wait.object == 0);
    CHECK(wait.second == 0);
    CHECK(wait.timeout == Quantity{Duration{1'000'000'000}});
    CHECK(step(R"({"c_call": 1, "release": true})").flag);
    CHECK(step(R"({"repeat": "forever", "do": []})").times.kind == Times::Kind::forever);
    CHECK(step(R"({"repeat": {"split": 100}, "do": []})").times.kind == Times::Kind::split);
    CHECK(step(R"({"join": "all"})").object == all_threads);
    CHECK(step(R"({"mark": "$$x"})").text == "$x");
    CHECK(step(R"({"mark": "costs $5"})").text == "costs $5");
    CHECK(step(R"({"priority": -3})").number == -3);
    const Step choose = step(R"({"choose": [{"weight": 0.5, "do": [{"cpu": 1}]}, {"do": []}]})");
    REQUIRE(choose.branches.size() == 2);
    CHECK(choose.branches[0].weight == 0.5);
    CHECK(choose.branches[1].weight == 1);
}

TEST_CASE("names of objects are numbered in the order of their use") {
    const Scenario scenario = scenario_of(
        file_with(R"("queues": {"sized": {"max": 10}, "plain": {}}, )",
                  R"({"synchronize": "a", "do": [{"lock": "b"}, {"unlock": "a"}]}, {"push": "free"},
           {"pop": "sized"}, {"signal": "cv"}, {"broadcast": "cv2"}, {"span": "s", "do": []})"));
    CHECK(scenario.mutexes == std::vector<std::string>{"a", "b"});
    CHECK(scenario.conditions == std::vector<std::string>{"cv", "cv2"});
    CHECK(scenario.spans == std::vector<std::string>{"s"});
    REQUIRE(scenario.queues.size() == 3);
    CHECK(scenario.queues[0].max == 10);
    CHECK(scenario.queues[1].max == 0);
    CHECK(scenario.queues[2].name == "free");
    CHECK(scenario.threads[0].steps[1].object == 2);
    CHECK(scenario.threads[0].steps[0].branches[0].steps[1].object == 0);
}

TEST_CASE("operations that make no sense are refused with a reason") {
    CHECK(step_mistake(R"({"slep": 1})") == R"(unknown operation "slep")");
    CHECK(step_mistake(R"({"cpu": 1, "sleep": 1})") ==
          "two operations in one object: `cpu` and `sleep`");
    CHECK(step_mistake(R"({"repeat": 2, "do": [], "dont": []})") ==
          R"(unknown key "dont" in `repeat`)");
    CHECK(step_mistake(R"({"repeat": 2})") == "`repeat` needs the key `do`");
    CHECK(step_mistake(R"({"wait": "cv"})") == "`wait` needs the key `mutex`");
    CHECK(step_mistake(R"({"spawn": "u"})") == R"(`spawn`: there is no thread "u")");
    CHECK(step_mistake(R"({"pass": false})") == "`pass`: expected true, found false");
    CHECK(step_mistake(R"({"priority": 4})") ==
          "`priority`: expected a whole number from -3 to 3, found 4");
    CHECK(step_mistake(R"({"lock": ""})") == "`lock`: a name must not be empty");
    CHECK(step_mistake(R"({"c_call": 1, "release": 1})") ==
          "`release`: expected true or false, found 1");
    CHECK(step_mistake(R"({"repeat": -1, "do": []})") ==
          "`repeat`: expected a whole number from 0 to 2^63-1, found -1");
    CHECK(step_mistake(R"({"choose": [{"weight": 0, "do": []}]})") ==
          "`choose`: at least one weight must be above 0");
    CHECK_FALSE(step_mistake(R"({"choose": []})").empty());
    CHECK_FALSE(step_mistake(R"({"repeat": {"split": 1.5}, "do": []})").empty());
    CHECK_FALSE(step_mistake(R"({"spawn": "t", "count": 10000001})").empty());
    CHECK_FALSE(step_mistake("{}").empty());
    CHECK_FALSE(step_mistake("[]").empty());
    CHECK_FALSE(step_mistake("\"cpu\"").empty());
}

TEST_CASE("names of threads are taken once, also by numbers") {
    const auto threads = [](const char* list) {
        return mistakes(R"({"format": 1, "runtime": {"model": "none"}, "threads": [)" +
                        std::string{list} + "]}");
    };
    CHECK(contains(threads(R"({"name": "a", "do": []}, {"name": "a", "do": []})"),
                   R"(two threads of the name "a" (at /threads/1/name))"));
    CHECK(contains(threads(R"({"name": "main", "do": []})"), "taken by the main thread"));
    CHECK(contains(threads(R"({"name": "all", "do": []})"), "\"all\" is taken"));
    CHECK(contains(threads(R"({"name": "w", "count": 2, "do": []}, {"name": "w-2", "do": []})"),
                   R"(two threads of the name "w-2")"));
    CHECK(threads(R"({"name": "w", "count": 2, "do": []}, {"name": "w-3", "do": []})").empty());
    CHECK(threads(R"({"name": "w", "do": []}, {"name": "w-1", "do": []})").empty());
    CHECK(contains(threads(R"({"do": []}, {"name": "x"})"), "a thread needs the key `name`"));
    CHECK(contains(threads(R"({"do": []}, {"name": "x"})"), "a thread needs the key `do`"));
}

TEST_CASE("a main program makes the list of threads optional") {
    const Scenario scenario =
        scenario_of(R"({"format": 1, "runtime": {"model": "none"}, "main": {"do": [{"cpu": 1}]}})");
    REQUIRE(scenario.main);
    CHECK(scenario.main->size() == 1);
    CHECK(contains(mistakes(R"({"format": 1, "runtime": {"model": "none"}})"),
                   "needs the key `threads` (at /threads)"));
}

TEST_CASE("threads that always spawn their like are refused") {
    const auto spawning = [](const char* members, const char* a, const char* b) {
        return mistakes(R"({"format": 1, )" + std::string{members} +
                        R"("runtime": {"model": "none"}, "threads": [{"name": "a", "do": [)" + a +
                        R"(]}, {"name": "b", "do": [)" + b + "]}]}");
    };
    CHECK(spawning("", R"({"spawn": "b"})", R"({"repeat": 2, "do": [{"spawn": "a"}]})") ==
          "f.json:1:138: error: threads spawn each other in a cycle without end: a -> b -> a "
          "(at /threads/1/do/0/do/0)\n");
    CHECK(contains(spawning("", R"({"spawn": "a"})", ""), "a -> a"));
    CHECK(spawning("", R"({"spawn": "b"})", "").empty());
    // These may end, or are ended.
    CHECK(spawning("", R"({"choose": [{"do": [{"spawn": "a"}]}, {"do": []}]})", "").empty());
    CHECK(spawning("", R"({"repeat": 0, "do": [{"spawn": "a"}]})", "").empty());
    CHECK(spawning("", R"({"spawn": "a", "count": 0})", "").empty());
    CHECK(spawning(R"("stop": {"at": "1s"}, )", R"({"spawn": "a"})", "").empty());
}

TEST_CASE("stop names a length or a thread") {
    CHECK(scenario_of(file_with(R"("stop": {"at": "2s"}, )")).stop.at == Duration{2'000'000'000});
    CHECK(scenario_of(file_with(R"("stop": {"when": "t"}, )")).stop.when == 0);
    CHECK_FALSE(mistakes(file_with(R"("stop": {}, )")).empty());
    CHECK_FALSE(mistakes(file_with(R"("stop": {"when": "u"}, )")).empty());
    CHECK_FALSE(mistakes(file_with(R"("stop": {"at": {"uniform": [1, 2]}}, )")).empty());
}

TEST_CASE("blocks may not be nested without end by way of params") {
    std::string params = R"("params": {"p0": [])";
    for (int i = 1; i <= 300; ++i) {
        params += ", \"p" + std::to_string(i) + R"(": [{"repeat": 2, "do": "$p)" +
                  std::to_string(i - 1) + "\"}]";
    }
    CHECK(contains(mistakes(file_with(params + "}, ", R"({"repeat": 1, "do": "$p300"})")),
                   "nested more than 200 deep"));
}

TEST_CASE("params that multiply operations reach a limit") {
    std::string params = R"("params": {"p0": [{"cpu": 1}])";
    for (int i = 1; i <= 30; ++i) {
        const std::string inner = R"({"repeat": 2, "do": "$p)" + std::to_string(i - 1) + "\"}";
        params += ", \"p" + std::to_string(i) + "\": [" + inner + ", " + inner + "]";
    }
    CHECK(contains(mistakes(file_with(params + "}, ", R"({"repeat": 1, "do": "$p30"})")),
                   "more than 1000000 operations"));
}
