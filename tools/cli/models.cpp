// gvlsim models: the runtimes a scenario can name, a line each.
#include "models/gvl/model.hpp"
#include "models/report/format.hpp"
#include "tools/cli/command.hpp"
#include "tools/export/table.hpp"

namespace gvlsim {

namespace {

std::string possible_quantum(const Model& model) {
    switch (model.knob) {
        case QuantumKnob::none:
            return "none";
        case QuantumKnob::fixed:
            return "fixed";
        case QuantumKnob::milliseconds:
            return "1ms ... 4294967295ms, whole";
        case QuantumKnob::interval:
            return "1us or more";
    }
    return "";
}

int run(const Arguments&, Console& console) {
    Table table;
    table.column("model", Table::Align::left);
    table.column("quantum");
    table.column("possible", Table::Align::left);
    table.column("rules", Table::Align::left);
    for (const Model& model : models()) {
        table.row({std::string{model.name},
                   model.knob == QuantumKnob::none ? "-" : exact_duration(model.default_quantum),
                   possible_quantum(model), std::string{model.description}});
    }
    // A line each and no heading: the output is for scripts too.
    const std::vector<std::string> lines = table.lines();
    for (std::size_t index = 1; index < lines.size(); ++index) {
        console.out.write(lines[index] + "\n");
    }
    return ExitCode::fine;
}

}  // namespace

const Command models_command{
    "models", "list the runtimes, with their quantum", Command::Files::none, {}, run};

}  // namespace gvlsim
