// Which set-ups of thread pools are worth their threads: what the author of contr's benchmark read
// off his tables, as rules.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gvlsim {

// One set-up under several loads, in the same order for all of them.
struct PoolSetup {
    struct Run {
        double seconds = 0;
        std::uint64_t threads = 0;
    };
    std::string name;
    std::vector<std::optional<Run>> runs;  // absent: not run, or it did not end
};

struct PoolVerdict {
    enum class Kind : std::uint8_t {
        yes,
        maybe,  // its threads grow with the load
        no,     // under some load a set-up with fewer threads is as fast: it wastes threads
    };
    Kind kind = Kind::yes;
    std::string reason;
};

// A verdict for each set-up, in order.
[[nodiscard]] std::vector<PoolVerdict> judge(std::span<const PoolSetup> setups);
[[nodiscard]] const char* word(PoolVerdict::Kind kind) noexcept;

}  // namespace gvlsim
