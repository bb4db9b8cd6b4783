#include "tools/export/registry.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

// A finished run that owns what reports refer to.
struct Finished {
    std::string name = "fib and sleep";
    CaseHeader header;
    Scenario scenario;
    Result result;
    std::optional<Duration> unlocked;

    Finished() {
        scenario.runtime.model = "cruby-3.4";
        scenario.runtime.quantum = 15ms;
        result.end = start_of_time + 200ms;
        result.threads.resize(3);
        ThreadResult& main = result.threads[0];
        main.name = "main";
        main.end = result.end;
        main.blocked = 200ms;
        main.released = 2;
        ThreadResult& fib = result.threads[1];
        fib.name = "fib";
        fib.end = start_of_time + 150ms;
        fib.cpu = fib.solo = 100ms;
        fib.lock_wait = 50ms;
        fib.longest_lock_wait = 20ms;
        fib.preempted = 3;
        ThreadResult& sleeper = result.threads[2];
        sleeper.name = "sleeper";
        sleeper.end = result.end;
        sleeper.lock_wait = 1ms + 500ns;
        sleeper.longest_lock_wait = 1ms;
        sleeper.sleep = sleeper.solo = sleeper.solo_waiting = 199ms;
        sleeper.released = 1;
        result.lock = {.held = 100ms, .free = 100ms, .handovers = 7, .preemptions = 3, .ticks = 11};
        result.largest_alive = 2;
        unlocked = 199ms;
    }
};

std::string report(std::string_view format, const std::vector<Finished>& runs,
                   Palette palette = {}) {
    StringWriter writer;
    const auto report = run_format(format).make(writer, runs.size() > 1, palette);
    for (const Finished& run : runs) {
        const Summary summary = summarize(run.result, run.unlocked);
        report->add({run.name, run.header, run.scenario, run.result, summary});
    }
    report->finish();
    return writer.text();
}

nlohmann::ordered_json json_of(const Finished& run) {
    return nlohmann::ordered_json::parse(report("json", {run}));
}

std::vector<std::string> keys(const nlohmann::ordered_json& object) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) { names.push_back(name); }
    return names;
}

std::size_t widest_line(const std::string& text) {
    std::istringstream lines{text};
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) { widest = std::max(widest, line.size()); }
    return widest;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

Comparison two_cases() {
    CaseHeader ideal;
    ideal.name = "ideal";
    ideal.params = {{"s", "\"77ms\""}};
    ideal.measured = {{"end_s", 12.672822, "12.672822"}, {"threads", 2, "2"}};
    CaseHeader mac = ideal;
    mac.name = "macos";
    const std::vector<Observation> exact{{12.030876, 2}};
    const std::vector<Observation> late{{13.0, 2}};
    std::vector<ComparedCase> cases{compare_case(ideal, std::nullopt, exact),
                                    compare_case(mac, 0.005, late)};
    for (ComparedCase& compared : cases) { compared.scenario = "fib and sleep"; }
    return summarize(std::move(cases));
}

}  // namespace

TEST_CASE("the report says what ran, what came out, who waited and how busy the lock was") {
    CHECK(report("text", {Finished{}}) == R"(fib and sleep
cruby-3.4, quantum 15ms, effective 20ms, platform ideal, seed 1

end          200.000 ms  main ended
serial       299.000 ms  all threads one after the other
speedup        1.495     p 0.666, 2 threads: Amdahl 1.499, bound 2.000
waste          1.000 ms  without a lock it would end at 199.000

thread       end      cpu  lock wait  longest    sleep  blocked  preempted
main     200.000        -          -        -        -  200.000          -
fib      150.000  100.000     50.000   20.000        -        -          3
sleeper  200.000        -      1.000    1.000  199.000        -          -

lock  held 50.0 %, free 50.0 %; 7 hand-overs, 3 preemptions, 11 ticks
)");
}

TEST_CASE("the report keeps to 80 columns, with fewer decimals where times are long") {
    Finished run;
    run.result.end += 3h;
    for (ThreadResult& thread : run.result.threads) {
        thread.end = run.result.end;
        thread.io = thread.sleep = thread.cpu = 3h;
        thread.preempted = 123'456'789;
    }
    CHECK(widest_line(report("text", {run})) <= 80);
}

TEST_CASE("cases follow each other with their names and params") {
    Finished first;
    first.header.name = "n=1";
    first.header.params = {{"n", "1"}, {"cpu", "\"48ms\""}, {"model", "\"cruby-3.4\""}};
    Finished second = first;
    second.header.name = "n=2";
    const std::string text = report("text", {first, second});
    CHECK(contains(text, "fib and sleep - n=1\n"));
    CHECK(contains(text, "\nn = 1, cpu = \"48ms\"\n"));
    CHECK(contains(text, "ticks\n\n\nfib and sleep - n=2\n"));
}

