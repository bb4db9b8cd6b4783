#include "tools/import/byte_source.hpp"
#include "tools/import/event_fields.hpp"
#include "tools/import/object_scanner.hpp"
#include "tools/import/recording.hpp"

#include "models/report/format.hpp"
#include "models/scenario/wording.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace gvlsim {

namespace {

struct StateName {
    std::string_view name;
    TracedState state;
};

// Today's names first; `ready` and `exited` are those of gvl-tracing 0.1, `resumed` and
// `suspended` are Ruby's own.
constexpr std::array state_names{
    StateName{"running", TracedState::running},
    StateName{"gc", TracedState::gc},
    StateName{"wants_gvl", TracedState::wants_gvl},
    StateName{"waiting", TracedState::waiting},
    StateName{"sleeping", TracedState::sleeping},
    StateName{"started", TracedState::started},
    StateName{"died", TracedState::died},
    StateName{"started_tracing", TracedState::started_tracing},
    StateName{"stopped_tracing", TracedState::stopped_tracing},
    StateName{"ready", TracedState::wants_gvl},
    StateName{"resumed", TracedState::running},
    StateName{"suspended", TracedState::waiting},
    StateName{"exited", TracedState::died},
};

std::optional<TracedState> state_of(std::string_view name) {
    const auto found = std::find_if(state_names.begin(), state_names.end(),
                                    [&](const StateName& known) { return known.name == name; });
    if (found == state_names.end()) { return std::nullopt; }
    return found->state;
}

// Indices are 32 bits wide; beyond this a file is a mistake.
constexpr std::size_t most_threads = 10'000'000;

class Collector {
public:
    explicit Collector(std::string name) : name_{std::move(name)} {}

    void add(const EventFields& event) {
        ++recording_.events;
        if (event.phase == 'M') {
            metadata(event);
        } else if (event.phase == 'B') {
            state_change(event);
        }
        // E closes what the next B replaces. Other kinds of events (counters, flows, complete
        // ones) belong to other writers.
    }

    Recording finish(ObjectScanner& scanner, const ByteSource& source) {
        Oddities& odd = recording_.oddities;
        for (std::uint64_t n = 0; n < scanner.damaged(); ++n) { odd.add(Oddities::Kind::not_json); }
        if (source.cut()) {
            odd.add(Oddities::Kind::cut, "the compressed data");
        } else if (scanner.cut()) {
            odd.add(Oddities::Kind::cut, "the last event");
        }
        if (recording_.changes.empty()) { refuse(scanner); }
        if (!sorted_) {
            std::stable_sort(
                recording_.changes.begin(), recording_.changes.end(),
                [](const TracedChange& a, const TracedChange& b) { return a.time < b.time; });
        }
        recording_.changes.shrink_to_fit();
        return std::move(recording_);
    }

    Oddities& oddities() noexcept { return recording_.oddities; }

private:
    [[noreturn]] void refuse(const ObjectScanner& scanner) const {
        const char first = scanner.first_byte();
        if (first == '\0' && scanner.damaged() == 0) { throw RecordingError{name_ + ": is empty"}; }
        throw RecordingError{
            name_ + ": no recording of gvl-tracing: " +
            (first == '[' || first == '{'
                 ? "no event in it is a state of a thread such as \"running\""
                 : "it should begin with \"[\", and every line hold an event in {}")};
    }

    void metadata(const EventFields& event) {
        if (event.name == "process_name") {
            // "Ruby threads view" is the one we read; its neighbour is called "OS threads view".
            const bool better = event.argument.find("Ruby") != std::string_view::npos;
            if (recording_.label.empty() || better) { recording_.label = event.argument; }
        } else if (event.name == "thread_name" && event.tid && !event.argument.empty()) {
            recording_.names[*event.tid] = event.argument;
        }
    }

    void state_change(const EventFields& event) {
        Oddities& odd = recording_.oddities;
        if (event.pid == 0) {  // the view of native threads
            ++recording_.os_events;
            return;
        }
        if (!event.tid || !event.time || event.name.empty()) {
            odd.add(Oddities::Kind::incomplete);
            return;
        }
        const std::optional<TracedState> state = state_of(event.name);
        if (!state) {
            odd.add(Oddities::Kind::unknown_state, event.name);
            return;
        }
        const std::int64_t pid = event.pid.value_or(0);
        if (recording_.changes.empty()) { recording_.pid = pid; }
        if (pid != recording_.pid) {
            odd.add(Oddities::Kind::other_process, std::to_string(pid));
            return;
        }
        append({start_of_time + *event.time, index_of(*event.tid), *state});
    }

