// Recordings written by hand in tests.
#pragma once

#include "tests/support/paths.hpp"
#include "tools/import/import.hpp"

#include <string>
#include <utility>
#include <vector>

namespace gvlsim::test {

// A state change: thread id, microseconds, state.
struct Traced {
    int tid;
    double us;
    const char* state;
};

inline std::string recording_text(const std::vector<Traced>& changes,
                                  const std::string& label = "Ruby threads view (3.4.9)",
                                  const std::vector<std::pair<int, std::string>>& names = {}) {
    std::string text = "[\n  {\"ph\": \"M\", \"pid\": 99999, \"name\": \"process_name\", \"args\": "
                       "{\"name\": \"" + label + "\"}}";
    for (const Traced& change : changes) {
        const std::string place = "\"pid\": 99999, \"tid\": " + std::to_string(change.tid) +
                                  ", \"ts\": " + std::to_string(change.us);
        text += ",\n  {\"ph\": \"E\", " + place + "},\n  {\"ph\": \"B\", " + place +
                ", \"name\": \"" + change.state + "\"}";
    }
    for (const auto& [tid, name] : names) {
        text += ",\n  {\"ph\": \"M\", \"pid\": 99999, \"tid\": " + std::to_string(tid) +
                ", \"name\": \"thread_name\", \"args\": {\"name\": \"" + name + "\"}}";
    }
    return text + "\n]\n";
}

inline Import import_text(const std::string& text, GuessChoice guesses = {},
                          const std::string& model = {}) {
    return import_bytes(text, {"hand.json", model, guesses});
}

// "cpu 5ms; io 20ms; cpu 5ms"
std::string program_text(const Demand& demand, std::size_t thread);

inline std::string shared_trace(const std::string& name) {
    return in_tree("tests/data/traces/3.4.9_" + name + ".trace.json.gz");
}

}  // namespace gvlsim::test
