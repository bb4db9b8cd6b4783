// The explanation of a run as text for people.
#pragma once

#include "models/explain/explained.hpp"
#include "tools/export/palette.hpp"
#include "tools/export/writer.hpp"

#include <optional>
#include <string>

namespace gvlsim {

struct WaitFilter {
    std::optional<std::string> thread;
    Instant from = start_of_time;
    Instant to = end_of_time;

    [[nodiscard]] bool wants(const RunRecord& run, const Wait& wait) const {
        return wait.contended() && wait.end >= from && wait.begin <= to &&
               (!thread || run.names[wait.thread] == *thread);
    }
};

// The run in five sentences, every wait that the filter wants in one line, the worst culprits.
void write_explanation(Writer& writer, const Explained& explained, const WaitFilter& filter,
                       Palette palette);

}  // namespace gvlsim
