// A scenario with published figures, compared as `gvlsim compare` does it.
#pragma once

#include "models/replicate.hpp"
#include "tests/support/paths.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace gvlsim::test {

[[nodiscard]] inline ScenarioFile published(const std::string& path) {
    Loaded loaded = load_scenario_file(in_tree(path));
    REQUIRE_MESSAGE(loaded.file.has_value(), to_text(loaded.diagnostics));
    return *loaded.file;
}

// Every case of the file; `tolerance` for all of them, whatever they say.
[[nodiscard]] inline std::vector<ComparedCase> compare_all(const ScenarioFile& file,
                                                           std::optional<double> tolerance) {
    std::vector<ComparedCase> all;
    for (std::size_t index = 0; index < file.cases().size(); ++index) {
        Scenario scenario = file.scenario(index);
        all.push_back(compare(file.cases()[index], scenario, "end_s", tolerance));
    }
    return all;
}

[[nodiscard]] inline std::string param(const ComparedCase& compared, std::string_view name) {
    for (const auto& [key, value] : compared.params) {
        if (key == name) { return value; }
    }
    return {};
}

}  // namespace gvlsim::test
