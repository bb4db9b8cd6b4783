// How each thread fared at one object: what it got, how often it woke in vain, how long it waited,
// and how often others got the object meanwhile.
#pragma once

#include "models/thread.hpp"

#include <algorithm>
#include <vector>

namespace gvlsim {

struct Use {
    std::uint64_t asked = 0;
    std::uint64_t acquired = 0;
    std::uint64_t pushed = 0;
    std::uint64_t useless_wakeups = 0;
    std::uint64_t timed_out = 0;
    std::uint64_t waits_inside = 0;  // it left the interpreter's lock and kept this mutex
    std::uint64_t overtaken = 0;  // by others, during the wait in which that was most
    Duration longest_wait{};

    // The wait it is in.
    bool waiting = false;
    Instant began = start_of_time;
    std::uint64_t given_before = 0;
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
    // Wants the object from now on.
    void asks(const Thread& thread, Instant now) {
        Use& use = of(thread);
        ++use.asked;
        use.waiting = true;
        use.began = now;
        use.given_before = given_;
    }
    void got(const Thread& thread, Instant now) {
        Use& use = of(thread);
        end_wait(use, now);
        ++use.acquired;
        ++given_;
    }
    // A push that may have had to wait.
    void pushed(const Thread& thread, Instant now) {
        Use& use = of(thread);
        if (use.waiting) {
            end_wait(use, now);
        }
        ++use.pushed;
    }
    // It asked and goes on without.
    void gave_up(const Thread& thread, Instant now, bool timed_out) {
        Use& use = of(thread);
        end_wait(use, now);
        use.timed_out += timed_out ? 1 : 0;
    }
    void woke_in_vain(const Thread& thread) { ++of(thread).useless_wakeups; }
    // The run is over for those who still wait.
    void close(Instant end) {
        for (Use& use : uses_) {
            if (use.waiting) {
                end_wait(use, end);
            }
        }
    }
    // Counts what came since `earlier` some times more, and moves the present by `by`.
    void repeat_since(const UseBook& earlier, std::uint64_t times, Duration by) {
        const std::uint64_t more = times * (given_ - earlier.given_);
        given_ += more;
        for (std::size_t i = 0; i < uses_.size(); ++i) {
            const Use before = i < earlier.uses_.size() ? earlier.uses_[i] : Use{};
            Use& use = uses_[i];
            if (use.asked != before.asked) {  // a wait of this period
                use.began = later(use.began, by);
                use.given_before += more;
            }
            for (std::uint64_t Use::*count : {&Use::asked, &Use::acquired, &Use::pushed,
                                              &Use::useless_wakeups, &Use::timed_out,
                                              &Use::waits_inside}) {
                use.*count += times * (use.*count - before.*count);
            }
        }
    }
    [[nodiscard]] const std::vector<Use>& all() const noexcept { return uses_; }

private:
    void end_wait(Use& use, Instant now) noexcept {
        use.waiting = false;
        use.longest_wait = std::max(use.longest_wait, now - use.began);
        use.overtaken = std::max(use.overtaken, given_ - use.given_before);
    }

    std::vector<Use> uses_;  // by thread
    std::uint64_t given_ = 0;
};

}  // namespace gvlsim
