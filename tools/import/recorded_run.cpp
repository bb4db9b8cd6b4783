#include "tools/import/recorded_run.hpp"

#include "models/gvl/model.hpp"
#include "models/report/format.hpp"
#include "models/scenario/wording.hpp"
#include "tools/import/replay.hpp"

#include <algorithm>
#include <map>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t nobody = UINT32_MAX;

// Main is there when tracing begins.
bool is_created(const Recording& recording, std::uint32_t index) {
    const auto first = std::find_if(
        recording.changes.begin(), recording.changes.end(),
        [&](const TracedChange& change) { return change.thread == index; });
    return first == recording.changes.end() || first->state == TracedState::started;
}

// The index of the main thread's id. On Linux its native id, which 3.2 records, is the process's.
std::uint32_t find_main(const Recording& recording) {
    const auto index_where = [&](auto&& matches) {
        const auto found = std::find_if(recording.tids.begin(), recording.tids.end(), matches);
        return found == recording.tids.end()
                   ? nobody
                   : static_cast<std::uint32_t>(found - recording.tids.begin());
    };
    const std::uint32_t named = index_where([&](std::int64_t tid) {
        const auto name = recording.names.find(tid);
        return name != recording.names.end() && name->second == "Main Thread";
    });
    if (named != nobody) { return named; }
    const std::uint32_t native =
        index_where([&](std::int64_t tid) { return tid == recording.pid; });
    if (native != nobody && !is_created(recording, native)) { return native; }
    for (const TracedChange& change : recording.changes) {
        if (change.state == TracedState::started_tracing) { return change.thread; }
    }
    return recording.changes.front().thread;
}

// Recordings before 2024 do not name the version. Native thread ids are 3.2's; a preemption that
// goes straight to wants_gvl is 3.2's too.
std::string guessed_model(const Recording& recording) {
    constexpr std::int64_t largest_serial = 4096;
    const bool native_ids = std::any_of(recording.tids.begin(), recording.tids.end(),
                                        [](std::int64_t tid) { return tid > largest_serial; });
    return native_ids ? "cruby-3.2" : "cruby-3.3";
}

void set_model(RecordedRun& run, const Recording& recording, const std::string& asked) {
    const RecordedRuby ruby = ruby_of(recording.label);
    run.model = "cruby-" + ruby.version;
    const Model* model = ruby.version.empty() ? nullptr : find_model(run.model);
    if (!asked.empty()) {
        run.model = asked;
        model = find_model(asked);
    } else if (ruby.version.empty()) {
        run.model = guessed_model(recording);
        run.model_guessed = true;
        run.notes.push_back("the recording does not name its Ruby: " + run.model +
                            " assumed, --model says otherwise");
    } else if (model == nullptr) {
        run.notes.push_back("Ruby " + ruby.version + " is not known; cruby-4.0 assumed");
        run.model = "cruby-4.0";
    }
    if (model == nullptr) { model = find_model(run.model); }
    if (!ruby.quantum_ms) { return; }
    if (!quantum_problem(*model, *ruby.quantum_ms * 1ms).empty()) {
        run.notes.push_back("the recorded quantum of " + std::to_string(*ruby.quantum_ms) +
                            " ms has no effect in " + run.model);
    } else {
        run.quantum_ms = ruby.quantum_ms;
    }
}

PreemptionRule rule_for(const RecordedRun& run) {
    const Model& model = *find_model(run.model);
    PreemptionRule rule;
    rule.by_short_wait = model.timer_thread_from_3_3 || run.model_guessed;
    rule.starts_itself = !model.timer_thread_from_3_3;
    // The first tick charges a thread that has just resumed; with two or more it takes a whole
    // period at least, at any priority.
    const bool many_ticks = run.quantum_ms.value_or(100) > 10;
    const bool certain = model.timer_thread_from_3_3 && !run.model_guessed;
    if (certain && many_ticks) { rule.least_slice = 10ms; }
    return rule;
}

// Which life an id stands for at present.
class Lives {
public:
    Lives(Replay& replay, Oddities& oddities, std::size_t ids, std::uint32_t main_id)
        : replay_{replay}, oddities_{oddities}, life_of_(ids, nobody), main_id_{main_id} {}

    void change(const TracedChange& change, Instant now) {
        std::uint32_t& life = life_of_[change.thread];
        if (change.thread == main_id_ && life == nobody) { life = take(change.thread, 0); }
        if (change.state == TracedState::started) {
            if (life != nobody && replay_.over(life)) {
                oddities_.add(Oddities::Kind::reused_id);
            } else if (life != nobody) {
                oddities_.add(Oddities::Kind::impossible);  // it never died
                replay_.change(life, TracedState::died, now);
            }
            life = take(change.thread, replay_.add_thread(now, false));
            return;
        }
        if (change.state == TracedState::stopped_tracing) { return; }
        const bool ended = life != nobody && replay_.over(life);
        if (ended && (change.state == TracedState::waiting || change.state == TracedState::died)) {
            return;  // 3.3 tells `died` before the last `waiting`
        }
        if (ended) { oddities_.add(Oddities::Kind::reused_id); }
        if (life == nobody || ended) {
            life = take(change.thread, replay_.add_thread(now, !ended));
        }
        replay_.change(life, change.state, now);
    }

