// Who has the lock, and in which order it goes round.
#include "models/gvl/model.hpp"
#include "tests/property/invariants.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gvlsim::test {

namespace {

enum class Step { unborn, started, ready, running, away, exited };

// How strictly the queue is first in first out.
enum class Fifo {
    strict,          // 3.3 and later: nobody overtakes
    barging_keeps,   // 2.6 - 3.2: who finds the lock free takes it, the others keep their places
    barging_moves,   // 1.9 - 2.5: the waiter that was signalled in vain goes to the tail
    unknown,
};

Fifo fifo_of(const Scenario& scenario) {
    const Model& model = *find_model(scenario.runtime.model);
    if (model.timer_thread_from_3_3) {
        return Fifo::strict;
    }
    if (!is_zero(scenario.runtime.costs.hand_over) || !model.name.starts_with("cruby-")) {
        return Fifo::unknown;
    }
    constexpr std::string_view timer_waiter[] = {"cruby-2.6", "cruby-2.7", "cruby-3.0",
                                                 "cruby-3.1", "cruby-3.2"};
    return std::find(std::begin(timer_waiter), std::end(timer_waiter), model.name) !=
                   std::end(timer_waiter)
               ? Fifo::barging_keeps
               : Fifo::barging_moves;
}

class Checker {
public:
    Checker(const Scenario& scenario, const Timeline& run)
        : run_(run),
          has_lock_(scenario.runtime.model != "none"),
          fifo_(fifo_of(scenario)),
          hand_over_(std::get<Duration>(scenario.runtime.costs.hand_over)),
          // Under `instant` each arrival starts a hand-over anew.
          can_lie_free_(!has_lock_ || (scenario.runtime.model == "instant" &&
                                       hand_over_ > Duration::zero())),
          steps_(run.result.threads.size(), Step::unborn),
          queued_at_(run.result.threads.size(), start_of_time),
          moved_at_(queued_at_) {
        steps_[0] = Step::ready;  // main has no READY
        queue_.push_back(0);
    }

    std::string check() {
        for (const Record& row : run_.rows) {
            if (row.time < now_) {
                return fault(row, "time runs backwards");
            }
            if (std::string free = lies_free(row.time); !free.empty()) {
                return fault(row, free);
            }
            if (row.time != now_) {
                if (barged_here_) {
                    move_signalled_to_the_tail();
                }
                releases_here_ = 0;
                barged_here_ = false;
                called_here_.clear();
                now_ = row.time;
            }
            if (std::string wrong = see(row); !wrong.empty()) {
                return fault(row, wrong);
            }
            last_ = row;
        }
        if (run_.result.kind == EndKind::deadlock && (owner_ != no_subject || !queue_.empty())) {
            return "deadlock while somebody could run";
        }
        return lies_free(run_.result.end);
    }

private:
    std::string fault(const Record& row, const std::string& what) const {
        return milliseconds(row.time) + " " +
               (row.subject == no_subject ? "-" : run_.name(row.subject)) + ": " + what;
    }

    // From the moment the lock is free and somebody wants it, `switch` is all that may pass.
    std::string lies_free(Instant until) const {
        if (can_lie_free_ || owner_ != no_subject || queue_.empty()) {
            return {};
        }
        const Instant since = std::max(free_since_, queued_at_[queue_.front()]);
        return until > later(since, hand_over_) ? "the lock lay free beside " +
                                                      run_.name(queue_.front())
                                                : std::string{};
    }

    std::string see(const Record& row) {
        switch (kind(row)) {
            case RecordKind::started:
                return move(row, {Step::unborn}, Step::started);
            case RecordKind::ready:
                queue_.push_back(row.subject);
                queued_at_[row.subject] = moved_at_[row.subject] = row.time;
                return move(row, {Step::started, Step::away}, Step::ready);
            case RecordKind::resumed:
                return resumed_row(row);
            case RecordKind::suspended:
                if (has_lock_ && owner_ != row.subject) {
                    return "leaves a lock that it does not have";
                }
                owner_ = no_subject;
                free_since_ = row.time;
                ++releases_here_;
                return move(row, {Step::running}, Step::away);
            case RecordKind::exited:
                return move(row, {Step::away}, Step::exited);
            case RecordKind::mark:
            case RecordKind::span_begin:
            case RecordKind::span_end:
                return steps_[row.subject] == Step::running ? "" : "acts without running";
            case RecordKind::tick:
            case RecordKind::cause:
                return {};
        }
        return {};
    }

