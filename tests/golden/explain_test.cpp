// What `gvlsim explain` says, per runtime: the text of scenarios that reach every sentence.
#include "models/explain/explained.hpp"
#include "models/gvl/model.hpp"
#include "models/scenario/load.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/paths.hpp"
#include "tools/export/explain_text.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

Explained explained(const std::string& scenario, std::string_view model) {
    const Loaded loaded =
        load_scenario_file(in_tree("tests/golden/explain/" + scenario + ".json"),
                           {{"model", std::string{model}}});
    REQUIRE(loaded.file);
    return explain(loaded.file->scenario(0), loaded.file->name() + ", " + std::string{model}, {});
}

constexpr const char* scenarios[] = {"ideal", "costs", "turns", "late", "noticed"};

// One of each rule; the others are the same code with other numbers.
constexpr const char* shown[] = {"cruby-1.9", "cruby-2.5",   "cruby-3.2",    "cruby-3.3",
                                 "cruby-4.0", "cpython-2.7", "cpython-3.12", "instant"};

}  // namespace

TEST_CASE("Every wait is explained in the words of its policy") {
    for (const char* const model : shown) {
        StringWriter writer;
        for (const char* const scenario : scenarios) {
            const Explained one = explained(scenario, model);
            write_explanation(writer, one, {}, Palette{});
            writer.write("\n");
        }
        check_golden(writer.text(), std::string{"tests/golden/explain/"} + model + ".txt");
    }
}

TEST_CASE("Every sentence of every policy comes in some explanation") {
    std::map<std::string_view, bool> policies;  // sentences, true where they came
    for (const char* const model : shown) {
        for (const char* const scenario : scenarios) {
            const Explained one = explained(scenario, model);
            const Sentences sentences = one.sentences();
            std::string forms;
            for (const Wait& wait : one.run.waits) { forms += sentences.form(wait) + "\n"; }
            for (const CauseText& text : one.run.texts) {
                for (const std::string_view words : {text.own, text.other}) {
                    policies[words] |= forms.find(words) != std::string::npos;
                }
            }
        }
    }
    for (const auto& [sentence, came] : policies) {
        CHECK_MESSAGE(came, std::string{sentence});
    }
}

TEST_CASE("Every way to begin and to end a wait comes in some explanation") {
    std::set<Why> after;
    std::set<Why> given_for;
    std::set<Activity> activities;
    bool in_vain = false;
    bool handshake = false;
    std::set<Activity> noticed;  // what an owner did when the tick came that it noticed late
    bool barged = false;
    bool unfinished = false;
    for (const char* const model : shown) {
        for (const char* const scenario : scenarios) {
            for (const Wait& wait : explained(scenario, model).run.waits) {
                if (!wait.contended()) { continue; }
                after.insert(wait.after);
                given_for.insert(wait.given_for);
                if (wait.holder != no_subject) { activities.insert(wait.activity); }
                in_vain |= wait.in_vain > 0;
                handshake |= wait.queued > wait.begin;
                barged |= wait.barged;
                unfinished |= !wait.finished;
                if (wait.given_for == Why::preempted && wait.marked < wait.given) {
                    noticed.insert(wait.held_up);
                }
            }
        }
    }
    using enum Why;
    for (const Why why : {none, sleep, io, c_call, join, mutex, condition, queue, await, task,
                          preempted, pass}) {
        CAPTURE(static_cast<int>(why));
        CHECK(after.contains(why));
    }
    for (const Why why : {sleep, io, c_call, join, condition, queue, await, task, preempted, pass,
                          exit}) {
        CAPTURE(static_cast<int>(why));
        CHECK(given_for.contains(why));
    }
    CHECK(activities.size() == 4);
    CHECK(in_vain);
    CHECK(handshake);
    CHECK(noticed.size() == 4);
    CHECK(barged);
    CHECK(unfinished);
}

TEST_CASE("What explains a run adds up to its result") {
    for (const Model& model : models()) {
        CAPTURE(model.name);
        for (const char* const scenario : scenarios) {
            const Explained one = explained(scenario, model.name);
            const RunRecord& run = one.run;
            std::vector<Duration> running(run.names.size());
            std::vector<Duration> wanting(run.names.size());
            for (const Slice& slice : run.slices) {
                const Duration length = slice.end - slice.begin;
                if (slice.state == State::running) { running[slice.thread] += length; }
                if (slice.state == State::wants_gvl) { wanting[slice.thread] += length; }
            }
            Duration waits{};
            for (const Wait& wait : run.waits) { waits += wait.length(); }
            Duration waited{};
            for (std::size_t id = 0; id < run.names.size(); ++id) {
                CHECK(running[id] == run.result.threads[id].cpu);
                CHECK(wanting[id] == run.result.threads[id].lock_wait);
                waited += run.result.threads[id].lock_wait;
            }
            CHECK(waits == waited);
            CHECK(run.hand_overs.size() == run.result.lock.handovers);
        }
    }
}

TEST_CASE("Causes change nothing but the records of their own kind") {
    for (const Model& model : models()) {
        const Loaded loaded = load_scenario_file(in_tree("tests/golden/explain/costs.json"),
                                                 {{"model", std::string{model.name}}});
        REQUIRE(loaded.file);
        const Scenario scenario = loaded.file->scenario(0);
        class Rows final : public TimelineSink {
        public:
            void begin(const Names&) override {}
            void end(const Result&) override {}
            void take(std::span<const Record> records) override {
                for (const Record& record : records) {
                    if (record.kind == static_cast<std::uint8_t>(RecordKind::cause)) {
                        ++causes;
                    } else {
                        rows.push_back(record.time.time_since_epoch().count());
                        rows.push_back((record.subject << 8) + record.kind);
                    }
                }
            }
            std::vector<std::int64_t> rows;
            std::size_t causes = 0;
        };
        Rows plain;
        Rows with_causes;
        RunOptions options;
        options.sink = &plain;
        static_cast<void>(simulate(scenario, options));
        options.sink = &with_causes;
        options.causes = true;
        static_cast<void>(simulate(scenario, options));
        CAPTURE(model.name);
        CHECK(plain.causes == 0);
        CHECK((with_causes.causes > 0) == (model.name != "none"));
        CHECK(plain.rows == with_causes.rows);
    }
}
