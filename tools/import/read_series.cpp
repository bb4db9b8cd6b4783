// The reader of scenarios/RECORDING.md. Every mistake is told with its place; keys that it does
// not know are left alone, so that a recorder may write more than is compared.
#include "models/gvl/model.hpp"
#include "models/scenario/document.hpp"
#include "models/scenario/exact.hpp"
#include "models/scenario/findings.hpp"
#include "models/scenario/result_key.hpp"
#include "models/scenario/wording.hpp"
#include "tools/import/byte_source.hpp"
#include "tools/import/import.hpp"
#include "tools/import/series.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace gvlsim {

namespace {

struct StateWord {
    std::string_view word;
    SeenState state;
};
constexpr std::array state_words{
    StateWord{"ready", SeenState::ready},       StateWord{"running", SeenState::running},
    StateWord{"sleeping", SeenState::sleeping}, StateWord{"waiting", SeenState::waiting},
    StateWord{"blocked", SeenState::blocked},   StateWord{"native", SeenState::native},
    StateWord{"died", SeenState::died},
};

class Reader {
public:
    Reader(const Document& document, Findings& findings)
        : document_{document}, findings_{findings} {}

    Series read() {
        Series series;
        const Node& root = document_.root();
        if (root.kind != NodeKind::object) {
            error(root, "a recording is an object");
            return series;
        }
        check_format(root);
        series.source = text(root, "source");
        series.case_name = text(root, "case");
        read_ruby(root, series);
        if (const Node* scale = member(root, "calibration", NodeKind::object)) {
            series.cpu_scale = positive_number(*scale, "cpu_scale");
        }
        for (const Node& node : list(root, "what_was_not_recorded")) {
            if (expect(node, NodeKind::string)) { series.not_recorded.emplace_back(node.text); }
        }
        for (const Node& node : list(root, "runs")) {
            if (expect(node, NodeKind::object)) { series.runs.push_back(run(node)); }
        }
        if (series.runs.empty() && findings_.errors() == 0) {
            error(root, "there is no run in \"runs\"");
        }
        return series;
    }

private:
    void check_format(const Node& root) {
        const Node* format = root.find("gvlsim_recording");
        if (format == nullptr || format->text != "1") {
            error(format == nullptr ? root : *format, "expected \"gvlsim_recording\": 1",
                  "it is the number of the format that scenarios/RECORDING.md describes");
        }
    }

    // `model` where it is written, else from the Ruby's version.
    void read_ruby(const Node& root, Series& series) {
        const Node* ruby = member(root, "ruby", NodeKind::object);
        if (ruby != nullptr) { series.ruby = text(*ruby, "version"); }
        series.model = text(root, "model");
        if (series.model.empty() && !series.ruby.empty()) { series.model = "cruby-" + series.ruby; }
        if (series.model.empty() || find_model(series.model) == nullptr) {
            const Node* model = root.find("model");
            error(model == nullptr ? root : *model,
                  series.model.empty() ? std::string{"which Ruby it was is missing"}
                                       : "no such model: " + quoted(series.model),
                  "\"model\": \"cruby-3.1\", as `gvlsim models` lists them");
            return;
        }
        const Node* quantum = root.find("quantum_ms");
        if (quantum == nullptr || quantum->kind == NodeKind::null) { return; }
        const std::optional<std::int64_t> value = integer(*quantum);
        if (!value) { return; }
        series.quantum_ms = *value;
        const Model& model = *find_model(series.model);
        if (model.knob != QuantumKnob::fixed && *value < 1'000'000'000 &&
            !quantum_problem(model, *value * Duration{1'000'000}).empty()) {
            error(*quantum, quantum_problem(model, *value * Duration{1'000'000}));
        }
    }

    SeenRun run(const Node& node) {
        SeenRun run;
        if (const std::string ending = text(node, "ending"); !ending.empty()) {
            run.ending = ending;
        }
        const std::optional<Duration> end = time(node, "end_ns");
        if (end && run.ending != "cut") { run.end = end; }
        for (const Node& one : list(node, "threads")) {
            if (expect(one, NodeKind::object)) { run.threads.push_back(thread(one)); }
        }
        for (const Node& one : list(node, "lateness")) {
            if (expect(one, NodeKind::object)) { run.lateness.push_back(lateness(one)); }
        }
        run.slices = times_by_name(node, "slices");
        run.spans = times_by_name(node, "spans");
        for (const Node& one : list(node, "jobs")) { job(one, run); }
        std::stable_sort(run.jobs.begin(), run.jobs.end(),
                         [](const SeenJob& a, const SeenJob& b) { return a.start < b.start; });
        figures(node, run);
        return run;
    }

