#include "models/scenario/cycles.hpp"

#include <algorithm>
#include <cstddef>

namespace gvlsim {
namespace {

// Depth-first: a reference to something that is still open closes a cycle.
class CycleSearch {
public:
    explicit CycleSearch(const References& references)
        : references_(references), visits_(references.size(), Visit::none) {}

    // The cycle met first on the way from `start`, if any.
    std::vector<std::uint32_t> from(std::uint32_t start) {
        if (visits_[start] == Visit::none) { enter(start); }
        while (!path_.empty()) {
            Level& level = path_.back();
            const std::vector<std::uint32_t>& targets = references_[level.thing];
            if (level.next == targets.size()) {
                visits_[level.thing] = Visit::done;
                path_.pop_back();
                continue;
            }
            const std::uint32_t target = targets[level.next++];
            if (visits_[target] == Visit::open) { return path_from(target); }
            if (visits_[target] == Visit::none) { enter(target); }
        }
        return {};
    }

private:
    enum class Visit : std::uint8_t { none, open, done };
    struct Level {
        std::uint32_t thing;
        std::size_t next;  // of its references
    };

    void enter(std::uint32_t thing) {
        visits_[thing] = Visit::open;
        path_.push_back({thing, 0});
    }

    [[nodiscard]] std::vector<std::uint32_t> path_from(std::uint32_t thing) const {
        std::vector<std::uint32_t> cycle;
        auto level = std::find_if(path_.begin(), path_.end(),
                                  [&](const Level& open) { return open.thing == thing; });
        for (; level != path_.end(); ++level) { cycle.push_back(level->thing); }
        return cycle;
    }

    const References& references_;
    std::vector<Visit> visits_;
    std::vector<Level> path_;
};

}  // namespace

std::vector<std::uint32_t> find_cycle(const References& references) {
    CycleSearch search{references};
    for (std::uint32_t start = 0; start < references.size(); ++start) {
        std::vector<std::uint32_t> cycle = search.from(start);
        if (!cycle.empty()) { return cycle; }
    }
    return {};
}

}  // namespace gvlsim
