// For every operation of the registry, how a random program uses it: with the context that it
// needs, and so that it cannot wait for ever.
#pragma once

#include "models/scenario/scenario.hpp"
#include "sim/random.hpp"

#include <cstdint>
#include <string_view>

namespace gvlsim::test {

class Maker;

// Some steps around the operation that a factory is for.
using Factory = Block (*)(Maker&);

// Null for an operation that nobody has thought of here; the conformance test fails then.
[[nodiscard]] Factory factory_of(std::string_view operation);

// Makes random parts of one scenario.
class Maker {
public:
    // Declares one of each kind of object in `scenario`, and the entry `leaf` for spawn and join.
    Maker(Scenario& scenario, std::uint64_t seed);

    // Whole milliseconds as often as not, so that things coincide; sometimes zero.
    [[nodiscard]] Duration duration();
    [[nodiscard]] std::int64_t between(std::int64_t low, std::int64_t high);
    // Operations that need no other thread.
    [[nodiscard]] Block simple(std::int64_t most);
    // Any operations.
    [[nodiscard]] Block any(std::int64_t most);

    static constexpr std::uint32_t leaf = 0;
    static constexpr std::uint32_t mutex = 0;
    static constexpr std::uint32_t condition = 0;
    static constexpr std::uint32_t queue = 0;
    static constexpr std::uint32_t sized_queue = 1;
    static constexpr std::uint32_t closed_queue = 2;
    static constexpr std::uint32_t pool = 0;
    static constexpr std::uint32_t future = 0;
    static constexpr std::uint32_t span = 0;

private:
    RandomStream stream_;
};

}  // namespace gvlsim::test
