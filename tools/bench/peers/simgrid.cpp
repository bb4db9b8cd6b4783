// The lock workload with SimGrid: an actor per thread, its mutex, its sleeps.
#include "tools/bench/peers/workload.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cmath>

namespace sg4 = simgrid::s4u;

int main(int count, char** words) {
    sg4::Engine engine(&count, words);
    const workload::Arguments arguments(count, words);
    auto* zone = sg4::create_full_zone("zone");
    auto* host = zone->create_host("host", "1Gf");
    zone->seal();
    const auto mutex = sg4::Mutex::create();
    std::int64_t end = 0;
    std::int64_t waits = 0;
    const auto now = [] {
        return static_cast<std::int64_t>(std::llround(sg4::Engine::get_clock() * 1e9));
    };
    for (int t = 0; t < arguments.threads; ++t) {
        sg4::Actor::create("thread", host, [&, t] {
            workload::Stream stream(static_cast<std::uint64_t>(t));
            for (std::int64_t round = 0; round < arguments.rounds_each(); ++round) {
                const std::int64_t asked_at = now();
                mutex->lock();
                waits += now() - asked_at;
                const auto hold = static_cast<double>(stream.exponential(arguments.hold_ns));
                sg4::this_actor::sleep_for(hold * 1e-9);
                mutex->unlock();
                const auto wait = static_cast<double>(stream.exponential(arguments.wait_ns));
                sg4::this_actor::sleep_for(wait * 1e-9);
            }
            end = std::max(end, now());
        });
    }
    engine.run();
    workload::report(end, waits);
}
