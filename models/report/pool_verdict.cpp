#include "models/report/pool_verdict.hpp"


namespace gvlsim {

namespace {

// Two runs of one program differ by as much.
constexpr double as_fast = 1.02;

using Run = PoolSetup::Run;

// The set-up with the fewest threads that is as fast as `run`, under load `load`.
const PoolSetup* thriftier(std::span<const PoolSetup> setups, std::size_t load, const Run& run) {
    const PoolSetup* best = nullptr;
    for (const PoolSetup& other : setups) {
        if (load >= other.runs.size() || !other.runs[load]) { continue; }
        const Run& its = *other.runs[load];
        const bool fast = its.seconds <= run.seconds * as_fast;
        const bool thrifty = its.threads < (best == nullptr ? run : *best->runs[load]).threads;
        if (fast && thrifty) { best = &other; }
    }
    return best;
}

// "50, 100, 200" where the threads are more under each load; else nothing.
std::string growth(const PoolSetup& setup) {
    std::string numbers;
    std::uint64_t before = 0;
    std::size_t count = 0;
    for (const std::optional<Run>& run : setup.runs) {
        if (!run) { continue; }
        if (run->threads <= before) { return {}; }
        before = run->threads;
        numbers += (count++ == 0 ? "" : ", ") + std::to_string(run->threads);
    }
    return count > 1 ? numbers : std::string{};
}

PoolVerdict verdict_on(const PoolSetup& setup, std::span<const PoolSetup> setups) {
    for (std::size_t load = 0; load < setup.runs.size(); ++load) {
        if (!setup.runs[load]) { continue; }
        const PoolSetup* const other = thriftier(setups, load, *setup.runs[load]);
        if (other == nullptr) { continue; }
        return {PoolVerdict::Kind::no,
                "wastes threads: " + std::to_string(setup.runs[load]->threads) +
                    " are no faster than " + std::to_string(other->runs[load]->threads) + " with " +
                    other->name};
    }
    if (const std::string numbers = growth(setup); !numbers.empty()) {
        return {PoolVerdict::Kind::maybe, "no limit: threads grow with the load, " + numbers};
    }
    return {PoolVerdict::Kind::yes, ""};
}

}  // namespace

std::vector<PoolVerdict> judge(std::span<const PoolSetup> setups) {
    std::vector<PoolVerdict> verdicts;
    for (const PoolSetup& setup : setups) { verdicts.push_back(verdict_on(setup, setups)); }
    return verdicts;
}

const char* word(PoolVerdict::Kind kind) noexcept {
    switch (kind) {
        case PoolVerdict::Kind::yes:
            return "yes";
        case PoolVerdict::Kind::maybe:
            return "maybe";
        case PoolVerdict::Kind::no:
            return "no";
    }
    return "";
}

}  // namespace gvlsim
