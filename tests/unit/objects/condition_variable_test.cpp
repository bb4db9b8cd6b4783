#include "tests/unit/objects/program.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

constexpr const char* waits = R"({"lock": "m"}, {"wait": "c", "mutex": "m"}, {"unlock": "m"})";
constexpr const char* waits_10ms =
    R"({"lock": "m"}, {"wait": "c", "mutex": "m", "timeout": "10ms"}, {"unlock": "m"})";

}  // namespace

TEST_CASE("Signals wake in the order of waiting, a broadcast wakes all") {
    for (const char* model : every_ruby) {
        CAPTURE(std::string(model));
        const Timeline all =
            run(model, {{"a", waits},
                        {"b", waits},
                        {"c", waits},
                        {"waker", R"({"sleep": "1ms"}, {"signal": "c"}, {"sleep": "1ms"},
                                 {"broadcast": "c"}, {"signal": "c"})"}});
        CHECK(end_of(all, "a") == "1");
        CHECK(end_of(all, "b") == "2");
        CHECK(end_of(all, "c") == "2");
        CHECK(all.result.kind == EndKind::completed);
    }
}

TEST_CASE("A signal while nobody waits is lost") {
    const Timeline all = run("cruby-3.4", {{"waker", R"({"signal": "c"})"}, {"a", waits}});
    CHECK(all.result.kind == EndKind::deadlock);
}

TEST_CASE("A woken thread needs the mutex, and waits for it if the signaller still has it") {
    const Timeline all = run(
        "cruby-3.4", {{"a", waits}, {"waker", R"({"lock": "m"}, {"signal": "c"}, {"sleep": "5ms"},
                                       {"unlock": "m"})"}});
    CHECK(rows_of_thread(all, "a") ==
          "0 a STARTED\n0 a READY\n0 a RESUMED\n0 a SUSPENDED cv:c\n"
          "0 a READY\n0 a RESUMED\n0 a SUSPENDED mutex:m\n"
          "5 a READY\n5 a RESUMED\n5 a SUSPENDED exit\n5 a EXITED\n");
}

TEST_CASE("Waiting without the mutex is Ruby's error") {
    const Timeline all =
        run("cruby-3.4",
            {{"free", R"({"wait": "c", "mutex": "m"}, {"cpu": "1s"})"},
             {"owner", R"({"lock": "o"}, {"sleep": "5ms"}, {"unlock": "o"})"},
             {"other", R"({"sleep": "1ms"}, {"wait": "c", "mutex": "o"}, {"cpu": "1s"})"}});
    CHECK(error_of(all, "free") == "ThreadError: Attempt to unlock a mutex which is not locked");
    CHECK(error_of(all, "other") ==
          "ThreadError: Attempt to unlock a mutex which is locked by "
          "another thread/fiber");
    CHECK(end_of(all) == "5");
}

TEST_CASE("A timeout ends the wait, and `otherwise` decides what follows") {
    const auto with = [](const std::string& otherwise) {
        return run("cruby-3.4",
                   {{"a", (R"({"lock": "m"}, {"wait": "c", "mutex": "m", "timeout": "10ms")" +
                           otherwise + R"(}, {"cpu": "1ms"})")
                              .c_str()},
                    {"next", R"({"sleep": "1ms"}, {"lock": "m"}, {"sleep": "20ms"})"}});
    };
    // The mutex is taken again first, which here is at 21 ms.
    CHECK(end_of(with(""), "a") == "22");
    CHECK(end_of(with(R"(, "otherwise": "continue")"), "a") == "22");
    CHECK(end_of(with(R"(, "otherwise": "end")"), "a") == "21");
    CHECK(error_of(with(R"(, "otherwise": "end")"), "a").empty());
    CHECK(error_of(with(R"(, "otherwise": "raise")"), "a") == "ThreadError: wait timed out");
    CHECK(use_of(with(""), Why::condition, "a").timed_out == 1);
}

// Its entry stays in Ruby's list until it runs, so it takes the signal and counts as woken.
TEST_CASE("A signal that comes after the timeout and before the thread runs goes to that thread") {
    for (const char* model : {"cruby-2.6", "cruby-3.2", "cruby-3.4"}) {
        CAPTURE(std::string(model));
        const Timeline all =
            run(model,
                {{"a", waits_10ms}, {"b", waits}, {"waker", R"({"c_call": "50ms"}, {"signal": "c"},
                                                      {"c_call": "50ms"})"}});
        CHECK(use_of(all, Why::condition, "a").acquired == 1);
        CHECK(use_of(all, Why::condition, "a").timed_out == 0);
        CHECK(use_of(all, Why::condition, "b").acquired == 0);
        CHECK(all.result.kind == EndKind::deadlock);
    }
}

TEST_CASE("A timed waiter wakes by itself, so a signal queues it a hand-over later") {
    const auto woken_at = [](const char* steps) {
        Scenario scenario =
            program("cruby-3.4", {{"a", steps}, {"waker", R"({"sleep": "5ms"}, {"signal": "c"})"}});
        scenario.runtime.costs.hand_over = Duration{std::chrono::microseconds{30}};
        const std::string times = ready(record(scenario), "a");
        return times.substr(times.rfind(' ') + 1);
    };
    const std::string untimed = woken_at(waits);
    const std::string timed =
        woken_at(R"({"lock": "m"}, {"wait": "c", "mutex": "m", "timeout": "1s"}, {"unlock": "m"})");
    CHECK(untimed == "5.06");
    CHECK(timed == "5.09");
}

TEST_CASE("while_empty waits only while the queue is empty, again and again, with one deadline") {
    const char* acquire = R"({"synchronize": "m", "do": [
        {"wait": "c", "mutex": "m", "while_empty": "free", "timeout": "9ms", "otherwise": "raise"},
        {"pop": "free"}]}, {"mark": "got it"})";
    const char* signals_in_vain = R"({"repeat": 6, "do": [{"sleep": "2ms"}, {"signal": "c"}]})";
    const Timeline vain = run("cruby-3.4", {{"a", acquire}, {"waker", signals_in_vain}});
    CHECK(use_of(vain, Why::condition, "a").useless_wakeups == 4);
    CHECK(end_of(vain, "a") == "9");
    CHECK(error_of(vain, "a") == "ThreadError: wait timed out");

    const Timeline there = run("cruby-3.4", {{"setup", R"({"push": "free"})"}, {"a", acquire}});
    CHECK(end_of(there, "a") == "0");
    CHECK(use_of(there, Why::condition, "a").acquired == 1);

    const Timeline woken =
        run("cruby-3.4",
            {{"a", acquire}, {"giver", R"({"sleep": "3ms"}, {"push": "free"}, {"signal": "c"})"}});
    CHECK(end_of(woken, "a") == "3");

    // What comes while it waits for the lock after its timeout is still in time.
    const Timeline late = run(
        "cruby-3.4",
        {{"a", acquire}, {"giver", R"({"c_call": "15ms"}, {"push": "free"}, {"c_call": "15ms"})"}});
    CHECK(error_of(late, "a").empty());
    CHECK(end_of(late, "a") == "30");
}

TEST_CASE("Thread#wakeup ends a wait for a condition variable as a signal does") {
    const Timeline all = run(
        "cruby-3.4", {{"a", waits}, {"b", waits}, {"waker", R"({"sleep": "1ms"}, {"wakeup": "b"},
                                                        {"wakeup": "b"}, {"signal": "c"})"}});
    CHECK(end_of(all, "b") == "1");
    CHECK(end_of(all, "a") == "1");
    CHECK(all.result.kind == EndKind::completed);
}
