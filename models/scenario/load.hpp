// From the text of a scenario file to scenarios, or to everything that is wrong with it.
#pragma once

#include "models/scenario/diagnostics.hpp"
#include "models/scenario/scenario.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gvlsim {

struct ScenarioContents;  // the parsed file, kept for instantiating cases; see contents.hpp

// One value of a param as shown to people and in JSON results: JSON text ("2", "\"48.59ms\"").
using ParamValues = std::vector<std::pair<std::string, std::string>>;

// `--set k=v`, `--vary`: v is JSON if it parses as JSON, else a string.
using Settings = std::vector<std::pair<std::string, std::string>>;

// `--vary k=v1,v2`: every value stands beside all values of the others. The first is outermost.
struct Variation {
    std::string name;
    std::vector<std::string> values;  // read like those of --set
};
using Variations = std::vector<Variation>;

// A published or recorded figure of a case.
struct Measured {
    std::string key;   // "end_s", "waste_s", "speedup", "pool.main.threads"
    double value = 0;  // as written
    std::string text;  // the digits as written
};

struct Tolerance {
    std::optional<double> fraction;  // 0.02 for "2%"; absent: shown, not judged
    bool written = false;            // false: the file leaves it to the command line
};

// One figure of "expect" with the values it may have.
struct Check {
    std::string key;            // a result key: "end_s", "mutex.m@worker-2.acquired"
    std::string text;           // the wanted value as written, JSON: "\"1.0017s\"", "{\"min\": 3}"
    std::optional<double> min;  // seconds where the key ends in `_s`; truths are 1 and 0
    std::optional<double> max;  // a single value is both
    bool absent = false;        // null: the run must not have such a value
    Tolerance tolerance;        // of its own
};

struct CaseHeader {
    std::string name;    // empty in a file without cases
    ParamValues params;  // all declared ones, then model, quantum, platform, seed where given
    std::vector<Measured> measured;
    std::vector<Check> expect;
    Tolerance tolerance;
    std::int64_t replications = 1;
};

// "table": how compare and sweep lay the cases out.
struct TableLayout {
    std::string rows;             // a param
    std::string columns;          // another, or empty: one column
    std::string value = "end_s";  // a result key
    ParamValues speedup_over;     // the case with these values is the base of speedups
};

// A file whose every case is valid. Instantiating a case cannot fail and is safe from several
// threads at once.
class ScenarioFile {
public:
    // For load_scenario; `contents` have been validated.
    explicit ScenarioFile(std::shared_ptr<const ScenarioContents> contents) noexcept;
    [[nodiscard]] const std::string& name() const noexcept;
    [[nodiscard]] const std::string& description() const noexcept;
    [[nodiscard]] const std::string& source() const noexcept;
    [[nodiscard]] const std::optional<TableLayout>& table() const noexcept;
    // Cases × matrix, in order; one nameless entry where the file has neither.
    [[nodiscard]] const std::vector<CaseHeader>& cases() const noexcept;
    [[nodiscard]] Scenario scenario(std::size_t case_index) const;

private:
    std::shared_ptr<const ScenarioContents> contents_;
};

// What loading came to. `file` is there exactly when no diagnostic is an error.
struct Loaded {
    std::optional<ScenarioFile> file;
    Diagnostics diagnostics;  // errors and warnings, in the order of the text
};

// `text` is the whole file, `file_name` names it in messages and gives the default name.
// Every mistake in every case is reported at once; nothing is thrown for bad input.
[[nodiscard]] Loaded load_scenario(std::string text, std::string file_name,
                                   const Settings& settings = {});
// Reads a file, or standard input for "-". Unreadable files and folders are diagnostics too.
[[nodiscard]] Loaded load_scenario_file(const std::string& path, const Settings& settings = {});

}  // namespace gvlsim
