// The form of scenario files as a JSON Schema (draft 2020-12), for editors and other programs.
#pragma once

#include <string>

namespace gvlsim {

// Made from the registries that the loader reads: operations with their fields, runtimes,
// platforms, costs, results. What a schema cannot say is listed in tests/schema/beyond.txt.
[[nodiscard]] std::string scenario_schema();

}  // namespace gvlsim
