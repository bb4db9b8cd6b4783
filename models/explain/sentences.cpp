#include "models/explain/sentences.hpp"

#include "models/report/format.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace gvlsim {

namespace {

std::string_view beginning(Why after) {
    switch (after) {
        case Why::none:
            return "{t.waiter} was created at {i.begin}";
        case Why::sleep:
            return "{t.waiter} woke from its sleep at {i.begin}";
        case Why::io:
            return "{t.waiter} came back from IO at {i.begin}";
        case Why::c_call:
            return "{t.waiter} came back from native code without the lock at {i.begin}";
        case Why::join:
            return "{t.waiter} was woken from a join at {i.begin}";
        case Why::mutex:
            return "{t.waiter} was woken for a mutex at {i.begin}";
        case Why::condition:
            return "{t.waiter} was woken on a condition variable at {i.begin}";
        case Why::queue:
            return "{t.waiter} was woken on a queue at {i.begin}";
        case Why::await:
            return "{t.waiter} was woken for a future at {i.begin}";
        case Why::task:
            return "{t.waiter} was woken for a task at {i.begin}";
        case Why::preempted:
            return "{t.waiter} lost the lock against its will at {i.begin}";
        case Why::pass:
            return "{t.waiter} gave way with Thread.pass at {i.begin}";
        case Why::exit:
            break;
    }
    return "{t.waiter} wanted the lock at {i.begin}";
}

std::string_view release(Why why) {
    switch (why) {
        case Why::none:
            return "{t.owner} let the lock go at {i.given}.";
        case Why::sleep:
            return "{t.owner} let the lock go at {i.given} to sleep.";
        case Why::io:
            return "{t.owner} let the lock go at {i.given} for IO.";
        case Why::c_call:
            return "{t.owner} let the lock go at {i.given} for native code that does without it.";
        case Why::join:
            return "{t.owner} let the lock go at {i.given} to join a thread.";
        case Why::mutex:
            return "{t.owner} let the lock go at {i.given} to wait for a mutex.";
        case Why::condition:
            return "{t.owner} let the lock go at {i.given} to wait on a condition variable.";
        case Why::queue:
            return "{t.owner} let the lock go at {i.given} to wait on a queue.";
        case Why::await:
            return "{t.owner} let the lock go at {i.given} to wait for a future.";
        case Why::task:
            return "{t.owner} let the lock go at {i.given} to wait for a task.";
        case Why::preempted:
            return "{t.owner} was preempted at {i.given}.";
        case Why::pass:
            return "{t.owner} gave way at {i.given} with Thread.pass.";
        case Why::exit:
            return "{t.owner} ended at {i.given}.";
    }
    return "";
}

std::string_view noticed(Activity held_up) {
    switch (held_up) {
        case Activity::computing:
            return " {t.owner} noticed it at its next check, at {i.given}.";
        case Activity::native_code:
            return " Native code keeps the lock to its end, so {t.owner} noticed it at {i.given}.";
        case Activity::collecting:
            return " A garbage collection keeps the lock to its end, so {t.owner} noticed it at "
                   "{i.given}.";
        case Activity::waking:
            return " {t.owner} was not running then and noticed it at {i.given}, when it was.";
    }
    return "";
}

std::string situation(const Wait& wait) {
    std::string text;
    if (wait.holder != no_subject) {
        switch (wait.activity) {
            case Activity::computing:
                text = " {t.holder} held the lock and was computing.";
                break;
            case Activity::native_code:
                text = " {t.holder} held the lock in native code, which no tick can interrupt, "
                       "until {i.busy}.";
                break;
            case Activity::collecting:
                text = " {t.holder} held the lock in a garbage collection, which no tick can "
                       "interrupt, until {i.busy}.";
                break;
            case Activity::waking:
                text = " The lock was on its way to {t.holder}, who was still waking up.";
                break;
        }
    }
    if (wait.ahead > 0) {
        text += wait.ahead == 1 ? " One thread was waiting already."
                                : " {n.ahead} threads were waiting already.";
    }
    return text;
}

std::string meanwhile(const Wait& wait) {
    std::string text;
    if (wait.queued > wait.begin) {
        text += " It queued again at {i.queued}, when a successor had taken the lock (yield "
                "handshake).";
    }
    if (wait.in_vain > 0) {
        text += wait.in_vain == 1 ? " It was signalled once in vain: {t.faster} had the lock "
                                    "before it was awake (barging)."
                                  : " It was signalled {n.vain} times in vain, last because "
                                    "{t.faster} had the lock before it was awake (barging).";
    }
    if (wait.turns > 0) {
        text += wait.turns == 1 ? " Before its turn the lock changed hands once."
                                : " Before its turn the lock changed hands {n.turns} times.";
    }
    return text;
}

std::string ordinal(std::int64_t number) {
    constexpr std::array<const char*, 4> endings{"th", "st", "nd", "rd"};
    const std::int64_t tens = number % 100;
    const bool teen = tens >= 11 && tens <= 13;
    const auto last = static_cast<std::size_t>(number % 10);
    return std::to_string(number) + (teen || last > 3 ? "th" : endings.at(last));
}

// Position and inside of the next {kind.name} from `from` on.
struct Placeholder {
    std::size_t begin = std::string_view::npos;
    std::string_view inside;
};

Placeholder next_placeholder(std::string_view form, std::size_t from) {
    const std::size_t begin = form.find('{', from);
    if (begin == std::string_view::npos) { return {}; }
    return {begin, form.substr(begin + 1, form.find('}', begin) - begin - 1)};
}

}  // namespace