    void append(const TracedChange& change) {
        std::vector<TracedChange>& changes = recording_.changes;
        if (!changes.empty() && change.time < changes.back().time) {
            sorted_ = false;
            recording_.oddities.add(
                Oddities::Kind::backwards,
                milliseconds(change.time - start_of_time, 6) + " ms");
        }
        changes.push_back(change);
    }

    std::uint32_t index_of(std::int64_t tid) {
        if (last_ != recording_.tids.size() && recording_.tids[last_] == tid) { return last_; }
        const auto [at, fresh] =
            indices_.try_emplace(tid, static_cast<std::uint32_t>(recording_.tids.size()));
        if (fresh) {
            if (recording_.tids.size() >= most_threads) {
                throw RecordingError{name_ + ": more than 10 million thread ids"};
            }
            recording_.tids.push_back(tid);
        }
        last_ = at->second;
        return last_;
    }

    std::string name_;
    Recording recording_;
    std::unordered_map<std::int64_t, std::uint32_t> indices_;
    std::uint32_t last_ = 0;
    bool sorted_ = true;
};

Recording read_from(ByteSource& source, const std::string& name) {
    ObjectScanner scanner{source};
    Collector collector{name};
    EventReader reader;
    EventFields fields;
    while (const std::optional<std::string_view> object = scanner.next()) {
        if (reader.read(*object, fields)) {
            collector.add(fields);
        } else {
            collector.oddities().add(Oddities::Kind::not_json);
        }
    }
    return collector.finish(scanner, source);
}

struct Sentence {
    const char* one;
    const char* many;
    const char* what;
};

// In the order of Oddities::Kind.
constexpr std::array sentences_of{
    Sentence{"piece of text", "pieces of text", "without a JSON object; skipped"},
    Sentence{"event", "events", "without a time, a thread or a state; skipped"},
    Sentence{"event", "events", "with a state that gvl-tracing does not have; skipped"},
    Sentence{"event", "events", "earlier than the one before; sorted by time"},
    Sentence{"cut", "cuts", "in the middle of the file; what came before is used"},
    Sentence{"event", "events", "of another process; skipped"},
    Sentence{"thread", "threads", "with the id of one that had died; taken as a new thread"},
    Sentence{"event", "events", "with the state that the thread is in already; taken as one"},
    Sentence{"change", "changes", "of state unknown to Ruby; taken as far as possible"},
    Sentence{"gc", "gcs", "noted for a thread that did not run; skipped"},
};

}  // namespace

void Oddities::add(Kind kind, std::string_view example) {
    const auto index = static_cast<std::size_t>(kind);
    if (counts_.at(index)++ == 0) { examples_.at(index) = example; }
}

std::vector<std::string> Oddities::sentences() const {
    std::vector<std::string> sentences;
    for (std::size_t index = 0; index < kinds; ++index) {
        if (counts_.at(index) == 0) { continue; }
        const Sentence& words = sentences_of.at(index);
        std::string text = counted(counts_.at(index), words.one, words.many) + " " + words.what;
        const std::string& example = examples_.at(index);
        if (!example.empty()) { text += " (first: " + quoted(example) + ")"; }
        sentences.push_back(std::move(text));
    }
    return sentences;
}

RecordedRuby ruby_of(const std::string& label) {
    RecordedRuby ruby;
    const std::size_t open = label.find('(');
    if (open == std::string::npos) { return ruby; }
    const std::size_t end = label.find_first_not_of("0123456789.", open + 1);
    ruby.version = label.substr(open + 1, end - open - 1);
    const std::size_t comma = label.find(',', open);
    if (comma == std::string::npos) { return ruby; }
    const std::size_t digits = label.find_first_not_of(' ', comma + 1);
    if (digits == std::string::npos) { return ruby; }
    std::int64_t quantum = 0;
    const char* const last = label.data() + label.size();
    const auto [rest, problem] = std::from_chars(label.data() + digits, last, quantum);
    if (problem == std::errc{} && std::string_view{rest, static_cast<std::size_t>(last - rest)}
                                      .starts_with("ms")) {
        ruby.quantum_ms = quantum;
    }
    return ruby;
}

Recording read_recording(const std::string& path) {
    const std::unique_ptr<ByteSource> source = open_file(path);
    return read_from(*source, path == "-" ? "standard input" : path);
}

Recording read_recording_bytes(std::string_view bytes, const std::string& name) {
    const std::unique_ptr<ByteSource> source = open_bytes(bytes, name);
    return read_from(*source, name);
}

}  // namespace gvlsim
