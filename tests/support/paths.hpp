// Where the tree and the program under test are, whatever folder a test runs in.
#pragma once

#include <string>
#include <string_view>

namespace gvlsim::test {

// `path` below the repository's root, absolute: in_tree("scenarios/fib_sleep.json").
[[nodiscard]] std::string in_tree(std::string_view path);

// The gvlsim of this build, for tests that start it.
[[nodiscard]] std::string program();

// A whole file; a test that cannot read one it needs ends with the file's name.
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace gvlsim::test
