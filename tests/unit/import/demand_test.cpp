#include "tests/unit/import/importing.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;
using namespace gvlsim::test;
using namespace std::chrono_literals;

namespace {

const std::vector<Traced> creates_and_joins{
    {0, 10, "started_tracing"}, {1, 60, "started"},      {1, 110, "wants_gvl"},
    {0, 210, "waiting"},        {1, 240, "running"},     {1, 5240, "sleeping"},
    {1, 25240, "wants_gvl"},    {1, 25245, "running"},   {0, 30240, "wants_gvl"},
    {1, 30245, "waiting"},      {1, 30250, "died"},      {0, 30270, "running"},
    {0, 30310, "stopped_tracing"}};

// Two threads compute; the first is preempted once.
std::vector<Traced> one_preemption(double suspended_for) {
    return {{0, 0, "started_tracing"},
            {1, 50, "started"},
            {1, 100, "wants_gvl"},
            {0, 200, "waiting"},
            {1, 240, "running"},
            {2, 300, "started"},
            {2, 350, "wants_gvl"},
            {1, 101'400, "waiting"},
            {1, 101'400 + suspended_for, "wants_gvl"},
            {2, 101'440, "running"},
            {2, 150'000, "waiting"},
            {2, 150'010, "died"},
            {1, 150'040, "running"},
            {0, 170'000, "wants_gvl"},
            {1, 170'010, "waiting"},
            {1, 170'020, "died"},
            {0, 170'050, "running"},
            {0, 170'100, "stopped_tracing"}};
}

}  // namespace

TEST_CASE("running becomes cpu, sleeping io, and a start a spawn by who ran then") {
    const Import import = import_text(recording_text(creates_and_joins, "Ruby threads view (3.4.9)",
                                                     {{0, "Main Thread"}, {1, "worker"}}));
    CHECK(program_text(import.imported.demand, 0) ==
          "cpu 100us; spawn worker; cpu 100us; join worker; cpu 40us");
    CHECK(program_text(import.imported.demand, 1) == "cpu 5ms; io 20ms; cpu 5ms");
    CHECK(import.imported.model == "cruby-3.4.9");
    CHECK(import.imported.end == 30'300us);
    CHECK_FALSE(import.imported.quantum);
}

TEST_CASE("without guesses a wait has its recorded length") {
    const Import import = import_text(recording_text(creates_and_joins), {false, false});
    CHECK(program_text(import.imported.demand, 0) ==
          "cpu 100us; spawn thread-1; cpu 100us; io 30.03ms; cpu 40us");
    CHECK(import.guesses.waits.empty());
}

TEST_CASE("the gap of a preemption vanishes") {
    const Import import = import_text(recording_text(one_preemption(30)));
    CHECK(import.run.preemptions == 1);
    CHECK(program_text(import.imported.demand, 1) == "cpu 110us; spawn thread-2; cpu 121.02ms");
}

TEST_CASE("a gap of more than a millisecond is a wait") {
    const Import import = import_text(recording_text(one_preemption(1500)));
    CHECK(import.run.preemptions == 0);
    CHECK(program_text(import.imported.demand, 1) ==
          "cpu 110us; spawn thread-2; cpu 101.05ms; io 1.5ms; cpu 19.97ms");
}

TEST_CASE("up to 3.2 a short waiting is a call and a direct wants_gvl a preemption") {
    const std::string label = "Ruby threads view (3.2.8)";
    CHECK(import_text(recording_text(one_preemption(30), label)).run.preemptions == 0);
    std::vector<Traced> direct = one_preemption(0);
    direct.erase(direct.begin() + 7);
    CHECK(import_text(recording_text(direct, label)).run.preemptions == 1);
}

TEST_CASE("a call soon after the lock was got is no preemption, however short") {
    std::vector<Traced> changes = one_preemption(30);
    for (std::size_t index = 7; index < changes.size(); ++index) { changes[index].us -= 95'000; }
    CHECK(import_text(recording_text(changes)).run.preemptions == 0);
}

TEST_CASE("a joiner also waits for its threads that died unnoticed") {
    // fib dies while main waits for the sleeper, so that nothing shows that main joins it too.
    const Import import = import_recording({shared_trace("fib_sleep_q100"), {}, {}});
    const std::string program = program_text(import.imported.demand, 0);
    CHECK(program.find("join sleeper; join fib; cpu") != std::string::npos);
}

TEST_CASE("main's last wait without cause is told, for then nothing can move the end") {
    std::vector<Traced> changes = creates_and_joins;
    changes.erase(changes.begin() + 8);
    changes.erase(changes.begin() + 10);
    CHECK(import_text(recording_text(changes)).imported.demand.main_waits_at_end);
}

TEST_CASE("threads that wake each other again and again are guessed to use a queue") {
    std::vector<Traced> changes{{0, 0, "started_tracing"}, {1, 10, "wants_gvl"},
                                {0, 20, "waiting"},        {1, 30, "running"},
                                {1, 100, "waiting"}};
    for (int round = 1; round <= 5; ++round) {
        const double now = round * 10'000;
        changes.push_back({0, now, "wants_gvl"});
        changes.push_back({0, now + 10, "running"});
        changes.push_back({1, now + 50, "wants_gvl"});
        changes.push_back({0, now + 90, "waiting"});
        changes.push_back({1, now + 110, "running"});
        changes.push_back({1, now + 200, "waiting"});
    }
    changes.push_back({0, 90'000, "wants_gvl"});
    changes.push_back({0, 90'000, "running"});
    changes.push_back({0, 90'100, "stopped_tracing"});
    const std::string text = recording_text(changes);
    CHECK(import_text(text).guesses.waits.empty());
    const Import import = import_text(text, {true, true});
    CHECK(import.guesses.waits.size() == 5);
    CHECK(import.imported.demand.count(DemandStep::Kind::push) == 5);
    CHECK(program_text(import.imported.demand, 1).starts_with("cpu 70us; wait; cpu 90us; wait"));
    CHECK(observe(scenario_of(import.imported)).kind == EndKind::completed);
}

TEST_CASE("a thread whose wait has no end in the recording sleeps for ever") {
    std::vector<Traced> changes = creates_and_joins;
    changes.resize(6);
    changes.push_back({0, 6000, "wants_gvl"});
    changes.push_back({0, 6000, "running"});
    changes.push_back({0, 9000, "stopped_tracing"});
    const Import import = import_text(recording_text(changes));
    CHECK(program_text(import.imported.demand, 1) == "cpu 5ms; sleep forever");
    const Observed run = observe(scenario_of(import.imported));
    CHECK(run.kind == EndKind::completed);
    CHECK(run.run_end - start_of_time == 8990us);
}
