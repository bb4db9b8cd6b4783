// A recording from file to scenario, with everything found out on the way.
#pragma once

#include "tools/import/guesses.hpp"
#include "tools/import/imported.hpp"
#include "tools/import/observed.hpp"
#include "tools/import/recorded_run.hpp"
#include "tools/import/recording.hpp"

#include <string>

namespace gvlsim {

struct ImportRequest {
    std::string path;   // "-" is standard input
    std::string model;  // empty: as recorded
    GuessChoice guesses;
};

struct Import {
    RecordedRun run;
    Guesses guesses;
    Imported imported;
    Observed observed;  // the recording itself
    Oddities oddities;
    std::uint64_t events = 0;
    std::uint64_t os_events = 0;
};

// Throws RecordingError.
[[nodiscard]] Import import_recording(const ImportRequest& request);
// The same from bytes in memory; `request.path` is for messages and names.
[[nodiscard]] Import import_bytes(std::string_view bytes, const ImportRequest& request);

// The recording's figures as those of a simulated run.
[[nodiscard]] Result result_of(const Import& import);

// What was read and what was made of it, some lines.
[[nodiscard]] std::string summary_text(const Import& import);

}  // namespace gvlsim
