#include "models/explain/run_record.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

State state_after(Why why) {
    switch (why) {
        case Why::sleep:
            return State::sleeping;
        case Why::io:
        case Why::c_call:
            return State::io;
        case Why::preempted:
        case Why::pass:
            return State::wants_gvl;
        case Why::none:
        case Why::join:
        case Why::mutex:
        case Why::condition:
        case Why::queue:
        case Why::await:
        case Why::exit:
        case Why::task:
            break;
    }
    return State::waiting;
}

// A tick that came while the thread did not run is noticed when it runs again, or forgotten:
// see Machine::resumed.
bool notices_ticks(Why why) {
    return why == Why::io || why == Why::c_call || why == Why::preempted || why == Why::pass;
}

bool has_object(Why why) {
    return why == Why::mutex || why == Why::condition || why == Why::queue || why == Why::task;
}

}  // namespace

std::string_view state_name(State state) noexcept {
    constexpr std::array<std::string_view, state_count> all{"running", "wants_gvl", "sleeping",
                                                            "io", "waiting"};
    return all.at(static_cast<std::size_t>(state));
}

void RunRecord::begin(const Names& given) {
    names_ = &given;
    const std::span<const CauseText> words = given.cause_texts();
    texts.assign(words.begin(), words.end());
}

void RunRecord::take(std::span<const Record> records) {
    for (const Record& record : records) { read(record); }
}

// Whoever is in the middle of something stays there to the end of the run.
void RunRecord::end(const Result& finished) {
    result = finished;
    account(result.end);
    end_turn(result.end);
    for (Thread& one : threads_) {
        leave(one, result.end);
        if (one.wait != no_index && !waits[one.wait].finished) {
            Wait& wait = waits[one.wait];
            wait.end = result.end;
            wait.turns = static_cast<std::uint32_t>(hand_overs.size()) - wait.turns;
        }
    }
    if (!exclusive_) {  // there is no lock
        hand_overs.clear();
        for (Wait& wait : waits) {
            wait.holder = no_subject;
            wait.turns = 0;
        }
    }
    for (const ThreadResult& one : result.threads) { names.push_back(one.name); }
    static_cast<void>(thread(static_cast<std::uint32_t>(names.size()) - 1));
    names_ = nullptr;
}

void RunRecord::read(const Record& record) {
    switch (static_cast<RecordKind>(record.kind)) {
        case RecordKind::started:
            note(record, no_index);
            return;
        case RecordKind::ready:
            if (Thread& one = thread(record.subject); one.wait == no_index) {
                begin_wait(record, one.why);
                enter(record, State::wants_gvl);
            } else {  // a yielder that queues again
                waits[one.wait].queued = record.time;
            }
            return;
        case RecordKind::resumed:
            resumed(record);
            return;
        case RecordKind::suspended:
            suspended(record);
            return;
        case RecordKind::exited:
            note(record, no_index);
            return;
        case RecordKind::mark:
        case RecordKind::span_begin:
        case RecordKind::span_end:
            note(record, detail(record));
            return;
        case RecordKind::tick:
            note(record, no_index);
            tick(record);
            return;
        case RecordKind::cause:
            read_cause(record);
            return;
    }
}

void RunRecord::read_cause(const Record& record) {
    const auto cause = static_cast<Cause>(record.detail);
    const Duration value{cause_value(record)};
    if (is_clock(cause)) {
        clock_ = Clock{cause, record.subject, record.time, start_of_time + value};
        return;
    }
    switch (cause) {
        case Cause::native_code:
        case Cause::collection:
            account(record.time);
            activity_ = cause == Cause::collection ? Activity::collecting : Activity::native_code;
            busy_until_ = record.time + value;
            return;
        case Cause::marked:
            marking_ = clock_;
            return;
        case Cause::charged:
            charged_thread_ = record.subject;
            ticks_ = record.object;
            limit_ = record.number;
            take_tick(thread(record.subject), record.time);
            return;
        case Cause::signalled:
        case Cause::handed_over:
            next_ = record.subject;
            thread(record.subject).signalled = true;
            return;
        case Cause::barged:
            if (Thread& one = thread(record.subject); one.wait != no_index) {
                waits[one.wait].barged = true;
            }
            return;
        case Cause::signalled_in_vain:
            // Not where it was only woken to become the timer (2.6 - 3.2).
            if (Thread& one = thread(record.subject); one.wait != no_index && one.signalled) {
                one.signalled = false;
                ++waits[one.wait].in_vain;
                waits[one.wait].faster = record.object;
            }
            return;
        default:
            return;
    }
}

void RunRecord::note(const Record& record, std::uint32_t text) {
    moments.push_back({record.time, record.subject, static_cast<RecordKind>(record.kind),
                       record.detail, text, static_cast<std::uint32_t>(slices.size())});
}

void RunRecord::suspended(const Record& record) {
    const Why why = static_cast<Why>(record.detail);
    account(record.time);
    Thread& one = thread(record.subject);
    const State state = state_after(why);
    one.object = has_object(why) ? detail(record) : no_index;
    if (state == State::wants_gvl) {
        begin_wait(record, why);
    }
    one.why = why;
    if (why == Why::exit) {
        leave(one, record.time);
    } else {
        enter(record, state);
    }
    if (owner_ != record.subject) { return; }  // without a lock many run at once
    end_turn(record.time);
    // A policy that charges no ticks.
    if (why == Why::preempted && charged_thread_ != record.subject) { take_tick(one, record.time); }
    one.pending = end_of_time;  // noticed on the way into a wait it does nothing
    last_ = owner_;
    left_ = record.time;
    left_for_ = why;
    owner_ = no_subject;
}

