// How a sweep is written: block by block, the rows of a block prepared on all cores.
#pragma once

#include "tools/export/palette.hpp"
#include "tools/export/writer.hpp"
#include "tools/sweep/sweep.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// What the rows of one sweep have in common.
struct SweepHead {
    const ScenarioGrid& grid;
    std::vector<std::string> params;  // declared in the file
    std::size_t jobs = 1;             // to prepare rows with; shows nowhere
    const Present* present = nullptr;  // of a what-if: what its rows are set beside
};

class SweepReport {
public:
    virtual ~SweepReport() = default;
    virtual void add(std::span<const SweepRow> rows) = 0;
    virtual void finish() {}
};

// What `sweep` shows of a what-if: its variants beside the present. Part of the text format.
[[nodiscard]] std::unique_ptr<SweepReport> make_sweep_what_if(Writer& writer,
                                                              const SweepHead& head,
                                                              Palette palette);

// The runtime's names that stand in columns of their own, beside the params: those that no param
// has.
[[nodiscard]] std::vector<std::string_view> runtime_columns(const SweepHead& head);
// What text(row) makes of the rows, on all cores.
[[nodiscard]] std::vector<std::string> prepared(
    const SweepHead& head, std::span<const SweepRow> rows,
    const std::function<std::string(const SweepRow&)>& text);

}  // namespace gvlsim
