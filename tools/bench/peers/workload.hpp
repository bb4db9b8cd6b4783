// The lock workload, as every yardstick in this folder runs it: T threads; each round takes the
// FIFO lock, holds it for an exponential time, releases it and waits an exponential time. Thread t
// draws from a stream of its own, so that all engines must come to the same end and the same sum
// of waits, to the nanosecond.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace workload {

struct Stream {
    std::uint64_t state;

    explicit Stream(std::uint64_t thread) : state(thread + 0x1234567) {
        state = next() ^ 0x5851F42D4C957F2D;
    }
    std::uint64_t next() {  // SplitMix64
        std::uint64_t z = (state += 0x9E3779B97F4A7C15);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    std::int64_t exponential(double mean_ns) {
        const double unit = static_cast<double>((next() >> 11) + 1) * 0x1p-53;
        return static_cast<std::int64_t>(-std::log(unit) * mean_ns);
    }
};

// PROGRAM THREADS ROUNDS
struct Arguments {
    int threads = 10;
    std::int64_t rounds = 1'000'000;
    double hold_ns = 1e6;
    double wait_ns = 9e6;

    Arguments(int count, char** words) {
        if (count > 1) threads = std::atoi(words[1]);
        if (count > 2) rounds = std::atoll(words[2]);
    }
    std::int64_t rounds_each() const { return rounds / threads; }
};

inline void report(std::int64_t end_ns, std::int64_t waits_ns) {
    std::printf("end %lld ns, waits %lld ns\n", static_cast<long long>(end_ns),
                static_cast<long long>(waits_ns));
}

}  // namespace workload
