#include "tests/unit/objects/program.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

std::string waits_of(const Timeline& run) {
    std::string text;
    for (const DeadlockWait& wait : run.result.deadlock) {
        text += wait.thread + ": " + wait.waits_for +
                (wait.held_by.empty() ? "" : " of " + wait.held_by) +
                (wait.in_cycle ? " (cycle)" : "") + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("Two mutexes taken crosswise are a deadlock, and the cycle is named") {
    for (const char* model : every_ruby) {
        CAPTURE(std::string(model));
        const Timeline all =
            run(model, {{"a", R"({"lock": "x"}, {"sleep": "10ms"}, {"lock": "y"})"},
                        {"b", R"({"lock": "y"}, {"sleep": "10ms"}, {"lock": "x"})"},
                        {"c", R"({"sleep": "5ms"}, {"lock": "x"})"}});
        CHECK(all.result.kind == EndKind::deadlock);
        CHECK(waits_of(all) ==
              "main: the end of a\na: mutex y of b (cycle)\n"
              "b: mutex x of a (cycle)\nc: mutex x of a\n");
    }
}

TEST_CASE("A deadlock ends the run at the moment at which nobody can act any more") {
    for (const char* model : every_ruby) {
        CAPTURE(std::string(model));
        // Two threads that computed side by side leave a timer behind that ticks on.
        const Timeline all = run(model, {{"a", R"({"cpu": "7ms"}, {"pop": "q"})"},
                                         {"b", R"({"cpu": "7ms"}, {"pop": "q"})"}});
        CHECK(all.result.kind == EndKind::deadlock);
        CHECK(end_of(all) == "14");
    }
}

TEST_CASE("A thread in a timed wait, or one that is on its way, keeps a run going") {
    const Timeline timed = run("cruby-3.4", {{"a", R"({"pop": "q", "timeout": "1s"})"}});
    CHECK(timed.result.kind == EndKind::completed);
    Scenario late = program("cruby-2.3", {{"a", R"({"lock": "m"}, {"sleep": "1ms"}, {"unlock": "m"},
                                                   {"pop": "q", "timeout": "5ms"})"},
                                          {"b", R"({"lock": "m"}, {"unlock": "m"})"}});
    late.runtime.costs.hand_over = Duration{std::chrono::milliseconds{20}};
    CHECK(simulate(late).kind == EndKind::completed);
}

TEST_CASE("Sleeping without end and waiting for a signal keep nothing going") {
    const Timeline all = run("cruby-3.4", {{"a", R"({"sleep": "forever"})"},
                                           {"b", R"({"lock": "m"}, {"wait": "c", "mutex": "m"})"}});
    CHECK(all.result.kind == EndKind::deadlock);
    CHECK(end_of(all) == "0");
    CHECK(waits_of(all) == "main: the end of a\na: a wake-up\nb: a signal of c\n");
}

TEST_CASE("Idle workers are no deadlock, and do not hide one") {
    const std::string pool = R"("pools": {"p": {"kind": "fixed", "threads": 2}}, "main": {"do": [
        {"submit": "p", "do": [{"sleep": "1ms"}], "as": "f"}, {"await": "f"}, )";
    CHECK(run("cruby-3.4", {}, pool + R"({"cpu": "1ms"}]}, )").result.kind == EndKind::completed);
    const Timeline stuck = run("cruby-3.4", {}, pool + R"({"pop": "q"}]}, )");
    CHECK(stuck.result.kind == EndKind::deadlock);
    CHECK(waits_of(stuck) == "main: queue q\n");
}