    SeenThread thread(const Node& node) {
        SeenThread thread;
        thread.name = text(node, "name");
        if (thread.name.empty()) { error(node, "a thread without \"name\""); }
        thread.cpu = time(node, "cpu_ns");
        thread.lock_wait = time(node, "lock_wait_ns");
        thread.stolen = time(node, "stolen_ns").value_or(Duration::zero());
        if (const Node* number = node.find("preemptions");
            number != nullptr && number->kind != NodeKind::null) {
            if (const auto value = integer(*number)) {
                thread.preemptions = static_cast<std::uint64_t>(*value);
            }
        }
        for (const Node& one : list(node, "changes")) { change(one, thread); }
        return thread;
    }

    void change(const Node& node, SeenThread& thread) {
        if (!expect(node, NodeKind::list)) { return; }
        if (node.size != 2) {
            error(node, "expected a time and a state", "[12000, \"running\"]");
            return;
        }
        const Node& when = *node.children().begin();
        const Node& what = *std::next(node.children().begin());
        const std::optional<std::int64_t> at = integer(when);
        const auto known =
            std::find_if(state_words.begin(), state_words.end(), [&](const StateWord& entry) {
                return what.kind == NodeKind::string && entry.word == what.text;
            });
        if (known == state_words.end()) {
            std::vector<std::string_view> words;
            for (const StateWord& entry : state_words) { words.push_back(entry.word); }
            error(what, "no such state", suggestion(what.text, words, "the states are"));
            return;
        }
        if (!at) { return; }
        const Instant time = start_of_time + Duration{*at};
        if (!thread.changes.empty() && time < thread.changes.back().time) {
            error(when, "earlier than the change before");
            return;
        }
        thread.changes.push_back({time, known->state});
    }

    SeenLateness lateness(const Node& node) {
        SeenLateness late;
        late.thread = text(node, "thread");
        if (late.thread.empty()) { error(node, "lateness without \"thread\""); }
        late.while_alive = text(node, "while");
        const std::optional<Duration> asked = time(node, "asked_ns");
        if (!asked) { error(node, "lateness without \"asked_ns\", the length of each sleep"); }
        late.asked = asked.value_or(Duration::zero());
        late.late = times(node, "late_ns");
        return late;
    }

    void job(const Node& node, SeenRun& run) {
        if (!expect(node, NodeKind::list)) { return; }
        const std::vector<const Node*> parts = children(node);
        if (parts.size() != 4 || parts[0]->kind != NodeKind::string) {
            error(node, "expected thread, start, end of computing and end",
                  "[\"worker-1\", 0, 50000000, 100000000]");
            return;
        }
        std::array<Instant, 3> times{};
        for (std::size_t index = 0; index < times.size(); ++index) {
            const auto value = integer(*parts[index + 1]);
            if (!value) { return; }
            times[index] = start_of_time + Duration{*value};
        }
        run.jobs.push_back({std::string{parts[0]->text}, times[0], times[1], times[2]});
    }

    void figures(const Node& node, SeenRun& run) {
        const Node* figures = member(node, "figures", NodeKind::object);
        if (figures == nullptr) { return; }
        for (const Node& one : figures->children()) {
            const bool number = one.kind == NodeKind::integer || one.kind == NodeKind::real;
            if (!number || !parse_result_key(one.key)) {
                error(one, "expected a result and its number", "\"waste_s\": 4.31");
                continue;
            }
            run.figures.push_back({std::string{one.key}, one.number, std::string{one.text}});
        }
    }

    std::map<std::string, std::vector<Duration>> times_by_name(const Node& node,
                                                               std::string_view key) {
        std::map<std::string, std::vector<Duration>> all;
        const Node* found = member(node, key, NodeKind::object);
        if (found == nullptr) { return all; }
        for (const Node& one : found->children()) {
            all[std::string{one.key}] = times(*found, one.key);
        }
        return all;
    }

    std::vector<Duration> times(const Node& node, std::string_view key) {
        std::vector<Duration> all;
        for (const Node& one : list(node, key)) {
            if (const auto value = integer(one, true)) { all.emplace_back(*value); }
        }
        return all;
    }

