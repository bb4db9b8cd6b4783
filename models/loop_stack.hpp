// The counters of the loops a thread is in, innermost on top. Programs rarely nest deeper than
// three; only deeper ones allocate.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gvlsim {

class LoopStack {
public:
    LoopStack() = default;
    LoopStack(LoopStack&&) noexcept = default;
    LoopStack& operator=(LoopStack&&) noexcept = default;
    LoopStack(const LoopStack& other)
        : inside_(other.inside_),
          size_(other.size_),
          lowest_(other.lowest_),
          outside_(other.outside_ ? std::make_unique<std::vector<std::int64_t>>(*other.outside_)
                                  : nullptr) {}
    LoopStack& operator=(const LoopStack& other) { return *this = LoopStack(other); }
    ~LoopStack() = default;

    void push(std::int64_t rounds) {
        if (size_ < inside_.size()) {
            inside_[size_] = rounds;
        } else {
            if (!outside_) {
                outside_ = std::make_unique<std::vector<std::int64_t>>();
            }
            outside_->push_back(rounds);
        }
        ++size_;
    }
    void pop() noexcept {
        if (size_ > inside_.size()) {
            outside_->pop_back();
        }
        lowest_ = std::min(lowest_, --size_);
    }
    [[nodiscard]] std::int64_t& top() noexcept { return at(size_ - 1); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::int64_t& at(std::size_t depth) noexcept {
        return depth < inside_.size() ? inside_[depth] : (*outside_)[depth - inside_.size()];
    }

    [[nodiscard]] std::int64_t at(std::size_t depth) const noexcept {
        return depth < inside_.size() ? inside_[depth] : (*outside_)[depth - inside_.size()];
    }
    // From now on `lowest` is the smallest size there was: loops below it were never left.
    void watch() noexcept { lowest_ = size_; }
    [[nodiscard]] std::size_t lowest() const noexcept { return lowest_; }

private:
    std::array<std::int64_t, 3> inside_{};
    std::uint32_t size_ = 0;
    std::uint32_t lowest_ = 0;
    std::unique_ptr<std::vector<std::int64_t>> outside_;
};

}  // namespace gvlsim
