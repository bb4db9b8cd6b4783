// gvlsim schema: the JSON Schema of scenario files, for editors and other programs.
#include "tools/cli/command.hpp"
#include "tools/export/schema.hpp"

namespace gvlsim {

namespace {

int run(const Arguments&, Console& console) {
    console.out.write(scenario_schema());
    return ExitCode::fine;
}

}  // namespace

const Command schema_command{
    "schema", "print the JSON Schema of scenario files", Command::Files::none, {}, run};

}  // namespace gvlsim
