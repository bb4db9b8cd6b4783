// Join with a timeout, sleep forever, wakeup.
#include "tests/unit/objects/program.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

TEST_CASE("A join with a timeout goes on without the thread") {
    for (const char* model : every_ruby) {
        CAPTURE(std::string(model));
        const Timeline all =
            run(model, {{"worker", R"({"sleep": "400ms"})"},
                        {"a", R"({"join": "worker", "timeout": "50ms"}, {"mark": "x"})"}});
        CHECK(end_of(all, "a") == "50");
        CHECK(all.result.kind == EndKind::completed);
    }
    const Timeline raises =
        run("cruby-3.4", {{"worker", R"({"sleep": "400ms"})"},
                          {"a", R"({"join": "worker", "timeout": "50ms", "otherwise": "raise"})"}});
    CHECK(error_of(raises, "a") == "ThreadError: join timed out");
}

// thread.c, thread_join_sleep looks at the thread and not at why it woke.
TEST_CASE("A thread that ended between a join's timeout and its next run is joined") {
    for (const char* model : {"cruby-2.6", "cruby-3.2", "cruby-3.4"}) {
        CAPTURE(std::string(model));
        const Timeline all =
            run(model, {{"worker", R"({"sleep": "20ms"}, {"c_call": "30ms"})"},
                        {"a", R"({"join": "worker", "timeout": "40ms", "otherwise": "raise"})"},
                        {"b", R"({"join": "worker", "timeout": "45ms", "otherwise": "raise"})"},
                        {"c", R"({"join": "worker"})"}});
        for (const char* name : {"a", "b", "c"}) {
            CHECK(error_of(all, name).empty());
            CHECK(end_of(all, name) == "50");
        }
    }
}

TEST_CASE("A join with timeout zero only looks") {
    const Timeline all = run(
        "cruby-3.4",
        {{"worker", R"({"sleep": "400ms"})"},
         {"a", R"({"join": "worker", "timeout": 0, "otherwise": "raise"})"},
         {"b", R"({"sleep": "500ms"}, {"join": "worker", "timeout": 0, "otherwise": "raise"})"}});
    CHECK(error_of(all, "a") == "ThreadError: join timed out");
    CHECK(end_of(all, "a") == "0");
    CHECK(error_of(all, "b").empty());
}

TEST_CASE("Joining all means the threads of the file, not the workers of pools") {
    const Timeline all = run("cruby-3.4", {{"a", R"({"sleep": "5ms"})"}},
                             R"("pools": {"p": {"kind": "fixed", "threads": 2}},
           "main": {"do": [{"spawn": "a"}, {"submit": "p", "do": [{"sleep": "1ms"}]},
           {"join": "all"}]}, )");
    CHECK(all.result.kind == EndKind::completed);
    CHECK(end_of(all) == "5");
}

TEST_CASE("A sleep without end lasts until somebody wakes the thread") {
    for (const char* model : every_ruby) {
        CAPTURE(std::string(model));
        const Timeline all = run(model, {{"a", R"({"sleep": "forever"}, {"cpu": "1ms"})"},
                                         {"waker", R"({"sleep": "5ms"}, {"wakeup": "a"})"}});
        CHECK(end_of(all, "a") == "6");
    }
}

TEST_CASE("Waking a thread twice does not wake it later") {
    for (const char* model : {"cruby-2.5", "cruby-3.2", "cruby-3.4"}) {
        CAPTURE(std::string(model));
        Scenario scenario = program(
            model,
            {{"a", R"({"sleep": "1s"})"},
             {"waker", R"({"sleep": "5ms"}, {"wakeup": "a"}, {"cpu": "15us"}, {"wakeup": "a"},
                                 {"cpu": "15us"}, {"wakeup": "a"}, {"sleep": "1ms"})"}});
        scenario.runtime.costs.hand_over = Duration{std::chrono::microseconds{20}};
        const Timeline all = record(scenario);
        const Instant wakes = moments(all, RecordKind::resumed, "waker").at(1);
        CHECK(moments(all, RecordKind::ready, "a").at(1) - wakes == std::chrono::microseconds{20});
    }
}

TEST_CASE("Waking a thread that does not sleep does nothing") {
    const Timeline all = run(
        "cruby-3.4", {{"a", R"({"cpu": "5ms"}, {"io": "10ms"})"}, {"waker", R"({"wakeup": "a"})"}});
    CHECK(end_of(all, "a") == "15");
}
