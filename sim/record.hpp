// What a run writes down while it happens: plain records, in order of time and occurrence.
#pragma once

#include "sim/time.hpp"

#include <cstdint>
#include <span>

namespace gvlsim {

// 24 bytes. The engine gives only time and subject a meaning; the models give the rest theirs.
struct Record {
    Instant time;
    std::uint32_t subject;  // the thread, or no_subject
    std::uint32_t object;   // index of what it is about
    std::uint8_t kind;
    std::uint8_t detail;
    std::uint16_t extra;
    std::uint32_t number;
};
static_assert(sizeof(Record) == 24);

inline constexpr std::uint32_t no_subject = UINT32_MAX;

// Takes records in blocks while the run goes on, so that no run has to be kept in memory.
class RecordSink {
public:
    virtual ~RecordSink() = default;
    virtual void take(std::span<const Record> records) = 0;
};

}  // namespace gvlsim