OtherRule::OtherRule(std::string model, const RunRecord& other,
                     const std::vector<std::string>& names)
    : model_{std::move(model)}, lengths_(names.size()) {
    std::map<std::string_view, std::size_t> threads;
    for (std::size_t id = 0; id < names.size(); ++id) { threads.emplace(names[id], id); }
    for (const Wait& wait : other.waits) {
        const auto thread = threads.find(other.names.at(wait.thread));
        if (!wait.finished || thread == threads.end()) { continue; }
        // Of each kind only the last wait of a thread can be unfinished, so none is left out.
        lengths_[thread->second].at(static_cast<std::size_t>(wait.after)).push_back(wait.length());
    }
}

std::optional<Duration> OtherRule::length(const Wait& wait) const {
    if (wait.after == Why::preempted || wait.after == Why::pass) { return std::nullopt; }
    const auto& lengths = lengths_.at(wait.thread).at(static_cast<std::size_t>(wait.after));
    if (wait.ordinal > lengths.size()) { return std::nullopt; }
    return lengths[wait.ordinal - 1];
}

std::string Sentences::form(const Wait& wait) const {
    std::string text{beginning(wait.after)};
    text += wait.finished ? " and waited {d.length} for the lock."
                          : " and still waits for the lock, after {d.length}, where the run ends.";
    text += situation(wait) + meanwhile(wait);
    if (wait.finished) { text += " " + ending(wait); }
    return text + alternatives(wait);
}

std::string Sentences::ending(const Wait& wait) const {
    if (wait.barged && wait.holder != no_subject) {
        return "It found the lock free and took it before {t.holder} was awake (barging).";
    }
    if (wait.giver == no_subject) { return "The lock was free."; }
    if (wait.giver == wait.thread) {
        return wait.activity == Activity::waking && wait.holder != no_subject
                   ? "{t.waiter} took the lock before {t.holder} was awake."
                   : "Nobody else took it, so it went on.";
    }
    std::string text = wait.given_for == Why::preempted ? preemption(wait)
                                                        : std::string{release(wait.given_for)};
    const Duration latency = wait.end - std::max(wait.begin, wait.given);
    if (latency > Duration::zero()) {
        text += " {t.waiter} ran {d.latency} later, when it was awake.";
    }
    return text;
}

