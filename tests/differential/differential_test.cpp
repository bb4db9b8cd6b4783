// The fast engine against the slow one of this folder, on every program that is short enough.
#include "models/gvl/model.hpp"
#include "tests/differential/programs.hpp"
#include "tests/support/timeline.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

using namespace gvlsim;
using namespace gvlsim::test;
using namespace std::chrono_literals;
using simple::Op;

namespace {

using Programs = std::vector<std::vector<Op>>;

// One of each kind of rules; the other models are the same by the registry (see below).
constexpr const char* kinds[] = {"cruby-1.9", "cruby-2.3", "cruby-2.5",   "cruby-3.2",
                                 "cruby-3.3", "cruby-4.0", "cpython-2.7", "cpython-3.2",
                                 "none",      "instant"};

// Durations that meet at one instant, and such that do not; with and without a hand-over that
// takes time, so that somebody may come in between.
const simple::Setting settings[] = {
    {"", 60ms, 50ms, 0ns, std::nullopt},   {"", 60ms, 47ms, 10us, std::nullopt},
    {"", 100ms, 100ms, 0ns, std::nullopt}, {"", 100ms, 100ms, 10us, 150ms},
    {"", 3ms, 7ms, 0ns, std::nullopt},     {"", 130ms, 20ms, 4ms, std::nullopt},
};

const char* what_of(const Record& row, const std::string& detail, std::string& buffer) {
    switch (kind(row)) {
        case RecordKind::started:
            return "STARTED";
        case RecordKind::ready:
            return "READY";
        case RecordKind::resumed:
            return "RESUMED";
        case RecordKind::exited:
            return "EXITED";
        case RecordKind::suspended:
            buffer = "SUSPENDED " + detail;
            return buffer.c_str();
        case RecordKind::mark:
        case RecordKind::span_begin:
        case RecordKind::span_end:
        case RecordKind::tick:
        case RecordKind::cause:
            break;
    }
    return nullptr;
}

// Compares rows as they come, so that nothing is kept.
class Comparing final : public TimelineSink {
public:
    explicit Comparing(const std::vector<simple::Row>& rows) : rows_(rows) {}
    void begin(const Names& names) override { names_ = &names; }
    void take(std::span<const Record> records) override {
        for (const Record& record : records) {
            const bool has_detail = kind(record) == RecordKind::suspended;
            const char* what =
                what_of(record, has_detail ? names_->detail(record) : std::string{}, buffer_);
            if (what != nullptr && difference.empty()) { compare(record, what); }
        }
    }
    void end(const Result& result) override {
        if (difference.empty() && next_ < rows_.size()) {
            difference = "the fast one ends at " + milliseconds(result.end) + " before " +
                         text(rows_[next_]);
        }
    }
    std::string difference;

private:
    void compare(const Record& record, const char* what) {
        const simple::Row row{record.time - start_of_time, record.subject, what};
        if (next_ == rows_.size()) {
            difference = "only the fast one has " + text(row);
        } else if (!(row == rows_[next_])) {
            difference = "fast " + text(row) + ", simple " + text(rows_[next_]);
        }
        ++next_;
    }
    static std::string text(const simple::Row& row) {
        return milliseconds(Duration{row.time}) + " thread " + std::to_string(row.thread) + " " +
               row.what;
    }

    const std::vector<simple::Row>& rows_;
    std::size_t next_ = 0;
    const Names* names_ = nullptr;
    std::string buffer_;
};

std::string_view word(EndKind kind) {
    return kind == EndKind::completed  ? "completed"
           : kind == EndKind::deadlock ? "deadlock"
           : kind == EndKind::until    ? "until"
                                       : "something else";
}

// Empty if both come to the same.
std::string difference(const Programs& programs, const simple::Setting& setting,
                       Scenario& scenario) {
    scenario.runtime.model = setting.model;
    const simple::Outcome slow = simple::Simulator{setting, programs}.run();
    Comparing comparing{slow.rows};
    RunOptions options;
    options.sink = &comparing;
    options.until = setting.until;
    const Result fast = simulate(scenario, options);
    if (!comparing.difference.empty()) { return comparing.difference; }
    if (word(fast.kind) != slow.end) {
        return "fast " + std::string{word(fast.kind)} + ", simple " + slow.end;
    }
    return fast.end - start_of_time == slow.time
               ? std::string{}
               : "fast ends at " + milliseconds(fast.end) + ", simple at " +
                     milliseconds(Duration{slow.time});
}

struct Tally {
    int runs = 0;
    int differences = 0;
    std::map<std::string, int> ends;
};

// Under each of `models` in turn.
void check(const Programs& programs, simple::Setting setting, std::span<const char* const> models,
           Tally& tally) {
    Scenario scenario = scenario_of(programs, setting);
    for (const char* model : models) {
        setting.model = model;
        const std::string wrong = difference(programs, setting, scenario);
        ++tally.runs;
        if (!wrong.empty() && ++tally.differences <= 20) {
            FAIL_CHECK(text_of(programs), "  ", setting.model, ", cpu ",
                       milliseconds(Duration{setting.cpu}), ", switch ",
                       milliseconds(Duration{setting.hand_over}), ": ", wrong);
        }
    }
}

}  // namespace

TEST_CASE("Every model is one of the kinds that are compared") {
    for (const Model& model : models()) {
        CAPTURE(std::string(model.name));
        const bool known = std::any_of(std::begin(kinds), std::end(kinds), [&](const char* name) {
            const Model* kind = find_model(name);
            return kind->make == model.make ||
                   (model.name == "cruby-3.4" && std::string{name} == "cruby-3.3");
        });
        CHECK(known);
        simple::Setting setting;
        setting.model = model.name;
        simple::Simulator simulator{setting, {}};
        CHECK(simple::make_lock(setting.model, simulator) != nullptr);
    }
}

TEST_CASE("All pairs of programs of at most two operations come to the same in both engines") {
    const Programs all = short_programs(2);
    Tally tally;
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < all.size(); ++b) {
            const std::size_t which = (a * all.size() + b) % std::size(settings);
            for (const std::size_t further : {0U, 1U, 2U}) {
                check({all[a], all[b]}, settings[(which + further) % std::size(settings)], kinds,
                      tally);
            }
        }
    }
    MESSAGE(tally.runs, " runs");
    CHECK(tally.differences == 0);
}

// Each pair under every kind and one of the settings in turn.
TEST_CASE("All pairs of programs of at most three operations come to the same in both engines") {
    const Programs all = short_programs(3);
    Tally tally;
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < all.size(); ++b) {
            if (all[a].size() < 3 && all[b].size() < 3) { continue; }
            check({all[a], all[b]}, settings[(a * all.size() + b) % std::size(settings)], kinds,
                  tally);
        }
    }
    MESSAGE(tally.runs, " runs");
    CHECK(tally.differences == 0);
}

// Three threads, so that somebody else can come in between.
TEST_CASE("Programs of three threads come to the same in both engines") {
    const Programs all = short_programs(2);
    Tally tally;
    std::size_t turn = 0;
    for (const std::vector<Op>& a : all) {
        for (const std::vector<Op>& b : all) {
            for (std::size_t c = turn++ % 5; c < all.size(); c += 5) {
                check({a, b, all[c]}, settings[turn % std::size(settings)],
                      std::span{kinds}.subspan(turn % std::size(kinds), 1), tally);
            }
        }
    }
    MESSAGE(tally.runs, " runs");
    CHECK(tally.differences == 0);
}
