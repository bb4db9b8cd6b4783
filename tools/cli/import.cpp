// gvlsim import: a recording of gvl-tracing becomes a scenario, and shows at once how well the
// simulation reproduces it.
#include "tools/import/import.hpp"

#include "models/explain/explained.hpp"
#include "models/gvl/model.hpp"
#include "models/scenario/wording.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/command.hpp"
#include "tools/export/output_file.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/trace.hpp"
#include "tools/import/predict.hpp"
#include "tools/import/round_trip.hpp"
#include "tools/import/what_if.hpp"

#include <sstream>
#include <utility>

namespace gvlsim {

namespace {

constexpr Option command_options[] = {
    {"-o", Option::Kind::value, "FILE", "write the scenario; - is standard output"},
    {"--guess", Option::Kind::value, "LIST",
     "what to guess of waits: joins (the default), locks, joins,locks or none"},
    {"--model", Option::Kind::value, "NAME", "the Ruby that was recorded, if the file is wrong"},
    {"--vary", Option::Kind::values, "K=V1,V2",
     "what if: another quantum, model or cpu_scale, each value by itself"},
    {"--predict", Option::Kind::value, "TRACE",
     "another recording of the same program: how well this one foretells it"},
    {"--timeline", Option::Kind::value, "FILE", "the recording's events as .csv or .ndjson"},
    {"--trace", Option::Kind::value, "FILE",
     "recording and simulation side by side, as .html or .json (Perfetto)"},
};

GuessChoice guesses_of(const Arguments& arguments) {
    GuessChoice choice;
    const std::optional<std::string> list = arguments.value("--guess");
    if (!list) { return choice; }
    choice = {false, false};
    std::istringstream words{*list};
    for (std::string word; std::getline(words, word, ',');) {
        if (word == "joins") {
            choice.joins = true;
        } else if (word == "locks") {
            choice.locks = true;
        } else if (word != "none") {
            throw UsageError{"--guess " + quoted(*list) +
                             ": expected joins, locks, joins,locks or none"};
        }
    }
    return choice;
}

std::string model_of(const Arguments& arguments) {
    const std::string name = arguments.value("--model").value_or("");
    if (!name.empty() && find_model(name) == nullptr) {
        throw UsageError{"--model " + quoted(name) + ": no such model; see `gvlsim models`"};
    }
    return name;
}

Import read(const ImportRequest& request, Console& console) {
    try {
        Import import = import_recording(request);
        const std::string prefix = request.path + ": ";
        for (const std::string& odd : import.oddities.sentences()) {
            console.warning(prefix + odd);
        }
        for (const std::string& note : import.run.notes) { console.warning(prefix + note); }
        return import;
    } catch (const RecordingError& error) { throw UsageError{error.what()}; }
}

void write_file(const std::string& path, const auto& write) {
    OutputFile file{path};
    write(file.writer());
    file.commit();
}

void write_timeline(const std::string& path, const Import& import) {
    const TimelineFormat* const format = timeline_format(path);
    if (format == nullptr) {
        throw UsageError{"--timeline " + quoted(path) + ": expected a .csv or .ndjson file"};
    }
    write_file(path, [&](Writer& writer) { feed(import.run, *format->make(writer, false)); });
}

const TraceFormat& trace_format_of(const std::string& path) {
    const TraceFormat* const format = trace_format(path, "");
    if (format == nullptr || !format->several || path == "-") {
        throw UsageError{"--trace " + quoted(path) +
                         ": expected a file that ends in .html or .json"};
    }
    return *format;
}

// Both runs in one file. In Perfetto the simulation is process 1 and the recording process 2, so
// that the simulation has the same ids with and without a recording beside it.
void write_trace(const std::string& path, const Import& import, const Scenario& scenario) {
    std::vector<Explained> runs{explain(scenario, import.imported.name + ", simulated", {})};
    Explained& recorded = runs.emplace_back();
    recorded.title = import.imported.name + ", recorded";
    recorded.asked = import.imported.quantum;
    feed(import.run, recorded.run);
    recorded.run.result = result_of(import);
    write_file(path, [&](Writer& writer) { trace_format_of(path).write(writer, {.runs = runs}); });
}

std::vector<RuntimeVariant> variants_of(const Arguments& arguments, const Runtime& runtime) {
    std::vector<RuntimeVariant> variants;
    try {
        for (const std::string& wish : arguments.values("--vary")) {
            for (RuntimeVariant& variant : vary(runtime, wish)) {
                variants.push_back(std::move(variant));
            }
        }
    } catch (const VariantError& error) { throw UsageError{error.what()}; }
    return variants;
}

// Takes the scenario: of a large recording there should not be two.
std::string what_if(Scenario scenario, Observed simulated,
                    const std::vector<RuntimeVariant>& variants) {
    const Present present{scenario, std::move(simulated)};
    std::vector<Variant> answers;
    for (const RuntimeVariant& variant : variants) {
        scenario.runtime = variant.runtime;
        answers.push_back(variant_of(variant.name, scenario));
    }
    return what_if_text(present, answers);
}

int run(const Arguments& arguments, Console& console) {
    ImportRequest request{arguments.files.front(), model_of(arguments), guesses_of(arguments)};
    if (const auto path = arguments.value("--trace")) { static_cast<void>(trace_format_of(*path)); }
    if (arguments.value("-o") == "-" && arguments.value("--timeline") == "-") {
        throw UsageError{"-o - and --timeline - both want standard output"};
    }
    Import import = read(request, console);
    Scenario scenario = scenario_of(import.imported);
    const std::vector<RuntimeVariant> variants = variants_of(arguments, scenario.runtime);
    std::string prediction;
    if (const std::optional<std::string> path = arguments.value("--predict")) {
        request.path = *path;
        const Import other = read(request, console);
        prediction = "\n" + to_text(predict(import, other), other.imported.name);
    }
    const std::optional<std::string> output = arguments.value("-o");
    if (output) {
        write_file(*output, [&](Writer& writer) { write_scenario(writer, import.imported); });
    }
    if (const auto path = arguments.value("--timeline")) { write_timeline(*path, import); }
    if (const auto path = arguments.value("--trace")) { write_trace(*path, import, scenario); }
    const std::string summary = summary_text(import);
    import.run = {};  // of a large recording only what is still needed stays
    import.imported.demand = {};
    Observed simulated = observe(scenario);
    const RoundTrip trip = compare_runs(import.observed, simulated);
    const bool scenario_on_output = output == "-" || arguments.value("--timeline") == "-";
    Writer& report = scenario_on_output ? console.messages : console.out;
    report.write(summary);
    report.write("\n" + to_text(trip, scenario_on_output ? console.message_palette
                                                         : console.out_palette));
    if (!variants.empty()) {
        report.write("\n" + what_if(std::move(scenario), std::move(simulated), variants));
    }
    report.write(prediction);
    return trip.holds() ? ExitCode::fine : ExitCode::unsuccessful;
}

}  // namespace

const Command import_command{"import", "a recording of gvl-tracing becomes a scenario",
                             Command::Files::one, command_options, run,
                             "recording, .json or .json.gz, - for standard input"};

}  // namespace gvlsim
