// The summary that a run keeps while it goes on, made again from the timeline that it exports: the
// CSV text alone, as somebody would read it who has nothing else.
#include "models/gvl/model.hpp"
#include "models/simulate.hpp"
#include "tests/property/random_scenario.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/writer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

struct Row {
    std::int64_t time = 0;
    std::string thread;
    std::string event;
    std::string detail;
};

std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char letter : line) {
        if (letter == '"') {
            quoted = !quoted;
        } else if (letter == ',' && !quoted) {
            fields.emplace_back();
        } else if (letter != '\r') {
            fields.back() += letter;
        }
    }
    return fields;
}

std::vector<Row> rows_of(std::string_view csv) {
    std::vector<Row> rows;
    csv.remove_prefix(csv.find('\n') + 1);  // the header
    while (!csv.empty()) {
        const std::size_t end = csv.find('\n');
        std::vector<std::string> fields = fields_of(csv.substr(0, end));
        REQUIRE(fields.size() == 4);
        rows.push_back({std::stoll(fields[0]), fields[1], fields[2], fields[3]});
        csv.remove_prefix(end + 1);
    }
    return rows;
}

struct Account {
    std::string state;  // "running", "ready", or what it waits for
    std::int64_t since = 0;
    std::map<std::string, std::int64_t> spent;  // ns by state
    std::int64_t longest_lock_wait = 0;
    std::uint64_t preempted = 0;
    std::uint64_t released = 0;

    void enter(std::string next, std::int64_t now) {
        if (!state.empty()) { spent[state] += now - since; }
        if (state == "ready") { longest_lock_wait = std::max(longest_lock_wait, now - since); }
        state = std::move(next);
        since = now;
    }
};

// SUSPENDED, by what its detail says.
void suspend(Account& account, const Row& row) {
    const std::string why = row.detail.substr(0, row.detail.find(':'));
    if (why == "preempted" || why == "pass") {
        account.preempted += why == "preempted" ? 1 : 0;
        account.released += why == "pass" ? 1 : 0;
        account.enter("ready", row.time);
        return;
    }
    if (why == "exit") {
        account.enter("exited", row.time);
        return;
    }
    ++account.released;
    const bool io = why == "io" || why == "c_call";
    account.enter(io ? "io" : why == "sleep" ? "sleep" : "blocked", row.time);
}

struct Summed {
    std::map<std::string, Account> threads;
    std::uint64_t handovers = 0;
};

Summed summed(const std::vector<Row>& rows, std::int64_t end) {
    Summed all;
    std::string owner = "main";
    for (const Row& row : rows) {
        Account& account = all.threads[row.thread];
        if (row.event == "STARTED") { account.enter("sleep", row.time); }  // of `start`, if any
        if (row.event == "READY" && account.state != "ready") { account.enter("ready", row.time); }
        if (row.event == "SUSPENDED") { suspend(account, row); }
        if (row.event == "RESUMED") {
            account.enter("running", row.time);
            all.handovers += row.thread != owner ? 1 : 0;
            owner = row.thread;
        }
    }
    for (auto& [name, account] : all.threads) { account.enter("over", end); }
    return all;
}

std::string difference(const Result& result, Summed& all) {
    for (const ThreadResult& thread : result.threads) {
        Account& account = all.threads[thread.name];
        const auto differs = [&](const char* state, Duration kept) {
            return account.spent[state] != kept.count();
        };
        if (differs("running", thread.cpu)) { return thread.name + ": cpu"; }
        if (differs("ready", thread.lock_wait)) { return thread.name + ": lock wait"; }
        if (differs("io", thread.io)) { return thread.name + ": io"; }
        if (differs("blocked", thread.blocked)) { return thread.name + ": blocked"; }
        if (account.longest_lock_wait != thread.longest_lock_wait.count()) {
            return thread.name + ": longest lock wait";
        }
        if (account.preempted != thread.preempted) { return thread.name + ": preempted"; }
        if (account.released != thread.released) { return thread.name + ": released"; }
    }
    return all.handovers == result.lock.handovers ? "" : "hand-overs";
}

}  // namespace

TEST_CASE("The summary kept while running is the one computed from the exported timeline") {
    std::size_t rows_seen = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        CAPTURE(seed);
        Scenario built = random_scenario(seed);
        for (const Model& model : models()) {
            if (model.name == "none") { continue; }  // there every thread has a lock of its own
            set_model(built, model);
            CAPTURE(std::string(model.name));
            StringWriter writer;
            const auto sink = timeline_format("x.csv")->make(writer, false);
            RunOptions options;
            options.sink = sink.get();
            const Result result = simulate(built, options);
            const std::vector<Row> rows = rows_of(writer.text());
            Summed all = summed(rows, (result.end - start_of_time).count());
            CHECK(difference(result, all) == "");
            rows_seen += rows.size();
        }
    }
    CHECK(rows_seen > 50'000);
}
