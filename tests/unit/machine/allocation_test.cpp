// Nothing is allocated per event once a run has started. What remains is the event queue's growth
// to its largest size, and a list each time it drops its cancelled events by the thousand.
#include "models/simulate.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/build.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::build;
using namespace gvlsim::test;

namespace {

std::uint64_t allocations(const char* model, std::int64_t rounds) {
    const Scenario built =
        scenario(model, {thread("sleeper", {repeat(rounds, {sleep(77ms)})}),
                         thread("worker", {repeat(rounds, {cpu(47ms), io(5ms), c_call(1ms)})}),
                         thread("fib", {repeat(rounds, {cpu(10ms)})})});
    RunOptions options;
    options.fast_forward = false;
    const AllocationCounter counter;
    static_cast<void>(simulate(built, options));
    return counter.count();
}

}  // namespace

TEST_CASE("A run of half a million events allocates a few dozen times in all") {
    for (const char* model : {"cruby-2.5", "cruby-3.2", "cruby-3.4", "none", "instant"}) {
        CAPTURE(std::string(model));
        CHECK(allocations(model, 100'000) < 64);
    }
}
