// The cases of a file one by one, for sweeps: each is read when its turn comes, by whichever
// thread, and a mistake in one is the trouble of that one only.
#pragma once

#include "models/scenario/diagnostics.hpp"
#include "models/scenario/load.hpp"
#include "models/scenario/scenario.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

class ScenarioGrid {
public:
    struct Case {
        CaseHeader header;                 // only the name where the case has mistakes
        std::optional<Scenario> scenario;  // absent where the case has mistakes
        Diagnostics diagnostics;
    };

    ScenarioGrid(std::shared_ptr<const ScenarioContents> contents, std::string file_name) noexcept;
    [[nodiscard]] const std::string& name() const noexcept;
    [[nodiscard]] const std::optional<TableLayout>& table() const noexcept;
    // Where --vary varies one run that was measured, as imported ones are: the run as the file
    // has it. Absent also where the file has mistakes.
    [[nodiscard]] std::optional<Scenario> present() const;
    // Names of the declared params.
    [[nodiscard]] std::vector<std::string> params() const;
    // Cases that have every value of every axis once or more.
    [[nodiscard]] std::vector<std::size_t> samples() const;
    // What is wrong with the values of `matrix` and --vary that fit no case at all, and with a
    // file none of whose cases is right; nothing where there are no such.
    [[nodiscard]] Diagnostics useless_values() const;
    // Cases × matrix × variations; one nameless case where there is none of them.
    [[nodiscard]] std::size_t size() const noexcept;
    // Safe from several threads at once.
    [[nodiscard]] Case read(std::size_t index) const;

private:
    std::shared_ptr<const ScenarioContents> contents_;
    std::string file_name_;
};

// `grid` is there exactly when no diagnostic is an error; mistakes in cases are not looked for.
struct LoadedGrid {
    std::optional<ScenarioGrid> grid;
    Diagnostics diagnostics;
};

[[nodiscard]] LoadedGrid load_grid(std::string text, std::string file_name,
                                   const Settings& settings, const Variations& variations);
// Reads a file, or standard input for "-".
[[nodiscard]] LoadedGrid load_grid_file(const std::string& path, const Settings& settings,
                                        const Variations& variations);

}  // namespace gvlsim