// In the words of the policy, where it has some.
std::string Sentences::preemption(const Wait& wait) const {
    std::string text{release(Why::preempted)};
    if (wait.clock) {
        const auto words =
            std::find_if(run_.texts.begin(), run_.texts.end(), [&](const CauseText& one) {
                return one.cause == wait.clock->cause;
            });
        if (words != run_.texts.end()) {
            const bool own = wait.clock->by == wait.thread && wait.clock->since >= wait.begin;
            const std::string_view chosen = own ? words->own : words->other;
            if (!chosen.empty()) { text = chosen; }
        }
    }
    if (wait.limit > 1) {
        text += " It was the {o.ticks} tick charged to {t.owner} of the {n.limit} it may have.";
    }
    return wait.marked < wait.given ? text + std::string{noticed(wait.held_up)} : text;
}

std::string Sentences::alternatives(const Wait& wait) const {
    std::string text;
    for (std::size_t index = 0; index < others_.size(); ++index) {
        if (others_[index].length(wait)) {
            text += (text.empty() ? " Under " : ", under ") + others_[index].model() +
                    (text.empty() ? " it would have waited {d." : " {d.") + std::to_string(index) +
                    "}";
        }
    }
    return text.empty() ? text : text + ".";
}

std::vector<Argument> Sentences::arguments(std::string_view form, const Wait& wait) const {
    std::vector<Argument> all;
    for (Placeholder next = next_placeholder(form, 0); next.begin != std::string_view::npos;
         next = next_placeholder(form, next.begin + 1)) {
        const std::string_view name = next.inside.substr(2);
        all.push_back({name, next.inside.front(), fact(name, wait)});
    }
    return all;
}

std::int64_t Sentences::fact(std::string_view name, const Wait& wait) const {
    const auto at = [](Instant time) { return time.time_since_epoch().count(); };
    if (name == "waiter") { return wait.thread; }
    if (name == "holder") { return wait.holder; }
    if (name == "owner") { return wait.giver; }
    if (name == "by") { return wait.clock->by; }
    if (name == "faster") { return wait.faster; }
    if (name == "begin") { return at(wait.begin); }
    if (name == "queued") { return at(wait.queued); }
    if (name == "busy") { return at(wait.busy_until); }
    if (name == "given") { return at(wait.given); }
    if (name == "tick") { return at(wait.marked); }
    if (name == "clock") { return at(wait.clock->since); }
    if (name == "value") { return at(wait.clock->value); }
    if (name == "length") { return wait.length().count(); }
    if (name == "latency") { return (wait.end - std::max(wait.begin, wait.given)).count(); }
    if (name == "ahead") { return wait.ahead; }
    if (name == "turns") { return wait.turns; }
    if (name == "vain") { return wait.in_vain; }
    if (name == "ticks") { return wait.ticks; }
    if (name == "limit") { return wait.limit; }
    if (name.front() >= '0' && name.front() <= '9') {
        return others_.at(static_cast<std::size_t>(name.front() - '0'))
            .length(wait)
            .value()
            .count();
    }
    throw std::logic_error{"no fact {" + std::string{name} + "} about a wait"};
}

std::string Sentences::text(const Wait& wait) const {
    const std::string words = form(wait);
    return fill(words, arguments(words, wait), run_.names);
}

std::string fill(std::string_view form, const std::vector<Argument>& arguments,
                 const std::vector<std::string>& names) {
    std::string text;
    std::size_t done = 0;
    for (const Argument& argument : arguments) {
        const Placeholder next = next_placeholder(form, done);
        text += form.substr(done, next.begin - done);
        done = next.begin + next.inside.size() + 2;
        switch (argument.kind) {
            case 't':
                text += argument.value < static_cast<std::int64_t>(names.size())
                            ? names[static_cast<std::size_t>(argument.value)]
                            : "somebody";
                break;
            case 'o':
                text += ordinal(argument.value);
                break;
            case 'n':
                text += std::to_string(argument.value);
                break;
            default:
                text += in_ms(Duration{argument.value});
        }
    }
    return text + std::string{form.substr(done)};
}

std::string in_ms(Duration length) {
    std::string text = milliseconds(length, 6);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') { text.pop_back(); }
    return text + " ms";
}

}  // namespace gvlsim
