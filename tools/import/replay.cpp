#include "tools/import/replay.hpp"

#include <algorithm>

namespace gvlsim {

std::uint32_t Replay::add_main(bool running) {
    lives_.emplace_back();
    run_.threads.push_back({"main", true, 0});
    if (running) {
        add(start_of_time, RecordKind::resumed, 0);
        enter(lives_[0], Phase::running, start_of_time);
        lives_[0].ran = true;
    }
    return 0;
}

std::uint32_t Replay::add_thread(Instant now, bool alive_at_start) {
    const auto thread = static_cast<std::uint32_t>(lives_.size());
    lives_.emplace_back();
    run_.threads.push_back({{}, alive_at_start, alive_at_start ? 0U : creator_at(now)});
    add(alive_at_start ? start_of_time : now, RecordKind::started, thread);
    if (!alive_at_start) { enter(lives_[thread], Phase::started, now); }
    return thread;
}

std::uint32_t Replay::creator_at(Instant now) const {
    const Life& runner = lives_[runner_];
    const bool just_resumed =
        runner.phase == Phase::running && now - runner.since <= longest_start;
    return rule_.starts_itself && just_resumed ? runner_before_ : runner_;
}

bool Replay::over(std::uint32_t thread) const noexcept {
    return lives_[thread].phase == Phase::over;
}

void Replay::change(std::uint32_t thread, TracedState state, Instant now) {
    switch (state) {
        case TracedState::wants_gvl:
            return wants(thread, now);
        case TracedState::started_tracing:
        case TracedState::running:
            return runs(thread, now);
        case TracedState::waiting:
            return waits(thread, now, Why::io);
        case TracedState::sleeping:
            return waits(thread, now, Why::sleep);
        case TracedState::gc:
            return collects(thread, now);
        case TracedState::died:
            return dies(thread, now);
        case TracedState::started:
        case TracedState::stopped_tracing:
            return;
    }
}

void Replay::wants(std::uint32_t thread, Instant now) {
    Life& life = lives_[thread];
    if (life.phase == Phase::ready) { return oddities_.add(Oddities::Kind::doubled); }
    if (life.phase == Phase::running) {
        end_gc(thread, now);
        life.suspended = add(now, RecordKind::suspended, thread, Why::preempted);
        note_preemption(run_.records[life.suspended]);
    } else if (life.phase == Phase::waiting && life.ran) {
        Record& suspended = run_.records[life.suspended];
        if (was_preempted(life, suspended, now)) { note_preemption(suspended); }
    }
    add(now, RecordKind::ready, thread);
    enter(life, Phase::ready, now);
}

// A blocking call never ends within the microseconds of a hand-over while somebody waits unless
// it was short, so what remains to be told apart are short calls and preemptions; the bounds
// below leave at most one short call in 10 ms taken for a preemption.
bool Replay::was_preempted(const Life& life, const Record& suspended, Instant now) const {
    if (!rule_.by_short_wait || suspended.detail != static_cast<std::uint8_t>(Why::io)) {
        return false;
    }
    const std::chrono::microseconds slice{suspended.number};  // see waits()
    return life.others_wait && now - suspended.time < PreemptionRule::longest_gap &&
           slice >= rule_.least_slice &&
           (!last_preemption_ ||
            suspended.time - *last_preemption_ >= PreemptionRule::least_distance);
}

void Replay::note_preemption(Record& suspended) {
    suspended.detail = static_cast<std::uint8_t>(Why::preempted);
    last_preemption_ = suspended.time;
    ++run_.preemptions;
}

void Replay::runs(std::uint32_t thread, Instant now) {
    Life& life = lives_[thread];
    if (life.false_gc) {  // the end of that gc, not of its wait
        life.false_gc = false;
        return;
    }
    if (life.phase == Phase::running) {
        // `running` right after `started_tracing` is how some writers begin.
        const bool at_start = thread == 0 && now == start_of_time;
        if (!life.in_gc && !at_start) { oddities_.add(Oddities::Kind::doubled); }
        return end_gc(thread, now);
    }
    make_run(thread, now);
}

void Replay::make_run(std::uint32_t thread, Instant now) {
    Life& life = lives_[thread];
    if (life.phase != Phase::ready) { add(now, RecordKind::ready, thread); }
    add(now, RecordKind::resumed, thread);
    enter(life, Phase::running, now);
    life.ran = true;
    if (runner_ != thread) { runner_before_ = runner_; }
    runner_ = thread;
}

void Replay::waits(std::uint32_t thread, Instant now, Why why) {
    Life& life = lives_[thread];
    if (life.phase == Phase::over) { return; }  // 3.3 tells `died` first
    if (life.phase == Phase::waiting) {
        if (life.ran && why == Why::sleep) {
            run_.records[life.suspended].detail = static_cast<std::uint8_t>(why);
        }
        return oddities_.add(Oddities::Kind::doubled);
    }
    if (life.phase == Phase::unknown) {  // what it did before tracing began is not known
        return enter(life, Phase::waiting, now);
    }
    if (life.phase != Phase::running) {
        oddities_.add(Oddities::Kind::impossible);
        make_run(thread, now);
    }
    end_gc(thread, now);
    const auto slice = std::chrono::duration_cast<std::chrono::microseconds>(now - life.since);
    life.suspended = add(now, RecordKind::suspended, thread, why);
    run_.records[life.suspended].number = static_cast<std::uint32_t>(
        std::min<std::int64_t>(slice.count(), UINT32_MAX));
    life.others_wait = ready_ > 0;
    enter(life, Phase::waiting, now);
}

void Replay::collects(std::uint32_t thread, Instant now) {
    Life& life = lives_[thread];
    if (life.phase != Phase::running) {
        life.false_gc = true;
        return oddities_.add(Oddities::Kind::gc_elsewhere);
    }
    if (life.in_gc) { return oddities_.add(Oddities::Kind::doubled); }
    life.in_gc = true;
    life.gc_since = now;
}

void Replay::end_gc(std::uint32_t thread, Instant now) {
    Life& life = lives_[thread];
    if (!life.in_gc) { return; }
    life.in_gc = false;
    if (now > life.gc_since) { run_.gcs.push_back({life.gc_since, now, thread}); }
}

// The last wait of a life is its exit: SUSPENDED is the moment it lets go of the lock.
void Replay::dies(std::uint32_t thread, Instant now) {
    Life& life = lives_[thread];
    if (life.phase == Phase::over) { return oddities_.add(Oddities::Kind::doubled); }
    if (life.phase == Phase::waiting && life.ran) {
        run_.records[life.suspended].detail = static_cast<std::uint8_t>(Why::exit);
    } else {
        if (life.phase != Phase::running) { make_run(thread, now); }
        end_gc(thread, now);
        add(now, RecordKind::suspended, thread, Why::exit);
    }
    add(now, RecordKind::exited, thread);
    enter(life, Phase::over, now);
}

void Replay::finish(Instant end) {
    run_.end = end;
    for (std::uint32_t thread = 0; thread < lives_.size(); ++thread) { end_gc(thread, end); }
    // Main goes on after tracing stopped; for us its program, and so the run, ends here.
    if (!lives_.empty() && lives_[0].phase == Phase::running) {
        add(end, RecordKind::suspended, 0, Why::exit);
        add(end, RecordKind::exited, 0);
        enter(lives_[0], Phase::over, end);
    }
}

void Replay::enter(Life& life, Phase phase, Instant now) {
    ready_ -= life.phase == Phase::ready ? 1 : 0;
    ready_ += phase == Phase::ready ? 1 : 0;
    life.phase = phase;
    life.since = now;
}

std::size_t Replay::add(Instant now, RecordKind kind, std::uint32_t thread, Why why) {
    run_.records.push_back(Record{now, thread, 0, static_cast<std::uint8_t>(kind),
                                  static_cast<std::uint8_t>(why), 0, 0});
    return run_.records.size() - 1;
}

}  // namespace gvlsim
