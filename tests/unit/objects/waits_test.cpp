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