TEST_CASE("threads that were alive when main ended are named") {
    Finished run;
    run.result.threads[2].end.reset();
    const std::string text = report("text", {run});
    CHECK(contains(text, "sleeper    alive"));
    CHECK(contains(text, "The process ended with main while a thread was still alive: sleeper\n"));
    CHECK(json_of(run)["threads"][2]["end_ns"].is_null());
}

TEST_CASE("a deadlock is explained") {
    Finished run;
    run.result.kind = EndKind::deadlock;
    run.result.deadlock = {{"main", Why::join, "join fib", "fib", false},
                           {"fib", Why::mutex, "mutex a", "sleeper", true},
                           {"sleeper", Why::queue, "queue q", "", false}};
    const std::string text = report("text", {run});
    CHECK(contains(text, "200.000 ms  deadlock\n"));
    CHECK(contains(text, R"(
Deadlock: every thread waits for something that cannot come.
  main     waits for join fib of fib
  fib      waits for mutex a of sleeper  <- in the cycle
  sleeper  waits for queue q
)"));
    const auto json = json_of(run);
    CHECK(json["deadlock"] == true);
    CHECK(json["waits_for"][1].dump() == R"({"thread":"fib","why":"mutex","waits_for":"mutex a",)"
                                         R"("held_by":"sleeper","in_cycle":true})");
    CHECK(json["waits_for"][2]["held_by"].is_null());
    CHECK(json["waste_ns"].is_null());
}

TEST_CASE("a Ruby error that ended a thread is shown") {
    Finished run;
    run.result.threads[1].error = "ClosedQueueError";
    CHECK(contains(report("text", {run}), "fib ended by ClosedQueueError\n"));
    CHECK(json_of(run)["threads"][1]["error"] == "ClosedQueueError");
}

TEST_CASE("pools and spans have tables of their own") {
    Finished run;
    run.result.pools = {{.name = "main", .threads = 10, .largest = 10, .tasks = 50, .queued = 40}};
    run.result.spans = {{.name = "request", .count = 3, .mean = 2ms, .p50 = 1ms, .p95 = 4ms}};
    const std::string text = report("text", {run});
    CHECK(contains(text, R"(
pool  threads  largest  tasks  queued  longest wait
main       10       10     50      40             -

span     count   mean    p50    p95  p99  max  cpu  io  lock wait
request      3  2.000  1.000  4.000    -    -    -   -          -
)"));
    const auto json = json_of(run);
    CHECK(json["pools"][0]["tasks"] == 50);
    CHECK(json["spans"][0]["p95_ns"] == 4'000'000);
}

TEST_CASE("only the first threads of very many are shown") {
    Finished run;
    run.result.threads.resize(1'000'000, run.result.threads.back());
    const std::string text = report("text", {run});
    CHECK(contains(text, "... and 999960 more threads, see --json\n"));
}

TEST_CASE("colour changes nothing but the colour") {
    const std::string plain = report("text", {Finished{}});
    std::string coloured = report("text", {Finished{}}, Palette{.colour = true});
    CHECK(coloured != plain);
    for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
         at = coloured.find('\x1b')) {
        coloured.erase(at, coloured.find('m', at) - at + 1);
    }
    CHECK(coloured == plain);
}

TEST_CASE("the JSON report has the keys of the contract in its order") {
    Finished run;
    run.header.name = "n=1";
    run.header.params = {{"n", "1"}, {"cpu", "\"48ms\""}};
    const auto json = json_of(run);
    CHECK(keys(json) == std::vector<std::string>{"scenario",      "case",
                                                 "params",        "model",
                                                 "quantum_ns",    "effective_quantum_ns",
                                                 "seed",          "end_ns",
                                                 "serial_ns",     "speedup",
                                                 "waste_ns",      "stopped",
                                                 "stop_reason",   "deadlock",
                                                 "waits_for",     "threads",
                                                 "lock",          "pools",
                                                 "spans",         "objects",
                                                 "fairness",      "lock_outs",
                                                 "utilisation",   "waiting_share",
                                                 "threads_at_once",
                                                 "amdahl",        "bound",
                                                 "skipped_periods", "skipped_ns"});
    CHECK(keys(json["threads"][0]) ==
          std::vector<std::string>{"name", "end_ns", "cpu_ns", "lock_wait_ns",
                                   "longest_lock_wait_ns", "io_ns", "sleep_ns", "blocked_ns",
                                   "preempted", "released", "solo_ns", "error"});
    CHECK(json["lock"].dump() ==
          R"({"held_ns":100000000,"free_ns":100000000,"handovers":7,"preemptions":3,"ticks":11})");
    CHECK(json["params"].dump() == R"({"n":1,"cpu":"48ms"})");
    CHECK(json["quantum_ns"] == 15'000'000);
    CHECK(json["effective_quantum_ns"] == 20'000'000);
    CHECK(json["speedup"] == 1.495);
}

TEST_CASE("a file without cases has no case name, a runtime without quantum no quantum") {
    Finished run;
    run.scenario.runtime.model = "none";
    run.scenario.runtime.quantum.reset();
    const auto json = json_of(run);
    CHECK(json["case"].is_null());
    CHECK(json["quantum_ns"].is_null());
    CHECK(json["effective_quantum_ns"].is_null());
    CHECK(contains(report("text", {run}), "none, no quantum, platform ideal"));
}

TEST_CASE("the runtime's own quantum is shown where none is asked for") {
    Finished run;
    run.scenario.runtime.quantum.reset();
    CHECK(contains(report("text", {run}), "cruby-3.4, quantum 100ms (default), "));
    run.scenario.runtime.model = "cruby-2.5";
    CHECK(json_of(run)["quantum_ns"] == 100'000'000);
    CHECK(contains(report("text", {run}), "cruby-2.5, quantum 100ms (fixed), "));
}

TEST_CASE("stopped is true for the scenario's stop alone, the reason says what else cut a run") {
    Finished run;
    const std::vector<std::pair<EndKind, std::string>> reasons{
        {EndKind::until, "until"},         {EndKind::max_events, "max_events"},
        {EndKind::zero_time, "zero_time"}, {EndKind::time_limit, "time_limit"},
        {EndKind::threads, "threads"},
    };
    for (const auto& [kind, reason] : reasons) {
        run.result.kind = kind;
        CHECK(json_of(run)["stopped"] == false);
        CHECK(json_of(run)["stop_reason"] == reason);
    }
    run.result.kind = EndKind::completed;
    CHECK(json_of(run)["stop_reason"].is_null());
    run.result.kind = EndKind::stopped;
    CHECK(json_of(run)["stopped"] == true);
    CHECK(json_of(run)["stop_reason"] == "when");
    run.scenario.stop.at = 200ms;
    CHECK(json_of(run)["stop_reason"] == "at");
}

TEST_CASE("several cases are a list of the same objects") {
    const auto json = nlohmann::ordered_json::parse(report("json", {Finished{}, Finished{}}));
    CHECK(keys(json) == std::vector<std::string>{"cases"});
    CHECK(json["cases"].size() == 2);
    CHECK(json["cases"][1] == json_of(Finished{}));
}

TEST_CASE("a comparison shows each figure with its error and what it was judged by") {
    StringWriter writer;
    compare_format("text").write(writer, two_cases(), {});
    CHECK(writer.text() == R"(fib and sleep
case   figure    measured  simulated    error
ideal  end_s    12.672822  12.030876  -5.07 %  not judged
       threads          2          2  +0.00 %  not judged
macos  end_s    12.672822  13.000000  +2.58 %  OUT of 0.5 %
       threads          2          2  +0.00 %  within 0.5 %

1 of 1 judged case out of tolerance, 1 only shown
worst +2.58 % (end_s of macos), mean 1.29 %
)");
}

TEST_CASE("the JSON comparison has the keys of the contract") {
    StringWriter writer;
    compare_format("json").write(writer, two_cases(), {});
    const auto json = nlohmann::ordered_json::parse(writer.text());
    CHECK(keys(json) == std::vector<std::string>{"cases", "worst", "mean", "judged", "failed"});
    const auto& first = json["cases"][0];
    CHECK(keys(first) == std::vector<std::string>{"name", "params", "measured", "simulated",
                                                  "range", "error", "ok", "scenario", "tolerance",
                                                  "replications", "phase_sensitive", "theory"});
    CHECK(first["params"].dump() == R"({"s":"77ms"})");
    CHECK(first["measured"].dump() == R"({"end_s":12.672822,"threads":2})");
    CHECK(first["simulated"].dump() == R"({"end_s":12.030876,"threads":2})");
    CHECK(first["range"].dump() == R"({"end_s":[12.030876,12.030876],"threads":[2,2]})");
    CHECK(first["error"]["threads"] == 0);
    CHECK(first["ok"].is_null());
    CHECK(json["cases"][1]["ok"] == false);
    CHECK(keys(json["worst"]) == std::vector<std::string>{"case", "key", "error"});
    CHECK(json["worst"]["case"] == "macos");
}

}  // namespace gvlsim
