#include "models/pools/futures.hpp"

namespace gvlsim {

FutureId Futures::expect(Thread& maker, std::uint32_t name) {
    FutureId id = find(maker, name);
    if (id == no_future) {
        id = free_;
        if (id == no_future) {
            id = static_cast<FutureId>(groups_.size());
            groups_.emplace_back();
        } else {
            free_ = groups_[id].next;
        }
        groups_[id] = Group{};
        groups_[id].name = name;
        groups_[id].next = maker.futures;
        maker.futures = id;
    }
    ++groups_[id].pending;
    return id;
}

FutureId Futures::find(const Thread& maker, std::uint32_t name) const noexcept {
    FutureId id = maker.futures;
    while (id != no_future && groups_[id].name != name) {
        id = groups_[id].next;
    }
    return id;
}

void Futures::forget(Thread& maker, FutureId group) noexcept {
    FutureId* link = &maker.futures;
    while (*link != group) {
        link = &groups_[*link].next;
    }
    *link = groups_[group].next;
    release(group);
}

ThreadId Futures::task_done(FutureId group) noexcept {
    Group& done = groups_[group];
    if (--done.pending > 0) {
        return no_thread;
    }
    if (done.abandoned) {
        release(group);
        return no_thread;
    }
    const ThreadId waiter = done.waiter;
    done.waiter = no_thread;
    return waiter;
}

void Futures::abandon(Thread& maker) noexcept {
    for (FutureId id = maker.futures; id != no_future;) {
        const FutureId next = groups_[id].next;
        if (groups_[id].pending == 0) {
            release(id);
        } else {
            groups_[id].abandoned = true;
        }
        id = next;
    }
    maker.futures = no_future;
}

void Futures::release(FutureId group) noexcept {
    groups_[group].next = free_;
    free_ = group;
}

}  // namespace gvlsim
