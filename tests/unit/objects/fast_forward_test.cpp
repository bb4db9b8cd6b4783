#include "tests/unit/objects/program.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

// The same run, event by event and by leaps, must come to the same accounts.
void check_leaps(const Scenario& scenario) {
    RunOptions plain;
    plain.fast_forward = false;
    const Result slow = simulate(scenario, plain);
    const Result fast = simulate(scenario);
    CHECK(fast.skipped_periods > 0);
    CHECK(fast.end == slow.end);
    CHECK(fast.kind == slow.kind);
    CHECK(fast.events == slow.events);
    REQUIRE(fast.uses.size() == slow.uses.size());
    for (std::size_t i = 0; i < slow.uses.size(); ++i) {
        const ObjectUse& a = fast.uses[i];
        const ObjectUse& b = slow.uses[i];
        CAPTURE(b.object + " " + b.thread);
        CHECK(a.acquired == b.acquired);
        CHECK(a.pushed == b.pushed);
        CHECK(a.useless_wakeups == b.useless_wakeups);
        CHECK(a.timed_out == b.timed_out);
        CHECK(a.overtaken == b.overtaken);
        CHECK(a.waits_inside == b.waits_inside);
        CHECK(a.longest_wait == b.longest_wait);
    }
    for (std::size_t i = 0; i < slow.threads.size(); ++i) {
        CHECK(fast.threads[i].end == slow.threads[i].end);
        CHECK(fast.threads[i].blocked == slow.threads[i].blocked);
        CHECK(fast.threads[i].released == slow.threads[i].released);
    }
}

}  // namespace

TEST_CASE("Leaps over equal periods keep the books of mutexes and queues") {
    for (const char* model : {"cruby-2.3", "cruby-2.5", "cruby-3.2", "cruby-3.3", "cruby-4.0"}) {
        CAPTURE(std::string(model));
        check_leaps(
            program(model, {{"a", R"({"repeat": 3000, "do": [{"lock": "m"}, {"sleep": "2ms"},
                                              {"unlock": "m"}, {"cpu": "1ms"}]})"},
                            {"b", R"({"repeat": 3000, "do": [{"lock": "m"}, {"cpu": "1ms"},
                                              {"unlock": "m"}, {"sleep": "5ms"}]})"}}));
        check_leaps(program(model,
                            {{"a", R"({"repeat": 5000, "do": [{"cpu": "1ms"}, {"push": "q"}]})"},
                             {"b", R"({"repeat": 5000, "do": [{"pop": "q"}, {"cpu": "1ms"}]})"}},
                            R"("queues": {"q": {"max": 1}}, )"));
    }
}

// The waiter wakes in vain for ever and keeps its deadline; while it is awake in between there is
// no event for it, and yet no leap may pass it.
TEST_CASE("Leaps do not pass the deadline of a wait that is woken in vain again and again") {
    const char* taker =
        R"({"repeat": 3000, "do": [{"pop": "q"}, {"sleep": "1ms"}, {"push": "q"}]})";
    for (const char* model : {"cruby-2.5", "cruby-3.2", "cruby-3.4"}) {
        CAPTURE(std::string(model));
        check_leaps(program(model, {{"first", R"({"push": "q"})"},
                                    {"a", taker},
                                    {"b", R"({"sleep": "100us"}, {"pop": "q", "timeout": "2s",
                                             "otherwise": "raise"})"},
                                    {"c", R"({"sleep": "200us"}, {"pop": "q"})"}}));
    }
}
