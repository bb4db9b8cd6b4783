// CPython's GIL in the worked examples of the new rules, section 14.
#include "tests/golden/example.hpp"

using namespace gvlsim;
using namespace gvlsim::test;

TEST_CASE("In CPython a waiter gets the GIL one switch interval after it came") {
    const Example example{"python/switch_interval"};
    CHECK(ready(example["sleep 77"], "S") == "0 77 159 241 323 405");
    CHECK(resumed(example["sleep 77"], "S") == "0 82 164 246 328 410");
    CHECK(resumed(example["sleep 3"], "S").substr(0, 9) == "0 8 16 24");
    CHECK(resumed(example["sleep 77, interval 20 ms"], "S") == "0 97 194 291 388");
}

TEST_CASE("In CPython threads that compute take turns of one switch interval") {
    const Example example{"python/cpu_threads"};
    CHECK(owners(example["two"]) == "main 0, A 0, B 5, A 10, B 15, A 20, B 25, A 30");
    CHECK(owners(example["three"]) == "main 0, A 0, B 5, C-1 10, A 15, B 20, C-1 25, A 30");
}

TEST_CASE("In CPython up to 3.1 a waiter is too late at 99 checks of 100") {
    const Example example{"python/check_interval"};
    CHECK(ready(example[""], "S") == "0 77 164 251");
    CHECK(resumed(example[""], "S") == "0 87 174 261");
}