    std::string move(const Record& row, std::initializer_list<Step> from, Step to) {
        Step& step = steps_[row.subject];
        const bool known = std::find(from.begin(), from.end(), step) != from.end();
        step = to;
        return known ? "" : "an event that cannot follow its last one";
    }

    std::string resumed_row(const Record& row) {
        if (has_lock_ && owner_ != no_subject) {
            return "is a second owner beside " + run_.name(owner_);
        }
        owner_ = row.subject;
        const auto place = std::find(queue_.begin(), queue_.end(), row.subject);
        if (place == queue_.end()) {
            return "has the lock without wanting it";
        }
        const bool at_once = kind(last_) == RecordKind::ready && last_.subject == row.subject;
        const bool first = place == queue_.begin();
        queue_.erase(place);
        std::string wrong = move(row, {Step::ready}, Step::running);
        const bool allowed = first || may_overtake(row, at_once);
        if (!queue_.empty()) {
            called_here_.push_back(queue_.back());
        }
        return wrong.empty() && !allowed ? "overtakes " + run_.name(queue_.front()) : wrong;
    }

    // `at_once`: it became READY just now and did not have to wait.
    bool may_overtake(const Record& row, bool at_once) {
        switch (fifo_) {
            case Fifo::unknown:
                return true;
            case Fifo::strict:
                return false;
            case Fifo::barging_keeps:
                return at_once || std::find(called_here_.begin(), called_here_.end(),
                                            row.subject) != called_here_.end();
            case Fifo::barging_moves:
                break;
        }
        if (at_once) {
            barged_here_ = true;
            return true;
        }
        // Each release of this instant has signalled one, who may have gone to the tail.
        return std::count_if(queue_.begin(), queue_.end(), [&](std::uint32_t other) {
                   return moved_at_[other] < queued_at_[row.subject];
               }) < releases_here_;
    }

    // Which of those queued at one instant is first is not told by the rows, so all may be meant.
    void move_signalled_to_the_tail() {
        std::vector<Instant> times;
        for (const std::uint32_t waiter : queue_) {
            times.push_back(moved_at_[waiter]);
        }
        std::sort(times.begin(), times.end());
        const auto signalled = std::min(times.size(), static_cast<std::size_t>(releases_here_));
        if (signalled == 0) {
            return;
        }
        const Instant last = times[signalled - 1];
        for (const std::uint32_t waiter : queue_) {
            if (queued_at_[waiter] <= last) {
                moved_at_[waiter] = now_;
            }
        }
    }

    const Timeline& run_;
    const bool has_lock_;
    const Fifo fifo_;
    const Duration hand_over_;
    const bool can_lie_free_;
    std::vector<Step> steps_;
    std::vector<Instant> queued_at_;    // by thread
    std::vector<Instant> moved_at_;     // the latest moment at which it may have gone to the tail
    std::vector<std::uint32_t> queue_;  // READY, oldest first
    std::uint32_t owner_ = no_subject;
    std::int64_t releases_here_ = 0;    // at this instant
    bool barged_here_ = false;
    // Those called to be the timer (2.6 - 3.2): who takes the lock signals the last of the list.
    // It takes the lock itself where the new owner has let it go meanwhile.
    std::vector<std::uint32_t> called_here_;
    Instant now_ = start_of_time;
    Instant free_since_ = start_of_time;
    Record last_{start_of_time, no_subject, 0, static_cast<std::uint8_t>(RecordKind::cause), 0, 0,
                 0};
};

}  // namespace

std::string order_violation(const Scenario& scenario, const Timeline& run) {
    return Checker{scenario, run}.check();
}

}  // namespace gvlsim::test
