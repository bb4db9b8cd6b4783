// Golden files: text that a person checked by hand once and that a test compares since. Running
// the tests with GVLSIM_UPDATE_GOLDEN=1 writes the files anew; git diff shows what changed.
#pragma once

#include <string_view>

namespace gvlsim::test {

// Fails the running doctest case, showing the first lines that differ, unless `text` is what the
// file holds. `path` is below the repository's root: "tests/golden/fib_sleep.csv".
void check_golden(std::string_view text, std::string_view path);

}  // namespace gvlsim::test
