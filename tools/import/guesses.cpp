#include "tools/import/guesses.hpp"

#include "models/report/format.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace gvlsim {

namespace {

constexpr std::uint32_t nobody = UINT32_MAX;
constexpr Duration short_burst = std::chrono::milliseconds{1};
constexpr std::uint64_t least_wakes = 3;

struct Death {
    Instant time;  // when it let go of the lock for the last time
    std::uint32_t thread;
    Instant born;
    std::size_t at;  // index of that record
};

struct Release {
    Instant time;
    std::uint32_t thread;
};

// A finished wait for something unknown.
struct Wait {
    std::size_t suspended;
    std::uint32_t thread;
    Instant begin;
    Instant end;
    std::uint32_t owner;  // who ran when it ended
};

bool is(const Record& record, RecordKind kind) {
    return record.kind == static_cast<std::uint8_t>(kind);
}
bool is(const Record& record, Why why) { return record.detail == static_cast<std::uint8_t>(why); }

class Guesser {
public:
    Guesser(const RecordedRun& run, GuessChoice choice)
        : run_{run},
          choice_{choice},
          suspended_(run.threads.size()),
          resumed_(run.threads.size()),
          waits_of_(run.threads.size()) {}

    Guesses work() {
        if (choice_.joins) { find_deaths(); }
        for (std::size_t index = 0; index < run_.records.size(); ++index) { look_at(index); }
        keep_repeated_wakes();
        std::sort(result_.waits.begin(), result_.waits.end(),
                  [](const GuessedWait& a, const GuessedWait& b) {
                      return a.suspended < b.suspended;
                  });
        return std::move(result_);
    }

private:
    void find_deaths() {
        std::vector<Instant> born(run_.threads.size(), start_of_time);
        for (std::size_t at = 0; at < run_.records.size(); ++at) {
            const Record& record = run_.records[at];
            if (is(record, RecordKind::started)) { born[record.subject] = record.time; }
            const bool dies = is(record, RecordKind::suspended) && is(record, Why::exit);
            if (dies && record.subject != 0) {  // nobody outlives main
                deaths_.push_back({record.time, record.subject, born[record.subject], at});
            }
        }
    }

    void look_at(std::size_t index) {
        const Record& record = run_.records[index];
        switch (static_cast<RecordKind>(record.kind)) {
            case RecordKind::resumed:
                owner_ = record.subject;
                resumed_[record.subject] = record.time;
                break;
            case RecordKind::suspended:
                if (owner_ == record.subject) { owner_ = nobody; }
                released(record);
                suspended_[record.subject] = index;
                break;
            case RecordKind::ready:
                became_ready(record);
                break;
            default:
                break;
        }
    }

    void became_ready(const Record& record) {
        const std::optional<std::size_t> begin = suspended_[record.subject];
        suspended_[record.subject].reset();
        if (!begin || !is(run_.records[*begin], Why::io)) { return; }
        const Wait wait{*begin, record.subject, run_.records[*begin].time, record.time, owner_};
        result_.waiting += wait.end - wait.begin;
        ++waits_of_[wait.thread];
        if (choice_.joins && guess_join(wait)) { return; }
        if (!choice_.locks) { return; }
        if (last_release_ && last_release_->thread != wait.thread &&
            wait.end - last_release_->time <= guess_window) {
            candidates_.push_back({wait, last_release_->thread});
        } else if (owner_ != nobody) {
            recent_.push_back(wait);
        }
    }

    bool guess_join(const Wait& wait) {
        auto death = std::lower_bound(
            deaths_.begin(), deaths_.end(), wait.end - guess_window,
            [](const Death& candidate, Instant time) { return candidate.time < time; });
        const Death* best = nullptr;
        for (; death != deaths_.end() && death->time - wait.end <= guess_window; ++death) {
            // A dying thread wakes its joiners while it still has the lock, or they wake after it.
            // Its creator knows it before it notes its own start, see PreemptionRule.
            const bool awake = death->time <= wait.end || death->thread == wait.owner;
            const bool lived = death->at > wait.suspended;  // nobody waits for the dead
            const bool creator = wait.thread == run_.threads[death->thread].creator;
            const bool known = creator || (wait.thread == 0 && death->born <= wait.begin);
            if (!awake || !lived || !known || death->thread == wait.thread) { continue; }
            if (best == nullptr || nearer(*death, *best, wait)) { best = &*death; }
        }
        if (best == nullptr) { return false; }
        accept(wait, GuessedWait::Kind::join, best->thread);
        return true;
    }

