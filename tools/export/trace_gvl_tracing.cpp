// Exactly what the gem gvl-tracing writes (formats.md, section 1): an array with one object a
// line; every change of state is an E without name and a B at the same time, microseconds with
// six decimals; names of threads at the end.
#include "tools/export/json_writer.hpp"
#include "tools/export/trace.hpp"

#include <algorithm>
#include <vector>

namespace gvlsim {

namespace {

// Some state of a thread begins.
struct Change {
    Instant time;
    std::uint32_t thread;
    std::string_view state;
};

// Ruby 3.2 sends no event for giving way; later ones say `waiting` first.
bool direct(const std::string& model) { return model.starts_with("cruby-3.2"); }

std::vector<Change> changes_of(const Explained& explained) {
    const RunRecord& run = explained.run;
    std::vector<Change> all{{start_of_time, 0, "started_tracing"}};
    std::size_t moment = 0;
    const auto moments_until = [&](std::size_t slices) {
        for (; moment < run.moments.size() && run.moments[moment].after <= slices; ++moment) {
            const Moment& one = run.moments[moment];
            if (one.kind == RecordKind::started) {
                all.push_back({one.time, one.thread, "started"});
            } else if (one.kind == RecordKind::exited) {
                all.push_back({one.time, one.thread, "died"});
            }
        }
    };
    for (std::size_t index = 0; index < run.slices.size(); ++index) {
        const Slice& slice = run.slices[index];
        moments_until(index);
        if (slice.state == State::wants_gvl && slice.why == Why::preempted &&
            !direct(explained.model)) {
            all.push_back({slice.begin, slice.thread, "waiting"});
            all.push_back({run.waits[slice.wait].queued, slice.thread, "wants_gvl"});
        } else {
            all.push_back({slice.begin, slice.thread, gvl_tracing_word(slice.state)});
        }
    }
    moments_until(run.slices.size());
    all.push_back({run.result.end, 0, "stopped_tracing"});
    std::stable_sort(all.begin(), all.end(),
                     [](const Change& one, const Change& other) { return one.time < other.time; });
    return all;
}

std::string metadata(std::string_view what, std::optional<std::size_t> thread,
                     std::string_view name) {
    std::string text = R"({"ph":"M","pid":1,)";
    if (thread) { text += R"("tid":)" + std::to_string(*thread) + ","; }
    text += R"("name":")" + std::string{what} + R"(","args":{"name":")";
    append_json_text(text, name);
    return text + R"("}})";
}

}  // namespace

void write_trace_gvl_tracing(Writer& writer, const TraceRequest& request) {
    const Explained& explained = request.runs.front();
    writer.write("[\n");
    for (const Change& change : changes_of(explained)) {
        const std::string place = R"("pid":1,"tid":)" + std::to_string(change.thread + 1) +
                                  R"(,"ts":)" + exact_microseconds(change.time) + "000";
        writer.write(R"({"ph":"E",)" + place + "},\n" + R"({"ph":"B",)" + place + R"(,"name":")" +
                     std::string{change.state} + "\"},\n");
    }
    const std::string& model = explained.model;
    std::string view = "Ruby threads view (" + model.substr(model.find('-') + 1);
    if (explained.quantum && explained.asked) {
        view += ", " + std::to_string(*explained.asked / std::chrono::milliseconds{1}) + "ms";
    }
    view += ")";
    writer.write(metadata("process_name", std::nullopt, view));
    for (std::size_t id = 0; id < explained.run.names.size(); ++id) {
        const std::string name = id == 0 ? "Main Thread" : explained.run.names[id];
        writer.write(",\n" + metadata("thread_name", id + 1, name));
    }
    writer.write("\n]\n");
    writer.flush();
}

}  // namespace gvlsim
