// Trace Event JSON for Perfetto and chrome://tracing. A run is a process; its lock is thread 0,
// then come the threads in order of creation. Events are in order of time. Times are exact:
// microseconds with three decimals are nanoseconds.
#include "tools/export/json_writer.hpp"
#include "tools/export/run_report.hpp"
#include "tools/export/trace.hpp"

#include <algorithm>
#include <vector>

namespace gvlsim {

namespace {

enum class Part : std::uint8_t { slice, lock, flow_start, flow_end, moment, counter };

// Where an event stands in the file: by time, then parts as enumerated, so that a slice comes
// before the flow that ends in it.
struct Place {
    Instant time;
    Part part;
    std::uint32_t index;
    std::int64_t value;
};

class PerfettoWriter {
public:
    PerfettoWriter(Writer& writer, const Explained& explained, std::uint32_t process)
        : writer_{writer}, explained_{explained}, run_{explained.run}, process_{process},
          sentences_{explained.sentences()} {}

    // `first`: no comma before the first event.
    void write(bool first) {
        first_ = first;
        describe();
        collect();
        for (const Place& place : places_) { put(place); }
    }

private:
    void describe();
    void collect();
    void collect_flows();
    void put(const Place& place);
    void slice(const Slice& slice);
    void moment(const Moment& moment);
    void flow(const HandOver& hand_over, std::uint32_t index, bool start, Instant time);
    void metadata(const char* what, std::uint32_t thread, const std::string& argument);
    // {"ph":"X","pid":1,"tid":2,"ts":77000.000 and what follows.
    void event(const char* phase, std::uint32_t thread, Instant time, const std::string& rest);

