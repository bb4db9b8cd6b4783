#include "tools/cli/measured.hpp"

#include "tools/cli/arguments.hpp"
#include "tools/cli/cases.hpp"
#include "tools/import/series.hpp"
#include "tools/import/side_by_side.hpp"

namespace gvlsim {

namespace {

LoadedSeries read(const std::string& path) {
    try {
        return load_series(path);
    } catch (const RecordingError& error) { throw UsageError{error.what()}; }
}

}  // namespace

int compare_recording(const ScenarioFile& file, std::size_t case_index,
                      const std::string& recording_path, const Arguments& arguments,
                      Console& console) {
    SideBySideRequest request;
    request.scenario = file.scenario(case_index);
    request.title = title_of(file, case_index);
    if (const std::optional<std::string> text = arguments.value("--tolerance")) {
        request.tolerance = fraction("--tolerance", *text);
    }
    if (const std::optional<std::string> text = arguments.value("--disturbed")) {
        request.disturbed = whole_number("--disturbed", *text);
    }
    const LoadedSeries loaded = read(recording_path);
    if (!loaded.diagnostics.empty()) {
        console.messages.write(to_text(loaded.diagnostics));
        console.messages.flush();
    }
    if (!loaded.series) { return ExitCode::unusable; }
    const SideBySide compared = side_by_side(request, *loaded.series);
    if (arguments.has("--json")) {
        JsonWriter json{console.out};
        write_json(json, compared);
    } else {
        console.out.write(to_text(compared, console.out_palette));
    }
    return compared.holds() ? ExitCode::fine : ExitCode::unsuccessful;
}

}  // namespace gvlsim
