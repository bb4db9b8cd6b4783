// A scenario file as a whole: what its cases share and how they differ. Cases are positions in
// entries × matrix; nothing of a case is kept but its header.
#pragma once

#include "models/scenario/field_reader.hpp"
#include "models/scenario/load.hpp"
#include "models/scenario/params.hpp"

#include <cstddef>
#include <cstdint>
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
    std::optional<TableLayout> table;
    std::int64_t replications = 1;
    const Node* measured = nullptr;   // of a file without cases
    const Node* tolerance = nullptr;  // of a file without cases, or for cases without one
    std::vector<CaseHeader> headers;

    [[nodiscard]] std::size_t grid_size() const noexcept;
    [[nodiscard]] std::size_t case_count() const noexcept;
    [[nodiscard]] std::string case_name(std::size_t index) const;
    [[nodiscard]] Environment environment(std::size_t index) const;
    [[nodiscard]] const CaseEntry* entry(std::size_t index) const noexcept;
};

// Reads what belongs to the file as a whole into `contents`, whose document, settings and base are
// set. Names of settings are checked here too.
void read_file(ScenarioContents& contents, Findings& findings, const std::string& default_name);
// "cases" and "matrix".
void read_cases(ScenarioContents& contents, Reader& reader, const Value& cases);
void read_matrix(ScenarioContents& contents, Reader& reader, const Value& matrix);

// Name, params and measured figures of case `index`, whose scenario has just been read.
[[nodiscard]] CaseHeader read_header(const ScenarioContents& contents, std::size_t index,
                                     Reader& reader, const Scenario& scenario);

// JSON text of a value with params replaced, on one line. Very long ones keep their references.
[[nodiscard]] std::string json_of(const Node& value, const Environment& environment);
// The same without the quotes of a string, for names of cases.
[[nodiscard]] std::string label_of(const Node& value, const Environment& environment);

}  // namespace gvlsim