void RunRecord::end_turn(Instant now) {
    if (owner_ == no_subject || !turn_hurt_) { return; }
    Culprit& culprit = culprits[owner_];
    culprit.longest_turn = std::max(culprit.longest_turn, now - turn_began_);
    ++culprit.turns;
}

void RunRecord::tick(const Record& record) {
    if (record.detail != static_cast<std::uint8_t>(TickOutcome::pending)) { return; }
    Thread& one = thread(record.subject);
    if (one.pending != end_of_time) { return; }  // the bit is one bit
    one.pending = record.time;
    one.marked_by = marking_ ? marking_ : clock_;
    one.held_up = owner_ == record.subject ? activity(record.time) : Activity::waking;
}

void RunRecord::take_tick(Thread& one, Instant now) {
    const bool at_once = one.pending == end_of_time;
    marked_ = at_once ? now : one.pending;
    held_up_ = one.held_up;
    taken_by_ = at_once ? (marking_ ? marking_ : clock_) : one.marked_by;
    one.pending = end_of_time;
}

// Of the owner.
Activity RunRecord::activity(Instant now) const {
    return now < busy_until_ ? activity_ : Activity::computing;
}

void RunRecord::resumed(const Record& record) {
    account(record.time);
    Thread& one = thread(record.subject);
    exclusive_ = exclusive_ && (owner_ == no_subject || owner_ == record.subject);
    one.signalled = false;
    if (!notices_ticks(one.why)) { one.pending = end_of_time; }
    if (one.wait != no_index) { end_wait(one, record.time); }
    enter(record, State::running);
    if (last_ != no_subject && last_ != record.subject) {
        hand_overs.push_back({last_, record.subject, left_, record.time, left_for_});
    }
    owner_ = record.subject;
    next_ = no_subject;
    turn_began_ = record.time;
    turn_hurt_ = waiting_ > 0;
    if (record.time >= busy_until_) { activity_ = Activity::computing; }
}

void RunRecord::begin_wait(const Record& record, Why after) {
    account(record.time);
    Thread& one = thread(record.subject);
    Wait wait;
    wait.thread = record.subject;
    wait.after = after;
    wait.ordinal = ++one.waits_after[static_cast<std::size_t>(after)];
    wait.begin = wait.queued = wait.end = record.time;
    const bool own = owner_ == record.subject;  // it is about to lose the lock
    wait.holder = own || owner_ == no_subject ? next_ : owner_;
    const bool waking = !own && owner_ == no_subject && next_ != no_subject;
    wait.activity = waking ? Activity::waking : activity(record.time);
    wait.busy_until = busy_until_;
    wait.ahead = waiting_;
    wait.turns = static_cast<std::uint32_t>(hand_overs.size());
    one.wait = static_cast<std::uint32_t>(waits.size());
    waits.push_back(wait);
    ++waiting_;
    turn_hurt_ = turn_hurt_ || owner_ != no_subject;
}

void RunRecord::end_wait(Thread& one, Instant now) {
    Wait& wait = waits[one.wait];
    --waiting_;
    wait.end = now;
    wait.finished = true;
    wait.turns = static_cast<std::uint32_t>(hand_overs.size()) - wait.turns;
    wait.giver = last_;
    wait.given = left_;
    wait.given_for = left_for_;
    total_wait += wait.length();
    if (left_for_ == Why::preempted) {
        wait.clock = taken_by_;
        const bool charged = charged_thread_ == last_;
        wait.ticks = charged ? ticks_ : 0;
        wait.limit = charged ? limit_ : 0;
        wait.marked = marked_;
        wait.held_up = held_up_;
    }
}

void RunRecord::enter(const Record& record, State state) {
    Thread& one = thread(record.subject);
    leave(one, record.time);
    one.slice = static_cast<std::uint32_t>(slices.size());
    if (state != State::wants_gvl) { one.wait = no_index; }
    slices.push_back({record.subject, state, one.why, one.object, one.wait, record.time,
                      record.time});
}

void RunRecord::leave(Thread& one, Instant now) {
    if (one.slice != no_index) { slices[one.slice].end = now; }
    one.slice = no_index;
}

// Time passes: whoever holds the lock keeps all that wait from it.
void RunRecord::account(Instant now) {
    if (owner_ != no_subject && waiting_ > 0 && now > accounted_) {
        Culprit& culprit = culprits[owner_];
        const Duration lasted = now - accounted_;
        const bool busy = activity_ != Activity::computing && accounted_ < busy_until_;
        culprit.inflicted += lasted * waiting_;
        culprit.by_native_code +=
            busy ? (std::min(now, busy_until_) - accounted_) * waiting_ : Duration::zero();
    }
    accounted_ = now;
}

std::uint32_t RunRecord::detail(const Record& record) {
    const std::string text = names_->detail(record);
    const auto [place, added] =
        known_details_.try_emplace(text, static_cast<std::uint32_t>(details.size()));
    if (added) { details.push_back(text); }
    return place->second;
}

RunRecord::Thread& RunRecord::thread(std::uint32_t id) {
    if (id >= threads_.size()) {
        threads_.resize(std::size_t{id} + 1);
        for (std::size_t at = culprits.size(); at <= id; ++at) {
            culprits.push_back({.thread = static_cast<std::uint32_t>(at)});
        }
    }
    return threads_[id];
}

}  // namespace gvlsim