    // By life, the id it had.
    [[nodiscard]] const std::vector<std::uint32_t>& ids() const noexcept { return ids_; }
    [[nodiscard]] bool is_last(std::uint32_t life) const { return life_of_[ids_[life]] == life; }

private:
    std::uint32_t take(std::uint32_t id, std::uint32_t life) {
        if (ids_.size() <= life) { ids_.resize(std::size_t{life} + 1, main_id_); }
        ids_[life] = id;
        return life;
    }

    Replay& replay_;
    Oddities& oddities_;
    std::vector<std::uint32_t> life_of_;
    std::vector<std::uint32_t> ids_;
    std::uint32_t main_id_;
};

std::string valid_name(std::string name) {
    for (std::size_t at = 0; const auto bad = invalid_utf8(std::string_view{name}.substr(at));) {
        at += *bad;
        name[at] = '?';
    }
    while (name.ends_with(' ')) { name.pop_back(); }  // "1600143 " of nameless threads
    return name;
}

// A name belongs to the last thread that had the id: gvl-tracing writes them when it stops.
void set_names(RecordedRun& run, const Recording& recording, const Lives& lives) {
    // How often each name was given; main and all are words of scenario files.
    std::map<std::string, int> used{{"main", 1}, {"all", 1}};
    for (std::uint32_t life = 1; life < run.threads.size(); ++life) {
        const std::int64_t tid = recording.tids[lives.ids()[life]];
        const auto named = recording.names.find(tid);
        const bool has_name = named != recording.names.end() && lives.is_last(life);
        std::string name = has_name ? valid_name(named->second) : std::string{};
        if (name.empty()) { name = "thread-" + std::to_string(tid); }
        std::string unique = name;
        while (!used.try_emplace(unique, 1).second) {
            unique = name + " (" + std::to_string(++used[name]) + ")";
        }
        run.threads[life].name = unique;
    }
}

}  // namespace

std::string RecordedRun::thread_name(std::uint32_t id) const {
    return id < threads.size() ? threads[id].name : std::string{};
}

std::string RecordedRun::detail(const Record& record) const {
    if (record.kind != static_cast<std::uint8_t>(RecordKind::suspended)) { return {}; }
    switch (static_cast<Why>(record.detail)) {
        case Why::sleep:
            return "sleep";
        case Why::join:
            return "join";
        case Why::preempted:
            return "preempted";
        case Why::exit:
            return "exit";
        default:
            return "io";
    }
}

RecordedRun replay(Recording&& recording, const std::string& model, Oddities& oddities) {
    RecordedRun run;
    set_model(run, recording, model);
    const std::uint32_t main_id = find_main(recording);
    const Instant origin = recording.changes.front().time;
    const TracedChange& first = recording.changes.front();
    Replay replay{run, oddities, rule_for(run)};
    run.records.reserve(recording.changes.size());
    const bool main_runs =
        first.thread == main_id && first.state == TracedState::started_tracing;
    replay.add_main(main_runs);
    Lives lives{replay, oddities, recording.tids.size(), main_id};
    Instant end = recording.changes.back().time;
    bool stopped = false;
    for (const TracedChange& change : recording.changes) {
        stopped = change.state == TracedState::stopped_tracing;
        if (stopped) { end = change.time; }
        const bool told = change.state == TracedState::started_tracing && main_runs;
        if (!told) { lives.change(change, start_of_time + (change.time - origin)); }
        if (stopped) { break; }
    }
    if (!stopped) {
        run.notes.push_back("no stopped_tracing: the recording breaks off at " +
                            milliseconds(end - origin) + " ms");
    }
    replay.finish(start_of_time + (end - origin));
    set_names(run, recording, lives);
    return run;
}

void feed(const RecordedRun& run, TimelineSink& sink) {
    sink.begin(run);
    constexpr std::size_t block = 1024;
    for (std::size_t at = 0; at < run.records.size(); at += block) {
        sink.take(std::span{run.records}.subspan(at, std::min(block, run.records.size() - at)));
    }
    Result result;
    result.end = run.end;
    for (const RecordedThread& thread : run.threads) {
        result.threads.emplace_back().name = thread.name;
    }
    sink.end(result);
}

}  // namespace gvlsim
