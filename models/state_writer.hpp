// Collects everything that decides the future of a run as one list of numbers, so that two
// moments can be compared. Instants are written relative to the present one.
#pragma once

#include "sim/time.hpp"

#include <cstdint>
#include <vector>

namespace gvlsim {

class StateWriter {
public:
    explicit StateWriter(Instant now) : now_(now) {}

    void add(std::uint64_t value) { values_.push_back(value); }
    void add(Instant instant) {
        add(static_cast<std::uint64_t>((instant - now_).count()));
    }
    void add(Duration duration) { add(static_cast<std::uint64_t>(duration.count())); }
    [[nodiscard]] const std::vector<std::uint64_t>& values() const noexcept { return values_; }

private:
    Instant now_;
    std::vector<std::uint64_t> values_;
};

}  // namespace gvlsim
