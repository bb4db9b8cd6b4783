#include "tools/cli/command.hpp"

#include <array>

namespace gvlsim {

std::span<const Command> commands() noexcept {
    static const std::array all{
        run_command,
        compare_command,
        real_command,
        sweep_command,
        explain_command,
        trace_command,
        import_command,
        fit_command,
        validate_command,
        models_command,
        schema_command,
    };
    return all;
}

}  // namespace gvlsim
