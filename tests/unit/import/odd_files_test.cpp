// Every file of tests/data/traces/odd/ is odd or damaged in the way its name tells; expected.txt
// holds what the reader says and makes of it.
#include "tests/support/golden.hpp"
#include "tests/unit/import/importing.hpp"
#include "tools/export/writer.hpp"
#include "tools/import/round_trip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

std::string told(const std::string& file, const std::string& bytes) {
    std::string text = file + "\n";
    try {
        const Import import = import_bytes(bytes, {file, {}, {}});
        text += "  " + import.run.model;
        if (import.run.quantum_ms) { text += ", " + std::to_string(*import.run.quantum_ms) + "ms"; }
        text += "\n";
        for (const std::string& odd : import.oddities.sentences()) {
            text += "  odd: " + odd + "\n";
        }
        for (const std::string& note : import.run.notes) { text += "  note: " + note + "\n"; }
        for (std::size_t id = 0; id < import.run.threads.size(); ++id) {
            text += "  " + import.run.threads[id].name + ": " +
                    program_text(import.imported.demand, id) + "\n";
        }
    } catch (const RecordingError& error) {
        text += "  error: " + std::string{error.what()} + "\n";
    }
    return text;
}

std::vector<std::string> odd_files() {
    std::vector<std::string> files;
    const std::string folder = in_tree("tests/data/traces/odd");
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name != "expected.txt") { files.push_back(name); }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

TEST_CASE("odd and damaged recordings are taken as far as possible, or refused in a sentence") {
    std::string text;
    for (const std::string& file : odd_files()) {
        text += told(file, read_file(in_tree("tests/data/traces/odd/" + file)));
    }
    CHECK(odd_files().size() > 40);
    check_golden(text, "tests/data/traces/odd/expected.txt");
}

TEST_CASE("a recording cut anywhere never crashes, and what is there can be simulated") {
    const std::string whole = read_file(in_tree("tests/data/traces/odd/001_as_it_should_be.json"));
    for (std::size_t length = 0; length < whole.size(); length += 7) {
        try {
            const Import import = import_bytes(whole.substr(0, length), {"cut.json", {}, {}});
            static_cast<void>(compare_runs(import.observed, observe(scenario_of(import.imported))));
        } catch (const RecordingError&) { CHECK(length < 400); }
    }
}

TEST_CASE("any byte of a recording may be wrong") {
    const std::string whole = read_file(in_tree("tests/data/traces/odd/001_as_it_should_be.json"));
    for (std::size_t at = 0; at < whole.size(); at += 3) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(at * 37 % 256);
        try {
            const Import import = import_bytes(damaged, {"damaged.json", {}, {}});
            static_cast<void>(observe(scenario_of(import.imported)));
        } catch (const RecordingError&) { CHECK(at < 10); }
    }
}

TEST_CASE("a compressed recording that is cut anywhere never crashes") {
    const std::string whole = read_file(in_tree("tests/data/traces/odd/018_gzip.json.gz"));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        try {
            const Import import = import_bytes(whole.substr(0, length), {"cut.gz", {}, {}});
            CHECK(import.oddities.of(Oddities::Kind::cut) == 1);
        } catch (const RecordingError&) {}
    }
}
