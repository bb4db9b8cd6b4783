#include "tests/unit/objects/program.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

constexpr const char* hold_2ms = R"({"repeat": 100, "do": [
    {"lock": "m"}, {"cpu": "2ms"}, {"unlock": "m"}, {"cpu": "50us"}]})";

}  // namespace

TEST_CASE("A mutex that is free costs nothing, and its waiters get it in order") {
    for (const char* model : every_ruby) {
        CAPTURE(std::string(model));
        const Timeline all =
            run(model, {{"a", R"({"lock": "m"}, {"sleep": "10ms"}, {"unlock": "m"})"},
                        {"b", R"({"lock": "m"}, {"sleep": "10ms"}, {"unlock": "m"})"},
                        {"c", R"({"lock": "m"}, {"sleep": "10ms"}, {"unlock": "m"})"}});
        CHECK(end_of(all, "a") == "10");
        CHECK(end_of(all, "b") == "20");
        CHECK(end_of(all, "c") == "30");
        CHECK(use_of(all, Why::mutex, "c").longest_wait == std::chrono::milliseconds{20});
    }
}

TEST_CASE("From 2.5 on whoever unlocks and locks again keeps the mutex") {
    for (const char* model : {"cruby-2.5", "cruby-3.2", "cruby-3.4", "cruby-4.0"}) {
        CAPTURE(std::string(model));
        const Timeline all = run(model, {{"a", hold_2ms}, {"b", hold_2ms}});
        const ObjectUse a = use_of(all, Why::mutex, "a");
        const ObjectUse b = use_of(all, Why::mutex, "b");
        CHECK(a.acquired == 100);
        CHECK(b.acquired == 100);
        CHECK(std::max(a.overtaken, b.overtaken) > 40);
    }
}

TEST_CASE("Up to 2.4 a woken waiter takes the mutex before it has the lock of the interpreter") {
    const Timeline all = run("cruby-2.3", {{"a", hold_2ms}, {"b", hold_2ms}});
    CHECK(use_of(all, Why::mutex, "a").overtaken <= 1);
    CHECK(use_of(all, Why::mutex, "b").overtaken <= 1);
    CHECK(lock_outs(all.result).empty());
}

TEST_CASE("From 2.5 on a waiter that finds the mutex taken goes to the tail") {
    // b and c wait; a unlocks (b is woken), locks again and blocks with it: b finds it taken and
    // stands behind c from then on.
    const char* a = R"({"lock": "m"}, {"sleep": "5ms"}, {"unlock": "m"}, {"lock": "m"},
                       {"sleep": "5ms"}, {"unlock": "m"})";
    const char* other = R"({"lock": "m"}, {"sleep": "1ms"}, {"unlock": "m"})";
    const Timeline later = run("cruby-3.4", {{"a", a}, {"b", other}, {"c", other}});
    CHECK(end_of(later, "c") == "11");
    CHECK(end_of(later, "b") == "12");
    CHECK(use_of(later, Why::mutex, "b").useless_wakeups == 1);
    CHECK(use_of(later, Why::mutex, "c").useless_wakeups == 0);
}

TEST_CASE("Unlocking what one does not have, and locking twice, are Ruby's errors") {
    for (const char* model : every_ruby) {
        CAPTURE(std::string(model));
        const Timeline all =
            run(model, {{"free", R"({"unlock": "m"}, {"cpu": "1s"})"},
                        {"owner", R"({"lock": "o"}, {"sleep": "5ms"}, {"unlock": "o"})"},
                        {"thief", R"({"sleep": "1ms"}, {"unlock": "o"}, {"cpu": "1s"})"},
                        {"twice", R"({"lock": "t"}, {"lock": "t"}, {"cpu": "1s"})"}});
        CHECK(error_of(all, "free") ==
              "ThreadError: Attempt to unlock a mutex which is not locked");
        CHECK(error_of(all, "thief") ==
              "ThreadError: Attempt to unlock a mutex which is locked by "
              "another thread/fiber");
        CHECK(error_of(all, "twice") == "ThreadError: deadlock; recursive locking");
        CHECK(error_of(all, "owner").empty());
        CHECK(end_of(all) == "5");
        CHECK(all.result.kind == EndKind::completed);
    }
}

TEST_CASE("A thread that ends gives its mutexes back, the one it took last first") {
    const char* holder = R"({"lock": "x"}, {"lock": "y"}, {"sleep": "5ms"})";
    for (const char* model : {"cruby-3.3", "cruby-3.4", "cruby-4.0"}) {
        const Timeline all = run(model, {{"holder", holder},
                                         {"wants-x", R"({"lock": "x"}, {"cpu": "1ms"})"},
                                         {"wants-y", R"({"lock": "y"}, {"cpu": "1ms"})"}});
        CHECK(end_of(all, "wants-y") == "6");
        CHECK(end_of(all, "wants-x") == "7");
    }
    // The order of giving back by hand is free.
    const Timeline crossed =
        run("cruby-3.4", {{"a", R"({"lock": "x"}, {"lock": "y"}, {"lock": "z"}, {"unlock": "y"},
                               {"unlock": "x"}, {"unlock": "z"}, {"lock": "y"}, {"unlock": "y"})"},
                          {"b", R"({"lock": "x"}, {"lock": "y"}, {"lock": "z"})"}});
    CHECK(crossed.result.kind == EndKind::completed);
    CHECK(error_of(crossed, "a").empty());
}

TEST_CASE("An error inside synchronize gives the mutex back") {
    const Timeline all = run(
        "cruby-3.4",
        {{"a",
          R"({"synchronize": "m", "do": [{"pop": "q", "timeout": "5ms", "otherwise": "raise"}]})"},
         {"b", R"({"synchronize": "m", "do": [{"cpu": "1ms"}]})"}});
    CHECK(error_of(all, "a") == "ThreadError: pop timed out");
    CHECK(end_of(all, "b") == "6");
}

TEST_CASE("From 3.3 on the waker queues a waiter, before that it queues itself when it is awake") {
    const auto latency = [](const char* model) {
        Scenario scenario =
            program(model, {{"a", R"({"lock": "m"}, {"sleep": "1ms"}, {"unlock": "m"})"},
                            {"b", R"({"lock": "m"}, {"unlock": "m"})"}});
        scenario.runtime.costs.hand_over = Duration{std::chrono::microseconds{20}};
        const Timeline all = record(scenario);
        return moments(all, RecordKind::ready, "b").at(1) -
               moments(all, RecordKind::resumed, "a").at(1);
    };
    CHECK(latency("cruby-3.4") == Duration::zero());
    for (const char* model : {"cruby-2.3", "cruby-2.5", "cruby-3.2"}) {
        CAPTURE(std::string(model));
        CHECK(latency(model) == std::chrono::microseconds{20});
    }
}
