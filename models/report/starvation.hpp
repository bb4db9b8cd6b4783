// Who was left out at the mutexes, condition variables and queues of a run: fairness among equals,
// and waits during which others got the object again and again.
#pragma once

#include "models/report/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// "mutex", "cv" or "queue", as in the timeline.
[[nodiscard]] std::string_view object_word(Why kind) noexcept;

// Among the threads made from one entry (or workers of a pool) that used one object.
struct Fairness {
    Why kind = Why::none;
    std::string object;
    std::string group;
    std::size_t threads = 0;  // at least two
    // Jain's (sum x)^2 / (n sum x^2) over what each acquired, or pushed where none acquired:
    // 1 if all got the same, 1/n if one got everything.
    double index = 0;
};
[[nodiscard]] std::vector<Fairness> fairness(const Result& result);

// A wait during which others got the object at least ten times, and three times as often as a
// queue of those who use it would let them.
struct LockOut {
    Why kind = Why::none;
    std::string object;
    std::string thread;
    Duration waited{};
    std::uint64_t overtaken = 0;
    std::string taker;   // who got it most
    std::string reason;  // a sentence
};
[[nodiscard]] std::vector<LockOut> lock_outs(const Result& result);

}  // namespace gvlsim