    // Of threads that died in the same instant the one that was created first: programs say
    // threads.each(&:join). The recording itself cannot tell.
    static bool nearer(const Death& death, const Death& than, const Wait& wait) {
        const Duration one = distance(death, wait);
        const Duration other = distance(than, wait);
        return one < other || (one == other && death.thread < than.thread);
    }

    static Duration distance(const Death& death, const Wait& wait) {
        return death.time < wait.end ? wait.end - death.time : death.time - wait.end;
    }

    // Waits that ended while this thread ran its last 100 us.
    void released(const Record& record) {
        const bool voluntary = is(record, Why::io) || is(record, Why::sleep);
        const bool brief = record.time - resumed_[record.subject] < short_burst;
        while (!recent_.empty() && record.time - recent_.front().end > guess_window) {
            recent_.pop_front();
        }
        last_release_.reset();
        if (!voluntary || !brief) { return; }
        last_release_ = Release{record.time, record.subject};
        for (const Wait& wait : recent_) {
            if (wait.owner == record.subject && wait.thread != record.subject) {
                candidates_.push_back({wait, record.subject});
            }
        }
    }

    void keep_repeated_wakes() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counts;
        for (const auto& [wait, waker] : candidates_) { ++counts[{wait.thread, waker}]; }
        for (const auto& [wait, waker] : candidates_) {
            const std::uint64_t count = counts[{wait.thread, waker}];
            if (count >= least_wakes && 2 * count >= waits_of_[wait.thread]) {
                accept(wait, GuessedWait::Kind::wake, waker);
            }
        }
    }

    void accept(const Wait& wait, GuessedWait::Kind kind, std::uint32_t by) {
        result_.inferred += wait.end - wait.begin;
        result_.waits.push_back({wait.suspended, kind, by, wait.end});
    }

    struct Candidate {
        Wait wait;
        std::uint32_t waker;
    };

    const RecordedRun& run_;
    GuessChoice choice_;
    Guesses result_;
    std::vector<Death> deaths_;  // in order of time
    std::vector<std::optional<std::size_t>> suspended_;
    std::vector<Instant> resumed_;
    std::vector<std::uint64_t> waits_of_;
    std::deque<Wait> recent_;  // waits that ended while somebody ran, not older than the window
    std::vector<Candidate> candidates_;
    std::optional<Release> last_release_;
    std::uint32_t owner_ = nobody;
};

}  // namespace

Guesses guess(const RecordedRun& run, GuessChoice choice) { return Guesser{run, choice}.work(); }

std::vector<std::string> Guesses::lines(const RecordedRun& run) const {
    using Key = std::pair<std::uint32_t, std::uint32_t>;
    std::vector<std::string> lines;
    std::map<Key, std::pair<std::uint64_t, Duration>> wakes;
    for (const GuessedWait& wait : waits) {
        const Record& suspended = run.records[wait.suspended];
        const Duration length = wait.when - suspended.time;
        if (wait.kind == GuessedWait::Kind::join) {
            lines.push_back(run.threads[suspended.subject].name + " waits for the end of " +
                            run.threads[wait.by].name + " (" + milliseconds(length) + " ms)");
        } else {
            auto& [count, sum] = wakes[{suspended.subject, wait.by}];
            ++count;
            sum += length;
        }
    }
    for (const auto& [threads, sum] : wakes) {
        lines.push_back(run.threads[threads.first].name + " is woken by " +
                        run.threads[threads.second].name + ", " +
                        counted(sum.first, "time", "times") + " (" + milliseconds(sum.second) +
                        " ms)");
    }
    return lines;
}

}  // namespace gvlsim
