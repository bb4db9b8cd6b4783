#include "tools/export/registry.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace gvlsim {

namespace {

using namespace std::chrono_literals;

// Three threads, the last with a name that needs quoting everywhere.
class FewNames final : public Names {
public:
    std::string thread_name(std::uint32_t id) const override {
        ++asked;
        return std::vector<std::string>{"main", "fib", "a,\"b\"\nc"}.at(id);
    }
    std::string detail(const Record& record) const override {
        ++asked;
        if (record.kind == static_cast<std::uint8_t>(RecordKind::mark)) { return "half, done"; }
        if (record.kind >= static_cast<std::uint8_t>(RecordKind::span_begin)) { return "request"; }
        if (record.detail == static_cast<std::uint8_t>(Why::mutex)) {
            return "mutex:m" + std::to_string(record.object);
        }
        return "sleep";
    }
    mutable int asked = 0;
};

Record record(Duration time, RecordKind kind, std::uint32_t thread, std::uint8_t detail = 0,
              std::uint32_t object = 0) {
    return {start_of_time + time, thread, object, static_cast<std::uint8_t>(kind), detail, 0, 0};
}

std::uint8_t of(Why why) { return static_cast<std::uint8_t>(why); }
std::uint8_t of(TickOutcome outcome) { return static_cast<std::uint8_t>(outcome); }

std::string written(std::string_view ending, bool ticks, const std::vector<Record>& records) {
    StringWriter writer;
    const FewNames names;
    const auto sink = timeline_format(ending)->make(writer, ticks);
    sink->begin(names);
    sink->take(records);
    sink->end({});
    return writer.text();
}

const std::vector<Record> every_kind{
    record(0ms, RecordKind::resumed, 0),
    record(0ms, RecordKind::started, 1),
    record(0ms, RecordKind::ready, 1),
    record(0ms, RecordKind::cause, 1, 3),
    record(1ms, RecordKind::suspended, 0, of(Why::sleep)),
    record(1ms, RecordKind::suspended, 1, of(Why::mutex), 7),
    record(2ms, RecordKind::suspended, 1, of(Why::mutex), 8),
    record(2ms, RecordKind::mark, 1),
    record(2ms, RecordKind::span_begin, 1),
    record(3ms, RecordKind::span_end, 1),
    record(10ms, RecordKind::tick, 1, of(TickOutcome::charged)),
    record(20ms, RecordKind::tick, no_subject, of(TickOutcome::nobody)),
    record(21ms, RecordKind::exited, 2),
};

}  // namespace

TEST_CASE("the CSV timeline quotes what RFC 4180 wants quoted and nothing else") {
    CHECK(written(".csv", false, every_kind) ==
          "time_ns,thread,event,detail\n"
          "0,main,RESUMED,\n"
          "0,fib,STARTED,\n"
          "0,fib,READY,\n"
          "1000000,main,SUSPENDED,sleep\n"
          "1000000,fib,SUSPENDED,mutex:m7\n"
          "2000000,fib,SUSPENDED,mutex:m8\n"
          "2000000,fib,MARK,\"half, done\"\n"
          "2000000,fib,SPAN_BEGIN,request\n"
          "3000000,fib,SPAN_END,request\n"
          "21000000,\"a,\"\"b\"\"\nc\",EXITED,\n");
}

TEST_CASE("ticks are rows only where they are asked for, and a tick may find nobody") {
    const std::vector<Record> ticks{every_kind[10], every_kind[11]};
    CHECK(written(".csv", false, ticks) == "time_ns,thread,event,detail\n");
    CHECK(written(".csv", true, ticks) ==
          "time_ns,thread,event,detail\n10000000,fib,TICK,charged\n20000000,,TICK,nobody\n");
}

TEST_CASE("each line of the NDJSON timeline is an object with the keys of the CSV columns") {
    std::istringstream lines{written(".ndjson", true, every_kind)};
    std::vector<nlohmann::ordered_json> rows;
    for (std::string line; std::getline(lines, line);) {
        rows.push_back(nlohmann::ordered_json::parse(line));
    }
    REQUIRE(rows.size() == every_kind.size() - 1);  // causes are never rows
    CHECK(rows.front().dump() == R"({"time_ns":0,"thread":"main","event":"RESUMED","detail":""})");
    CHECK(rows[5]["detail"] == "mutex:m8");
    CHECK(rows.back()["thread"] == "a,\"b\"\nc");
}

TEST_CASE("names are asked for once, however many rows there are") {
    StringWriter writer;
    const FewNames names;
    const auto sink = timeline_format("x.csv")->make(writer, false);
    sink->begin(names);
    for (int round = 0; round < 1000; ++round) {
        sink->take(std::vector{record(round * 1ms, RecordKind::resumed, 1),
                               record(round * 1ms, RecordKind::suspended, 1, of(Why::sleep))});
    }
    CHECK(names.asked == 2);
}

TEST_CASE("rows longer than the buffer come out whole") {
    class Long final : public Names {
        std::string thread_name(std::uint32_t) const override { return std::string(70'000, 'x'); }
        std::string detail(const Record&) const override { return {}; }
    };
    StringWriter writer;
    const Long names;
    const auto sink = timeline_format("x.csv")->make(writer, false);
    sink->begin(names);
    sink->take(std::vector(3, record(5ns, RecordKind::ready, 0)));
    const std::string row = "5," + std::string(70'000, 'x') + ",READY,\n";
    CHECK(writer.text() == "time_ns,thread,event,detail\n" + row + row + row);
}

TEST_CASE("the ending of the file chooses the timeline's format") {
    CHECK(timeline_format("a/b.csv")->ending == ".csv");
    CHECK(timeline_format("b.ndjson")->ending == ".ndjson");
    CHECK(timeline_format("-")->ending == ".csv");
    CHECK(timeline_format("b.json") == nullptr);
    CHECK(timeline_format("csv") == nullptr);
}

TEST_CASE("formats are listed in order of their names") {
    const auto sorted = [](auto formats, auto name) {
        return std::is_sorted(formats.begin(), formats.end(),
                              [&](const auto& a, const auto& b) { return name(a) < name(b); });
    };
    CHECK(sorted(run_formats(), [](const auto& format) { return format.name; }));
    CHECK(sorted(compare_formats(), [](const auto& format) { return format.name; }));
    CHECK(sorted(timeline_formats(), [](const auto& format) { return format.ending; }));
}

}  // namespace gvlsim
