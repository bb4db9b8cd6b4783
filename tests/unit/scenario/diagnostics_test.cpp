#include "models/scenario/diagnostics.hpp"

#include "models/scenario/document.hpp"
#include "models/scenario/findings.hpp"
#include "models/scenario/wording.hpp"
#include "tests/unit/scenario/loading.hpp"

#include <array>

using namespace gvlsim;
using namespace gvlsim::test;

TEST_CASE("a message shows place, pointer, the line with a caret and a hint") {
    const Loaded loaded = load(
        "{\n\t\"format\": 1,\n\t\"runtim\": {\"model\": \"none\"},\n"
        "\t\"main\": {\"do\": []}\n}");
    CHECK(to_text(loaded.diagnostics) ==
          "f.json:1:1: error: a scenario needs the key `runtime` (at /runtime)\n"
          "    {\n"
          "    ^\n"
          "f.json:3:2: error: unknown key \"runtim\" in a scenario (at /runtim)\n"
          "     \"runtim\": {\"model\": \"none\"},\n"
          "     ^\n"
          "  hint: did you mean `runtime`?\n");
}

TEST_CASE("long lines are clipped around the place, and columns count characters") {
    std::string line = "{\"format\": 1, \"description\": \"";
    for (int i = 0; i < 100; ++i) { line += "ä"; }
    line += "\", \"nme\": 1, \"source\": \"" + std::string(200, 's') + "\"}";
    const Loaded loaded = load(line);
    const Diagnostic& diagnostic = loaded.diagnostics.shown().back();
    CHECK(diagnostic.column == 134);
    CHECK(diagnostic.excerpt.starts_with("…"));
    CHECK(diagnostic.excerpt.ends_with("…"));
    CHECK(count_characters(diagnostic.excerpt) <= 102);
    CHECK_FALSE(invalid_utf8(diagnostic.excerpt));
    CHECK(contains(to_text(diagnostic), "^"));
}

TEST_CASE("nothing in a file reaches the terminal as a control character") {
    const Loaded loaded = load("{\"a\x7F\": \"\\u001b[31m\", \"\\u001b[2J\": 1}");
    for (const char letter : to_text(loaded.diagnostics)) {
        const auto byte = static_cast<unsigned char>(letter);
        CHECK((byte == '\n' || (byte >= 0x20 && byte != 0x7F)));
    }
}

TEST_CASE("a hundred messages are shown and the others counted") {
    std::string text = "{";
    for (int i = 0; i < 250; ++i) { text += "\"unknown" + std::to_string(i) + "\": 1,\n"; }
    const Loaded loaded = load(text + "\"format\": 1}");
    CHECK(loaded.diagnostics.shown().size() == 100);
    CHECK(loaded.diagnostics.errors() >= 250);
    CHECK(contains(to_text(loaded.diagnostics),
                   "and " + std::to_string(loaded.diagnostics.errors() - 100) + " more\n"));
}

TEST_CASE("messages stand in the order of the text and none twice") {
    const std::string text = mistakes(R"({"format": 1, "seed": -1, "runtime": {"model": "none"},
        "threads": [{"name": "t", "do": [{"cpu": "1"}, {"cpu": "1"}]}], "zzz": 1})");
    const auto seed = text.find("`seed`");
    const auto first = text.find("/threads/0/do/0/cpu");
    const auto second = text.find("/threads/0/do/1/cpu");
    const auto last = text.find("/zzz");
    CHECK(seed < first);
    CHECK(first < second);
    CHECK(second < last);
    CHECK(last != std::string::npos);
}

TEST_CASE("the nearest spelling allows for slips but not for other words") {
    constexpr std::array<std::string_view, 5> words{"cpu", "sleep", "synchronize", "io", "c_call"};
    CHECK(nearest("slep", words) == "sleep");
    CHECK(nearest("sleeep", words) == "sleep");
    CHECK(nearest("SLEEP", words) == "sleep");
    CHECK(nearest("spu", words) == "cpu");
    CHECK(nearest("cup", words) == "cpu");
    CHECK(nearest("syncronise", words) == "synchronize");
    CHECK(nearest("ccall", words) == "c_call");
    CHECK(nearest("blocked", words).empty());
    CHECK(nearest("", words).empty());
    CHECK(nearest(std::string(100'000, 'x'), words).empty());
}

TEST_CASE("unreadable files and folders are messages without a line") {
    const Loaded folder = load_scenario_file(".");
    CHECK(headlines(folder.diagnostics) == ".: error: is a directory, not a scenario file\n");
    CHECK_FALSE(folder.file);
    const Loaded absent = load_scenario_file("no/such/file.json");
    CHECK(contains(headlines(absent.diagnostics), "no/such/file.json: error: cannot be opened: "));
    CHECK_FALSE(absent.file);
}