    Writer& writer_;
    const Explained& explained_;
    const RunRecord& run_;
    std::uint32_t process_;
    Sentences sentences_;
    bool first_ = true;
    std::vector<Place> places_;
    std::vector<std::uint32_t> runs_;  // slices in which a thread runs
};

std::string text(std::string_view value) {
    std::string out = "\"";
    append_json_text(out, value);
    return out + "\"";
}

void PerfettoWriter::event(const char* phase, std::uint32_t thread, Instant time,
                           const std::string& rest) {
    writer_.write(std::string{first_ ? "\n" : ",\n"} + R"({"ph":")" + phase + R"(","pid":)" +
                  std::to_string(process_) + R"(,"tid":)" + std::to_string(thread) + R"(,"ts":)" +
                  exact_microseconds(time) + rest + "}");
    first_ = false;
}

void PerfettoWriter::metadata(const char* what, std::uint32_t thread,
                              const std::string& argument) {
    event("M", thread, start_of_time,
          std::string{R"(,"name":")"} + what + R"(","args":{)" + argument + "}");
}

void PerfettoWriter::describe() {
    std::string title = explained_.title;
    title += explained_.model.empty() ? "" : " (" + explained_.model + ")";
    metadata("process_name", 0, R"("name":)" + text(title));
    metadata("process_sort_index", 0, R"("sort_index":)" + std::to_string(process_));
    metadata("thread_name", 0, R"("name":"GVL")");
    metadata("thread_sort_index", 0, R"("sort_index":0)");
    for (std::size_t id = 0; id < run_.names.size(); ++id) {
        const auto thread = static_cast<std::uint32_t>(id + 1);
        metadata("thread_name", thread, R"("name":)" + text(run_.names[id]));
        metadata("thread_sort_index", thread, R"("sort_index":)" + std::to_string(thread));
    }
}

void PerfettoWriter::collect() {
    std::vector<std::pair<Instant, int>> changes;  // of the queue's length
    const bool locked = !run_.hand_overs.empty() || run_.names.size() == 1;
    for (std::uint32_t index = 0; index < run_.slices.size(); ++index) {
        const Slice& one = run_.slices[index];
        places_.push_back({one.begin, Part::slice, index, 0});
        if (one.state == State::wants_gvl) {
            changes.emplace_back(one.begin, 1);
            changes.emplace_back(one.end, -1);
        } else if (one.state == State::running && locked) {
            places_.push_back({one.begin, Part::lock, index, 0});
        }
    }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    std::int64_t length = 0;
    for (std::size_t at = 0; at < changes.size(); ++at) {
        length += changes[at].second;
        if (at + 1 == changes.size() || changes[at + 1].first != changes[at].first) {
            places_.push_back({changes[at].first, Part::counter, 0, length});
        }
    }
    for (std::uint32_t index = 0; index < run_.moments.size(); ++index) {
        places_.push_back({run_.moments[index].time, Part::moment, index, 0});
    }
    collect_flows();
    std::stable_sort(places_.begin(), places_.end(), [](const Place& one, const Place& other) {
        return one.time != other.time ? one.time < other.time : one.part < other.part;
    });
}

// An arrow begins inside the slice of the thread that let go: a nanosecond before its end, because
// viewers look for the slice that is open at that time.
void PerfettoWriter::collect_flows() {
    std::vector<Instant> began(run_.names.size(), start_of_time);
    std::size_t slice = 0;
    for (std::uint32_t index = 0; index < run_.hand_overs.size(); ++index) {
        const HandOver& one = run_.hand_overs[index];
        for (; slice < run_.slices.size() && run_.slices[slice].begin <= one.left; ++slice) {
            const Slice& now = run_.slices[slice];
            if (now.state == State::running) { began[now.thread] = now.begin; }
        }
        const Instant inside = std::max(began[one.from], one.left - Duration{1});
        places_.push_back({std::min(inside, one.left), Part::flow_start, index, 0});
        places_.push_back({one.taken, Part::flow_end, index, 0});
    }
}

void PerfettoWriter::put(const Place& place) {
    switch (place.part) {
        case Part::slice:
            slice(run_.slices[place.index]);
            return;
        case Part::lock: {
            const Slice& owner = run_.slices[place.index];
            event("X", 0, place.time, R"(,"dur":)" + exact_microseconds(owner.end - owner.begin) +
                                          R"(,"name":)" + text(run_.names[owner.thread]));
            return;
        }
        case Part::flow_start:
        case Part::flow_end:
            flow(run_.hand_overs[place.index], place.index, place.part == Part::flow_start,
                 place.time);
            return;
        case Part::moment:
            moment(run_.moments[place.index]);
            return;
        case Part::counter:
            event("C", 0, place.time, R"(,"name":"waiting for the GVL","args":{"threads":)" +
                                          std::to_string(place.value) + "}");
            return;
    }
}

void PerfettoWriter::slice(const Slice& slice) {
    std::string rest = R"(,"dur":)" + exact_microseconds(slice.end - slice.begin) +
                       R"(,"name":")" + std::string{gvl_tracing_word(slice.state)} + "\"";
    std::string arguments;
    if (slice.object != no_index) {
        arguments = R"("reason":)" + text(run_.details[slice.object]);
    } else if (slice.state == State::io || slice.state == State::waiting) {
        arguments = R"("reason":")" + std::string{word(slice.why)} + "\"";
    }
    if (slice.wait != no_index && run_.waits[slice.wait].contended()) {
        const Wait& wait = run_.waits[slice.wait];
        if (wait.holder != no_subject) {
            arguments = R"("blocked_by":)" + text(run_.names[wait.holder]) + ",";
        }
        arguments += R"("why":)" + text(sentences_.text(wait));
    }
    if (!arguments.empty()) { rest += R"(,"args":{)" + arguments + "}"; }
    event("X", slice.thread + 1, slice.begin, rest);
}

void PerfettoWriter::moment(const Moment& moment) {
    constexpr std::string_view outcomes[] = {"charged", "preempts", "pending", "nobody"};
    const bool on_thread = moment.thread != no_subject;
    const std::string scope = on_thread ? R"(,"s":"t")" : R"(,"s":"p")";
    std::string name;
    switch (moment.kind) {
        case RecordKind::tick:
            name = "tick " + std::string{outcomes[moment.outcome]};
            break;
        case RecordKind::started:
            name = "started";
            break;
        case RecordKind::exited:
            name = "died";
            break;
        default:
            name = moment.text == no_index ? "mark" : run_.details[moment.text];
            break;
    }
    const bool span = moment.kind == RecordKind::span_begin || moment.kind == RecordKind::span_end;
    const char* const phase = !span ? "i" : (moment.kind == RecordKind::span_begin ? "b" : "e");
    const std::string rest =
        span ? R"(,"cat":"span","id":)" + std::to_string(moment.thread + 1) : scope;
    event(phase, on_thread ? moment.thread + 1 : 0, moment.time,
          rest + R"(,"name":)" + text(name));
}

void PerfettoWriter::flow(const HandOver& hand_over, std::uint32_t index, bool start,
                          Instant time) {
    const std::string id =
        std::to_string((std::uint64_t{process_} << 32) + std::uint64_t{index});
    event(start ? "s" : "f", (start ? hand_over.from : hand_over.to) + 1, time,
          std::string{start ? "" : R"(,"bp":"e")"} + R"(,"id":)" + id +
              R"(,"cat":"hand-over","name":")" + std::string{word(hand_over.why)} + "\"");
}

}  // namespace

void write_trace_perfetto(Writer& writer, const TraceRequest& request) {
    writer.write(R"({"displayTimeUnit":"ms","traceEvents":[)");
    std::uint32_t process = 1;
    for (const Explained& one : request.runs) {
        PerfettoWriter{writer, one, process}.write(process == 1);
        ++process;
    }
    writer.write("\n],\"otherData\":{\"program\":\"gvlsim\"}}\n");
    writer.flush();
}

}  // namespace gvlsim
