// Every file of tests/data/bad/ is wrong in one way, which its name tells; expected.txt holds the
// messages.
#include "tests/support/golden.hpp"
#include "tests/support/paths.hpp"
#include "tests/unit/scenario/loading.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace gvlsim;
using namespace gvlsim::test;

TEST_CASE("each wrong file is answered with a placed message") {
    const std::string folder = in_tree("tests/data/bad");
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path().filename().string());
        }
    }
    std::sort(files.begin(), files.end());
    CHECK(files.size() > 50);
    std::string text;
    for (const std::string& file : files) {
        const Loaded loaded = load_scenario(read_file(folder + "/" + file), file);
        CHECK_MESSAGE(loaded.diagnostics.has_errors(), file);
        CHECK_MESSAGE(!loaded.file, file);
        text += headlines(loaded.diagnostics);
    }
    check_golden(text, "tests/data/bad/expected.txt");
}

TEST_CASE("cutting a file anywhere gives a message and never a scenario") {
    const std::string whole = read_file(in_tree("tests/data/bad/001_unknown_key.json"));
    const std::size_t end = whole.rfind('}');
    for (std::size_t length = 0; length <= end; ++length) {
        const Loaded loaded = load_scenario(whole.substr(0, length), "cut.json");
        CHECK_FALSE(loaded.file);
        CHECK(loaded.diagnostics.has_errors());
    }
}
