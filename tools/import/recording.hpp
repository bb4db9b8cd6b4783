// A recording of gvl-tracing as it was read: state changes of threads in order of time.
#pragma once

#include "sim/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// Nothing can be made of a file. Thrown by the reader, caught by the commands.
class RecordingError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The states of gvl-tracing, by today's names.
enum class TracedState : std::uint8_t {
    started_tracing,
    stopped_tracing,
    started,
    wants_gvl,
    running,
    waiting,
    sleeping,
    gc,
    died,
};

// 16 bytes: a recording of a million state changes takes 16 MB.
struct TracedChange {
    Instant time;          // since the start of tracing
    std::uint32_t thread;  // index into Recording::tids
    TracedState state;
};

// What was odd about a file, each kind counted and told once.
class Oddities {
public:
    enum class Kind : std::uint8_t {
        not_json,          // bytes or objects that are no JSON
        incomplete,        // objects without time, thread or state
        unknown_state,     // e.g. bug_unknown_event
        backwards,         // earlier than the event before
        cut,               // the file ends in the middle
        other_process,     // events of a second process
        reused_id,         // a thread id that lives again
        doubled,           // the state the thread is in already
        impossible,        // a change that no Ruby makes
        gc_elsewhere,      // gc noted for a thread that did not run
        count
    };

    void add(Kind kind, std::string_view example = {});
    [[nodiscard]] std::uint64_t of(Kind kind) const noexcept {
        return counts_[static_cast<std::size_t>(kind)];
    }
    // A sentence for each kind that occurred.
    [[nodiscard]] std::vector<std::string> sentences() const;

private:
    static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::count);
    std::array<std::uint64_t, kinds> counts_{};
    std::array<std::string, kinds> examples_;
};

struct Recording {
    std::string label;               // of the process: "Ruby threads view (3.4.9, 10ms)"
    std::int64_t pid = 0;
    std::vector<std::int64_t> tids;  // in order of appearance
    std::map<std::int64_t, std::string> names;  // by tid, of the named threads
    std::vector<TracedChange> changes;  // sorted by time, in the order of the file at equal times
    std::uint64_t events = 0;           // objects in the file
    std::uint64_t os_events = 0;        // of the view of native threads, not used
    Oddities oddities;
};

// Ruby's version in a label, e.g. 3.4.9, and the quantum written behind it.
struct RecordedRuby {
    std::string version;  // empty: the label names none
    std::optional<std::int64_t> quantum_ms;
};
[[nodiscard]] RecordedRuby ruby_of(const std::string& label);

// Reads a .json or .json.gz file, or standard input for "-". Whatever can be understood is taken
// and the rest counted. Throws RecordingError where it cannot be read, is no recording or where
// compressed data are broken; compressed data that merely end too early are an oddity.
[[nodiscard]] Recording read_recording(const std::string& path);
// The same for bytes in memory, which may be compressed too; `name` is for messages.
[[nodiscard]] Recording read_recording_bytes(std::string_view bytes, const std::string& name);

}  // namespace gvlsim
