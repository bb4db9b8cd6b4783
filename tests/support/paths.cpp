#include "tests/support/paths.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace gvlsim::test {

std::string in_tree(std::string_view path) {
    return std::string(GVLSIM_SOURCE_FOLDER "/").append(path);
}

std::string program() { return GVLSIM_PROGRAM; }

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace gvlsim::test
