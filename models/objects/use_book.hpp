// How each thread fared at one object: what it got, how often it woke in vain, how long it waited.
#pragma once

#include "models/thread.hpp"

#include <algorithm>
#include <vector>

namespace gvlsim {

struct Use {
    std::uint64_t acquired = 0;
    std::uint64_t useless_wakeups = 0;
    std::uint64_t timed_out = 0;
    Duration longest_wait{};
    [[nodiscard]] bool none() const noexcept {
        return acquired == 0 && useless_wakeups == 0 && timed_out == 0 &&
               longest_wait == Duration::zero();
    }
};

class UseBook {
public:
    // One slot a thread, made when the thread first comes here.
    [[nodiscard]] Use& of(const Thread& thread) {
        if (uses_.size() <= thread.id) {
            uses_.resize(std::max<std::size_t>(thread.id + 1, uses_.size() * 2));
        }
        return uses_[thread.id];
    }
    void waited(const Thread& thread, Duration length) {
        Use& use = of(thread);
        use.longest_wait = std::max(use.longest_wait, length);
    }
    // Counts what came since `earlier` some times more.
    void repeat_since(const UseBook& earlier, std::uint64_t times) {
        for (std::size_t i = 0; i < uses_.size(); ++i) {
            const Use before = i < earlier.uses_.size() ? earlier.uses_[i] : Use{};
            Use& use = uses_[i];
            use.acquired += times * (use.acquired - before.acquired);
            use.useless_wakeups += times * (use.useless_wakeups - before.useless_wakeups);
            use.timed_out += times * (use.timed_out - before.timed_out);
        }
    }
    [[nodiscard]] const std::vector<Use>& all() const noexcept { return uses_; }

private:
    std::vector<Use> uses_;  // by thread
};

}  // namespace gvlsim
