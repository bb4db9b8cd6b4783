// gvlsim validate: says whether scenario files are right, or everything that is wrong with them.
#include "models/report/format.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/command.hpp"

namespace gvlsim {

namespace {

std::string fine_line(const std::string& path, const ScenarioFile& file) {
    const std::vector<CaseHeader>& cases = file.cases();
    const bool has_cases = !(cases.size() == 1 && cases.front().name.empty());
    return path + ": ok" +
           (has_cases ? " (" + counted(cases.size(), "case", "cases") + ")\n" : "\n");
}

// Where one file is wrong standard output stays empty, and the good ones are told as messages.
int run(const Arguments& arguments, Console& console) {
    std::string lines;
    bool fine = true;
    for (const std::string& path : arguments.files) {
        if (const std::optional<ScenarioFile> file = load(path, {}, console)) {
            lines += fine_line(path, *file);
        } else {
            fine = false;
        }
    }
    (fine ? console.out : console.messages).write(lines);
    return fine ? ExitCode::fine : ExitCode::unusable;
}

}  // namespace

const Command validate_command{
    "validate", "check scenario files", Command::Files::several, {}, run};

}  // namespace gvlsim
