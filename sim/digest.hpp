// A fingerprint of a run: 64-bit FNV-1a (Fowler, Noll, Vo) over the values of its records.
#pragma once

#include "sim/record.hpp"

#include <cstdint>

namespace gvlsim {

class Digest {
public:
    void add(std::uint64_t value) noexcept {
        for (int byte = 0; byte < 8; ++byte) {
            hash_ = (hash_ ^ (value & 0xff)) * 0x100000001b3ULL;
            value >>= 8;
        }
    }
    void add(const Record& record) noexcept {
        add(static_cast<std::uint64_t>(record.time.time_since_epoch().count()));
        add((std::uint64_t{record.subject} << 32) | record.object);
        add((std::uint64_t{record.number} << 32) | (std::uint64_t{record.extra} << 16) |
            (std::uint64_t{record.kind} << 8) | record.detail);
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace gvlsim
