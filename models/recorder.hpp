// Collects the records of a run in blocks and hands them to the sink, if there is one.
#pragma once

#include "models/explain/cause.hpp"
#include "models/record_kinds.hpp"
#include "models/simulate.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace gvlsim {

class Recorder {
public:
    explicit Recorder(const RunOptions& options)
        : sink_(options.sink),
          causes_(options.causes && options.sink != nullptr),
          block_(options.sink != nullptr ? new Record[block_size] : nullptr) {}

    [[nodiscard]] bool active() const noexcept { return sink_ != nullptr; }
    [[nodiscard]] bool causes() const noexcept { return causes_; }

    void add(Instant time, RecordKind kind, std::uint32_t subject, std::uint8_t detail = 0,
             std::uint32_t object = 0, std::uint32_t number = 0) {
        if (sink_ == nullptr) {
            return;
        }
        block_[size_++] = Record{time,   subject, object, static_cast<std::uint8_t>(kind),
                                 detail, 0,       number};
        if (size_ == block_size) {
            flush();
        }
    }

    // Records of kind `cause`; nothing but one test where nobody asked for them.
    void cause(Instant time, Cause cause, std::uint32_t subject, std::uint32_t object = 0,
               std::uint32_t number = 0) {
        if (causes_) [[unlikely]] {
            add(time, RecordKind::cause, subject, static_cast<std::uint8_t>(cause), object, number);
        }
    }
    // With a value, see cause_value.
    void cause(Instant time, Cause kind, std::uint32_t subject, Duration value) {
        const auto bits = static_cast<std::uint64_t>(value.count());
        cause(time, kind, subject, static_cast<std::uint32_t>(bits),
              static_cast<std::uint32_t>(bits >> 32));
    }

    void flush() {
        if (sink_ != nullptr && size_ > 0) {
            sink_->take(std::span{block_.get(), size_});
        }
        size_ = 0;
    }

private:
    static constexpr std::size_t block_size = 1024;

    TimelineSink* sink_;
    bool causes_;
    std::size_t size_ = 0;
    std::unique_ptr<Record[]> block_;  // a run without sink, one of a million maybe, has none
};

}  // namespace gvlsim
