// What the comparisons for people share.
#pragma once

#include "models/report/comparison.hpp"
#include "tools/export/palette.hpp"
#include "tools/export/writer.hpp"

#include <span>

namespace gvlsim {

// Calls action(cases) for the cases of each scenario, in order.
template <typename Action>
void for_each_scenario(const Comparison& comparison, const Action& action) {
    const std::span<const ComparedCase> cases{comparison.cases};
    for (std::size_t from = 0; from < cases.size();) {
        std::size_t to = from + 1;
        while (to < cases.size() && cases[to].scenario == cases[from].scenario) { ++to; }
        action(cases.subspan(from, to - from));
        from = to;
    }
}

// A line per figure of `cases`.
void write_figures(Writer& writer, std::span<const ComparedCase> cases, Palette palette);
// A line per check of `cases`; nothing where they have none.
void write_checks(Writer& writer, std::span<const ComparedCase> cases, Palette palette);
// Runs that did not end as they should, and the verdict over all.
void write_verdict(Writer& writer, const Comparison& comparison, Palette palette);

}  // namespace gvlsim
