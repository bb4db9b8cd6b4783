// Cases laid out as "table" of a scenario says: rows × columns of one value, the simulated one
// beside the measured one, with speedups and what theory makes of them.
#pragma once

#include "models/report/spread.hpp"
#include "models/scenario/load.hpp"
#include "tools/export/palette.hpp"
#include "tools/export/writer.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gvlsim {

// One case as a cell of the table.
struct TableEntry {
    std::string_view name;
    const ParamValues* params = nullptr;
    std::optional<double> measured;
    std::optional<Spread> value;  // simulated
    std::optional<double> amdahl;
    std::optional<double> bound;
    PhaseSensitivity phase;
    std::optional<bool> ok;  // absent: not judged
    bool failed = false;     // the run did not end as written
};

// A table per occurrence of a cell: cases that share a row and a column go to the next one.
void write_case_table(Writer& writer, const TableLayout& layout,
                      std::span<const TableEntry> entries, Palette palette);

// What "~" means.
void write_phase_remark(Writer& writer, Palette palette);

// A value of a result key as tables show it: seconds with `decimals`, counts whole.
[[nodiscard]] std::string shown_figure(std::string_view key, double value, int decimals);
// A param's value without the quotes of a text.
[[nodiscard]] std::string shown_param(const ParamValues& params, std::string_view name);

}  // namespace gvlsim
