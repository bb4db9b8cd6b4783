#include "tests/support/golden.hpp"

#include "tests/support/paths.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace gvlsim::test {
namespace {

constexpr std::string_view how_to_update = "GVLSIM_UPDATE_GOLDEN=1 tools/test writes it";

std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line;
}

// "line 3:\n  stored  a,b\n  now     a,c", or nothing when only the ends of the texts differ.
std::string first_difference(std::string_view stored, std::string_view now) {
    for (int number = 1; !stored.empty() || !now.empty(); ++number) {
        const bool stored_ends = stored.empty();
        const bool now_ends = now.empty();
        const std::string_view before = take_line(stored);
        const std::string_view after = take_line(now);
        if (stored_ends || now_ends || before != after) {
            return "line " + std::to_string(number) + ":\n  stored  " +
                   (stored_ends ? "(no such line)" : std::string(before)) + "\n  now     " +
                   (now_ends ? "(no such line)" : std::string(after));
        }
    }
    return "only the newline at the end";
}

void write_golden(std::string_view text, const std::string& file_name) {
    std::filesystem::create_directories(std::filesystem::path(file_name).parent_path());
    std::ofstream file(file_name, std::ios::binary);
    file << text;
    file.close();
    REQUIRE_MESSAGE(file.good(), "cannot write ", file_name);
}

}  // namespace

void check_golden(std::string_view text, std::string_view path) {
    const std::string file_name = in_tree(path);
    const char* update = std::getenv("GVLSIM_UPDATE_GOLDEN");
    if (update != nullptr && std::string_view(update) == "1") {
        write_golden(text, file_name);
        return;
    }
    if (!std::filesystem::exists(file_name)) {
        FAIL_CHECK(std::string(path), " does not exist yet; ", std::string(how_to_update));
        return;
    }
    const std::string stored = read_file(file_name);
    if (stored != text) {
        FAIL_CHECK(std::string(path), " differs in ", first_difference(stored, text), "\n",
                   std::string(how_to_update));
    }
}

}  // namespace gvlsim::test
