// Mutexes, condition variables and queues in all their figures; the whole timeline of each example
// lies beside its scenario in objects/.
#include "tests/golden/example.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

TEST_CASE("Up to 2.4 two threads alternate at a mutex, from 2.5 on the one that runs keeps it") {
    const Example example{"objects/mutex_two_rule_sets"};
    CHECK(resumed(example["2.3"], "a") == "0 0 62 123");
    CHECK(resumed(example["2.3"], "b") == "0 31 93 216");
    for (const char* model : {"2.5", "3.2", "3.4"}) {
        CAPTURE(std::string(model));
        CHECK(end_of(example[model], "a") == "155");
        CHECK(end_of(example[model], "b") == "310");
    }
}

TEST_CASE("Whoever is woken at a condition variable needs the mutex, also after its timeout") {
    const Example example{"objects/condition_variable"};
    for (const char* model : {"2.3", "3.2", "3.4"}) {
        CAPTURE(std::string(model));
        CHECK(end_of(example[model], "a") == "16");
        CHECK(end_of(example[model], "c") == "17");
        CHECK(end_of(example[model], "b") == "21");
    }
}

TEST_CASE("Items pile up while the producer computes, and one consumer takes them all") {
    const Example example{"objects/queue_fan"};
    for (const char* model : {"3.2", "3.4"}) {
        CAPTURE(std::string(model));
        CHECK(ready(example[model], "c1").starts_with("0 30 "));
        CHECK(end_of(example[model]) == "240");
    }
}

TEST_CASE("The two sides of a SizedQueue of one alternate") {
    const Example example{"objects/sized_queue"};
    CHECK(resumed(example["2.5"], "consumer") == "0 1 4 5");
    CHECK(resumed(example["3.4"], "consumer") == "0 2 4 5");
}
