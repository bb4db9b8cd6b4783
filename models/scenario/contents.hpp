// A scenario file as a whole: what its cases share and how they differ. Cases are positions in
// entries × matrix; nothing of a case is kept but its header.
#pragma once

#include "models/scenario/bm_text.hpp"
#include "models/scenario/field_reader.hpp"
#include "models/scenario/load.hpp"
#include "models/scenario/params.hpp"
#include "models/scenario/result_key.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gvlsim {

inline constexpr std::size_t most_cases = 1'000'000;

// An entry of "cases".
struct CaseEntry {
    std::string name;
    std::vector<std::pair<ParamTarget, const Node*>> params;
    const Node* measured = nullptr;
    const Node* expect = nullptr;
    const Node* tolerance = nullptr;
};

// A member of "matrix".
struct MatrixAxis {
    std::string_view key;
    ParamTarget target;
    std::vector<const Node*> values;
    std::vector<std::string> labels;  // "n=1"
};

// Others point into it, so it stays where it was made.
struct ScenarioContents {
    ScenarioContents() = default;
    ScenarioContents(const ScenarioContents&) = delete;
    ScenarioContents& operator=(const ScenarioContents&) = delete;

    std::string name;
    std::string description;
    std::string source;
    std::shared_ptr<const Document> document;
    std::vector<Setting> settings;
    Params params;
    Environment base;                // the defaults, with settings applied
    std::vector<CaseEntry> entries;  // none: the file is its only case
    std::vector<MatrixAxis> matrix;
    // --vary varies one run that was measured: the file is the present, its cases are what-ifs.
    bool is_what_if = false;
    std::optional<TableLayout> table;
    std::int64_t replications = 1;
    const Node* measured = nullptr;   // of a file without cases, or the rows of all of them
    const Node* expect = nullptr;     // of every case
    const Node* tolerance = nullptr;  // of a file without cases, or for cases without one
    std::string folder;               // of the file, with the slash; empty: the current one
    std::map<std::string, std::vector<BmRow>, std::less<>> bm;  // by name as written
    std::vector<CaseHeader> headers;

    // Whether it is an object with a number of cases that can be read.
    [[nodiscard]] bool has_cases() const noexcept;
    [[nodiscard]] std::size_t grid_size() const noexcept;
    [[nodiscard]] std::size_t case_count() const noexcept;
    [[nodiscard]] std::string case_name(std::size_t index) const;
    // Calls action(axis, position of its value) for every axis of the matrix.
    template <typename Action>
    void for_each_position(std::size_t index, const Action& action) const {
        std::size_t block = grid_size();
        for (std::size_t axis = 0; axis < matrix.size(); ++axis) {
            const std::size_t within = index % block;
            block /= matrix[axis].values.size();
            action(axis, within / block);
        }
    }
    [[nodiscard]] Environment environment(std::size_t index) const;
    [[nodiscard]] const CaseEntry* entry(std::size_t index) const noexcept;
};

// Reads what belongs to the file as a whole into `contents`, whose document, settings and base are
// set. Names of settings are checked here too.
void read_file(ScenarioContents& contents, Findings& findings, const std::string& default_name);
// "cases" and "matrix".
void read_cases(ScenarioContents& contents, Reader& reader, const Value& cases);
void read_matrix(ScenarioContents& contents, Reader& reader, const Value& matrix);
// The values of --vary, as further axes within those of the file.
void add_variations(ScenarioContents& contents, Findings& findings);

// Name, params and measured figures of case `index`, whose scenario has just been read.
[[nodiscard]] CaseHeader read_header(const ScenarioContents& contents, std::size_t index,
                                     Reader& reader, const Scenario& scenario);

// "expect" of a case; adds to `checks`.
void read_expect(Reader& reader, const Value& value, const Scenario& scenario,
                 std::vector<Check>& checks);
// read_bm.cpp: reads the files that "bm" in `measured` names.
void load_bm_files(ScenarioContents& contents, Reader& reader);
[[nodiscard]] bool is_bm(const Node& measured) noexcept;
// Adds what the row of case `index` says; `measured` is the object with "bm".
void read_bm(const ScenarioContents& contents, std::size_t index, Reader& reader,
             const Value& measured, std::vector<Measured>& figures);
[[nodiscard]] Tolerance read_tolerance(Reader& reader, const Value& value);
// Reports a name that is no result, or that is about something the scenario does not have.
void check_result_key(Reader& reader, const Node& member, const std::optional<ResultKey>& key,
                      const Scenario& scenario);

// load.cpp: everything but the cases, which come one by one. `file_name` is for messages and for
// the default name.
[[nodiscard]] std::shared_ptr<ScenarioContents> read_contents(std::string text,
                                                              const std::string& file_name,
                                                              const Settings& settings,
                                                              const Variations& variations,
                                                              Findings& findings);
// Reads case `index` for its mistakes; absent where they leave no header.
[[nodiscard]] std::optional<CaseHeader> read_case(const ScenarioContents& contents,
                                                  std::size_t index, Findings& findings,
                                                  Scenario& scenario);
// The scenario without any value of --vary.
[[nodiscard]] Scenario read_present(const ScenarioContents& contents, Findings& findings);
// The bytes of a file, or of standard input for "-"; `problem` says why there are none.
[[nodiscard]] std::string read_text(const std::string& path, std::string& problem);
[[nodiscard]] Diagnostics unreadable(const std::string& path, std::string problem);
[[nodiscard]] std::string shown_name(const std::string& path);  // "-": "standard input"

// JSON text of a value with params replaced, on one line. Very long ones keep their references.
[[nodiscard]] std::string json_of(const Node& value, const Environment& environment);
// The same without the quotes of a string, for names of cases.
[[nodiscard]] std::string label_of(const Node& value, const Environment& environment);

}  // namespace gvlsim
