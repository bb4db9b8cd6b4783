#include "tools/cli/cases.hpp"

#include "models/report/summary.hpp"
#include "tools/cli/arguments.hpp"

namespace gvlsim {

std::vector<std::size_t> chosen_cases(const ScenarioFile& file, const Arguments& arguments) {
    if (const std::optional<std::string> name = arguments.value("--case")) {
        return {find_case(file, *name)};
    }
    std::vector<std::size_t> all(file.cases().size());
    for (std::size_t index = 0; index < all.size(); ++index) { all[index] = index; }
    return all;
}

RunOptions run_options(const Arguments& arguments) {
    RunOptions options;
    if (const std::optional<std::string> until = arguments.value("--until")) {
        options.until = duration("--until", *until);
    }
    if (const std::optional<std::string> number = arguments.value("--max-events")) {
        options.max_events = whole_number("--max-events", *number, 1);
    }
    options.fast_forward = !arguments.has("--no-fast-forward");
    return options;
}

std::string title_of(const ScenarioFile& file, std::size_t case_index) {
    const std::string& name = file.cases()[case_index].name;
    return name.empty() ? file.name() : file.name() + ", " + name;
}

int exit_code(EndKind kind) noexcept {
    if (kind == EndKind::deadlock) { return ExitCode::unsuccessful; }
    return is_limit(kind) ? ExitCode::limit : ExitCode::fine;
}

}  // namespace gvlsim