    // Whole nanoseconds. Only a lateness can be negative: a sleep that ended too early.
    std::optional<std::int64_t> integer(const Node& node, bool negative = false) {
        const bool minus = negative && !node.text.empty() && node.text.front() == '-';
        const std::optional<std::int64_t> value =
            node.kind == NodeKind::integer ? parse_integer(node.text) : std::nullopt;
        if (!value || (!minus && *value < 0) || *value > most_time || *value < -most_time) {
            error(node, "expected a whole number (nanoseconds, or a count) up to 2^53");
            return std::nullopt;
        }
        return value;
    }

    std::optional<Duration> time(const Node& node, std::string_view key) {
        const Node* found = node.find(key);
        if (found == nullptr || found->kind == NodeKind::null) { return std::nullopt; }
        const std::optional<std::int64_t> value = integer(*found);
        return value ? std::optional{Duration{*value}} : std::nullopt;
    }

    std::optional<double> positive_number(const Node& node, std::string_view key) {
        const Node* found = node.find(key);
        if (found == nullptr || found->kind == NodeKind::null) { return std::nullopt; }
        const bool number = found->kind == NodeKind::integer || found->kind == NodeKind::real;
        if (!number || found->number <= 0 || found->number > 1000) {
            error(*found, "expected a number between 0 and 1000");
            return std::nullopt;
        }
        return found->number;
    }

    std::string text(const Node& node, std::string_view key) {
        const Node* found = node.find(key);
        if (found == nullptr || found->kind == NodeKind::null) { return {}; }
        return expect(*found, NodeKind::string) ? std::string{found->text} : std::string{};
    }

    const Node* member(const Node& node, std::string_view key, NodeKind kind) {
        const Node* found = node.find(key);
        if (found == nullptr || found->kind == NodeKind::null) { return nullptr; }
        return expect(*found, kind) ? found : nullptr;
    }

    Node::Children list(const Node& node, std::string_view key) {
        const Node* found = member(node, key, NodeKind::list);
        return Node::Children{found == nullptr ? nothing_ : *found};
    }

    static std::vector<const Node*> children(const Node& node) {
        std::vector<const Node*> all;
        for (const Node& child : node.children()) { all.push_back(&child); }
        return all;
    }

    bool expect(const Node& node, NodeKind kind) {
        if (node.kind == kind) { return true; }
        constexpr std::array words{"null", "true or false", "a whole number", "a number",
                                   "a text", "a list", "an object"};
        error(node, std::string{"expected "} + words.at(static_cast<std::size_t>(kind)));
        return false;
    }

    void error(const Node& node, std::string message, std::string hint = {}) {
        findings_.error({.offset = node.offset, .child = {}, .origin = {}}, std::move(message),
                        std::move(hint));
    }

    // 104 days: the sums over a thousand threads fit.
    static constexpr std::int64_t most_time = std::int64_t{1} << 53;

    const Document& document_;
    Findings& findings_;
    const Node nothing_{};
};

std::string all_bytes(const std::string& path) {
    const std::unique_ptr<ByteSource> source = open_file(path);
    std::string bytes;
    std::array<char, 65536> room{};
    while (const std::size_t size = source->read(room)) { bytes.append(room.data(), size); }
    return bytes;
}

// gvl-tracing writes a list of events; ours is an object that names itself.
bool is_ours(std::string_view bytes) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes[first] == '{' &&
           bytes.find("\"gvlsim_recording\"") != std::string_view::npos;
}

Series traced_series(std::string_view bytes, const std::string& name) {
    Import import = import_bytes(bytes, {name, {}, {}});
    Series series;
    series.source = import.imported.source;
    series.model = import.run.model;
    series.ruby = import.run.model;
    series.quantum_ms = import.run.quantum_ms;
    series.notes = import.oddities.sentences();
    series.notes.insert(series.notes.end(), import.run.notes.begin(), import.run.notes.end());
    SeenRun& run = series.runs.emplace_back();
    run.end = import.run.end - start_of_time;
    series.traced = std::move(import.run);
    return series;
}

}  // namespace

LoadedSeries load_series_bytes(std::string bytes, const std::string& name) {
    LoadedSeries loaded;
    if (!is_ours(bytes)) {
        loaded.series = traced_series(bytes, name);
        return loaded;
    }
    Findings findings;
    const Document document{std::move(bytes), Document::Comments::accepted, findings};
    if (document.valid()) {
        Series series = Reader{document, findings}.read();
        if (findings.errors() == 0) { loaded.series = std::move(series); }
    }
    loaded.diagnostics = findings.publish(document, name);
    return loaded;
}

LoadedSeries load_series(const std::string& path) {
    return load_series_bytes(all_bytes(path), path == "-" ? "standard input" : path);
}

}  // namespace gvlsim
