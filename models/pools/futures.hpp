// Futures by name: what a thread, or a task, has submitted under a name and not awaited yet is one
// group, which counts the tasks still to come. The groups of a thread form a list that starts at
// Thread::futures; while it runs a task, those of the task stand there.
#pragma once

#include "models/pools/task.hpp"

#include <cstdint>
#include <vector>

namespace gvlsim {

class Futures {
public:
    // One more task of this name; the group it belongs to.
    FutureId expect(Thread& maker, std::uint32_t name);
    // The group of this name; no_future where there is none.
    [[nodiscard]] FutureId find(const Thread& maker, std::uint32_t name) const noexcept;
    [[nodiscard]] bool complete(FutureId group) const noexcept {
        return groups_[group].pending == 0;
    }
    void wait(FutureId group, ThreadId waiter) noexcept { groups_[group].waiter = waiter; }
    // Takes a complete group out of its maker's list.
    void forget(Thread& maker, FutureId group) noexcept;
    // A task of the group is done; the thread to wake, if any.
    ThreadId task_done(FutureId group) noexcept;
    // The maker is gone: the groups end with their last task.
    void abandon(Thread& maker) noexcept;

    [[nodiscard]] std::size_t slots() const noexcept { return groups_.size(); }

private:
    struct Group {
        std::uint32_t name = no_object;
        std::uint32_t pending = 0;
        ThreadId waiter = no_thread;
        FutureId next = no_future;  // of the maker; of a free group: the next free one
        bool abandoned = false;
    };

    void release(FutureId group) noexcept;

    std::vector<Group> groups_;
    FutureId free_ = no_future;
};

}  // namespace gvlsim
