#include "models/report/starvation.hpp"

#include "models/report/format.hpp"

#include <algorithm>
#include <iterator>
#include <span>

namespace gvlsim {

namespace {

constexpr std::uint64_t overtaken_at_least = 10;
constexpr std::uint64_t rounds_at_least = 3;

// The lines of one object lie side by side.
template <typename Action>
void for_each_object(const Result& result, Action action) {
    const std::span<const ObjectUse> uses{result.uses};
    for (std::size_t from = 0; from < uses.size();) {
        std::size_t to = from + 1;
        while (to < uses.size() && uses[to].kind == uses[from].kind &&
               uses[to].object == uses[from].object) {
            ++to;
        }
        action(uses.subspan(from, to - from));
        from = to;
    }
}

std::vector<std::string> groups_of(std::span<const ObjectUse> uses) {
    std::vector<std::string> groups;
    for (const ObjectUse& use : uses) {
        if (std::find(groups.begin(), groups.end(), use.group) == groups.end()) {
            groups.push_back(use.group);
        }
    }
    return groups;
}

// One division of whole numbers: the same digits everywhere.
double jain(const std::vector<std::uint64_t>& shares) {
    __extension__ typedef unsigned __int128 Wide;
    Wide sum = 0;
    Wide squares = 0;
    for (const std::uint64_t share : shares) {
        sum += share;
        squares += Wide{share} * share;
    }
    return squares == 0 ? 1
                        : static_cast<double>(sum * sum) /
                              static_cast<double>(squares * shares.size());
}

void add_fairness(std::vector<Fairness>& all, std::span<const ObjectUse> uses) {
    for (const std::string& group : groups_of(uses)) {
        std::vector<std::uint64_t> acquired;
        std::vector<std::uint64_t> pushed;
        for (const ObjectUse& use : uses) {
            if (use.group == group) {
                acquired.push_back(use.acquired);
                pushed.push_back(use.pushed);
            }
        }
        const bool takes = std::any_of(acquired.begin(), acquired.end(),
                                       [](std::uint64_t number) { return number > 0; });
        if (acquired.size() > 1) {
            all.push_back({uses.front().kind, uses.front().object, group, acquired.size(),
                           jain(takes ? acquired : pushed)});
        }
    }
}

std::string reason_of(const ObjectUse& use, const ObjectUse& taker) {
    if (use.useless_wakeups == 0) {
        return "It did not run in between: " + taker.thread +
               " gave it back and took it again while it kept the GVL.";
    }
    std::string text = "It woke " + counted(use.useless_wakeups, "time", "times") + " and found " +
                       (use.kind == Why::mutex ? "it locked again: " : "nothing left: ") +
                       taker.thread +
                       (use.kind == Why::mutex
                            ? " locks again before the woken thread runs"
                            : " takes it before the woken thread runs, for which nothing is "
                              "reserved");
    // Every other acquisition at least.
    if (use.kind == Why::mutex && taker.waits_inside >= taker.acquired - taker.acquired / 2) {
        text += ", and gives the GVL away only with the mutex held (it sleeps or waits inside, " +
                counted(taker.waits_inside, "time", "times") +
                "), so no quantum ends while the mutex is free";
    }
    return text + ".";
}

void add_lock_outs(std::vector<LockOut>& all, std::span<const ObjectUse> uses) {
    for (const ObjectUse& use : uses) {
        const std::uint64_t fair = rounds_at_least * (uses.size() - 1);
        if (use.overtaken < std::max(overtaken_at_least, fair)) { continue; }
        const ObjectUse* taker = nullptr;
        for (const ObjectUse& other : uses) {
            if (&other != &use && (taker == nullptr || other.acquired > taker->acquired)) {
                taker = &other;
            }
        }
        if (taker != nullptr) {
            all.push_back({use.kind, use.object, use.thread, use.longest_wait, use.overtaken,
                           taker->thread, reason_of(use, *taker)});
        }
    }
}

}  // namespace

std::string_view object_word(Why kind) noexcept {
    return kind == Why::mutex ? "mutex" : kind == Why::condition ? "cv" : "queue";
}

std::vector<Fairness> fairness(const Result& result) {
    std::vector<Fairness> all;
    for_each_object(result, [&](std::span<const ObjectUse> uses) { add_fairness(all, uses); });
    return all;
}

std::vector<LockOut> lock_outs(const Result& result) {
    std::vector<LockOut> all;
    for_each_object(result, [&](std::span<const ObjectUse> uses) { add_lock_outs(all, uses); });
    return all;
}

}  // namespace gvlsim
