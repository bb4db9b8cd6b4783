#include "models/report/starvation.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace gvlsim;
using namespace std::chrono_literals;

namespace {

ObjectUse use(std::string thread, std::uint64_t acquired, std::uint64_t overtaken = 0,
              std::uint64_t in_vain = 0) {
    ObjectUse one;
    one.kind = Why::mutex;
    one.object = "m";
    one.thread = std::move(thread);
    one.group = "w";
    one.acquired = acquired;
    one.overtaken = overtaken;
    one.useless_wakeups = in_vain;
    one.longest_wait = 5ms;
    return one;
}

}  // namespace

TEST_CASE("Jain's index is 1 for equal shares and 1/n where one has everything") {
    Result result;
    result.uses = {use("w-1", 7), use("w-2", 7), use("w-3", 7)};
    REQUIRE(fairness(result).size() == 1);
    CHECK(fairness(result)[0].index == 1);
    CHECK(fairness(result)[0].threads == 3);
    result.uses = {use("w-1", 9), use("w-2", 0), use("w-3", 0)};
    CHECK(fairness(result)[0].index == 1.0 / 3);
    result.uses = {use("w-1", 1), use("w-2", 3)};
    CHECK(fairness(result)[0].index == 0.8);
    result.uses = {use("w-1", 0), use("w-2", 0)};
    CHECK(fairness(result)[0].index == 1);
}

TEST_CASE("Fairness is a matter of equals: per object and per entry of threads") {
    Result result;
    result.uses = {use("w-1", 4), use("boss", 100), use("w-2", 4)};
    result.uses[1].group = "boss";
    REQUIRE(fairness(result).size() == 1);
    CHECK(fairness(result)[0].index == 1);
    result.uses.push_back(use("w-1", 1));
    result.uses.push_back(use("w-2", 0));
    result.uses[3].object = result.uses[4].object = "other";
    REQUIRE(fairness(result).size() == 2);
    CHECK(fairness(result)[1].object == "other");
    CHECK(fairness(result)[1].index == 0.5);
}

TEST_CASE("Those who only push are compared by what they pushed") {
    Result result;
    result.uses = {use("w-1", 0), use("w-2", 0)};
    result.uses[0].pushed = 3;
    result.uses[1].pushed = 1;
    CHECK(fairness(result)[0].index == 0.8);
}

TEST_CASE(
    "A thread is locked out when others got the object ten times during one wait of its own") {
    Result result;
    result.uses = {use("hog", 50), use("w-2", 0, 10, 4)};
    result.uses[0].waits_inside = 50;
    REQUIRE(lock_outs(result).size() == 1);
    const LockOut out = lock_outs(result)[0];
    CHECK(out.thread == "w-2");
    CHECK(out.taker == "hog");
    CHECK(out.waited == 5ms);
    CHECK(out.reason ==
          "It woke 4 times and found it locked again: hog locks again before the "
          "woken thread runs, and gives the GVL away only with the mutex held (it "
          "sleeps or waits inside, 50 times), so no quantum ends while the mutex is "
          "free.");
    result.uses[0].waits_inside = 10;
    CHECK(
        lock_outs(result)[0].reason ==
        "It woke 4 times and found it locked again: hog locks again before the woken thread runs.");
    result.uses[1].useless_wakeups = 0;
    CHECK(lock_outs(result)[0].reason ==
          "It did not run in between: hog gave it back and took it again while it kept the GVL.");
    result.uses[1].overtaken = 9;
    CHECK(lock_outs(result).empty());
}

TEST_CASE("In a queue of many it is no lock-out that each of them comes first") {
    Result result;
    for (int i = 0; i < 20; ++i) { result.uses.push_back(use("w", 2, 19)); }
    CHECK(lock_outs(result).empty());
    result.uses.back().overtaken = 57;
    CHECK(lock_outs(result).size() == 1);
}
