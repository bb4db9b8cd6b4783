// Short ways to load a text and to look at what came of it.
#pragma once

#include "models/scenario/load.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

namespace gvlsim::test {

// All messages, one a line, in order, without excerpts and hints.
inline std::string headlines(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.shown()) {
        text += headline(diagnostic) + "\n";
    }
    return text;
}

inline Loaded load(std::string text, const Settings& settings = {}) {
    return load_scenario(std::move(text), "f.json", settings);
}

// What is wrong with a file, as headlines.
inline std::string mistakes(std::string text, const Settings& settings = {}) {
    return headlines(load(std::move(text), settings).diagnostics);
}

// The file, which must have no mistakes.
inline ScenarioFile good(std::string text, const Settings& settings = {}) {
    Loaded loaded = load(std::move(text), settings);
    REQUIRE_MESSAGE(loaded.file.has_value(), to_text(loaded.diagnostics));
    return *loaded.file;
}

// A file with further top-level members ("…, ") before runtime and threads, and one thread.
inline std::string file_with(std::string_view members, std::string_view steps = "") {
    return R"({"format": 1, )" + std::string{members} +
           R"("runtime": {"model": "cruby-3.4"}, "threads": [{"name": "t", "do": [)" +
           std::string{steps} + "]}]}";
}

// The only operation of a thread.
inline Step step(std::string_view operation, std::string_view members = "") {
    return good(file_with(members, operation)).scenario(0).threads.at(0).steps.at(0);
}

inline bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace gvlsim::test
