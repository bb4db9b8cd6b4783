#include "models/scenario/bm_text.hpp"
#include "tests/unit/scenario/loading.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

constexpr const char* pasted = R"(
ruby 2.3.8p459
                user     system      total        real
1 thread   47.920000   0.020000  47.940000 ( 97.990803)
2 threads  48.520000   0.050000  48.570000 (61.070696)
                avg:   done (at last)
)";

// A file beside which a scenario would lie.
class Folder {
public:
    explicit Folder(const char* text) {
        path_ = (std::filesystem::temp_directory_path() /
                 ("gvlsim-bm-" + std::to_string(reinterpret_cast<std::uintptr_t>(this))))
                    .string();
        std::filesystem::create_directory(path_);
        std::ofstream{path_ + "/rows.txt"} << text;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }
    [[nodiscard]] Loaded load(const std::string& members) const {
        return load_scenario(file_with(members), path_ + "/f.json");
    }

private:
    std::string path_;
};

std::string measured(const Loaded& loaded) {
    if (!loaded.file) { return headlines(loaded.diagnostics); }
    std::string text;
    for (const CaseHeader& header : loaded.file->cases()) {
        for (const Measured& figure : header.measured) {
            text += figure.key + "=" + figure.text + " ";
        }
    }
    return text;
}

}  // namespace

TEST_CASE("Rows of Benchmark.bm are found among whatever was pasted with them") {
    const std::vector<BmRow> rows = parse_bm(pasted);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].label == "1 thread");
    CHECK(rows[0].user == 47.92);
    CHECK(rows[0].system == 0.02);
    CHECK(rows[0].total == 47.94);
    CHECK(rows[0].real == 97.990803);
    CHECK(rows[1].label == "2 threads");
    CHECK(rows[1].real_text == "61.070696");
    CHECK(parse_bm(" 45.868   0.020  45.888 ( 95.94062)\r\n").at(0).label == "");
    CHECK(parse_bm("").empty());
    CHECK(parse_bm("a (1.0)\nb 1 2 (3)\n(4.5)\n1 2 3 (-4)\n").empty());
}

TEST_CASE("A case takes the row of its name, or the one it names, or the one at its place") {
    const Folder folder{pasted};
    CHECK(measured(folder.load(R"("cases": [{"name": "2 threads"}, {"name": "1 thread"}],
                                  "measured": {"bm": "rows.txt"}, )")) ==
          "end_s=61.070696 end_s=97.990803 ");
    CHECK(measured(folder.load(R"("cases": [{"name": "two"}, {"name": "one"}],
                                  "measured": {"bm": "rows.txt"}, )")) ==
          "end_s=97.990803 end_s=61.070696 ");
    CHECK(measured(folder.load(
              R"("cases": [{"name": "x", "measured": {"bm": "rows.txt", "row": "2 threads",
                                                      "waste_s": 1}}], )")) ==
          "waste_s=1 end_s=61.070696 ");
    CHECK(measured(Folder{"9.0 1.0 10.0 (11.5)\n"}.load(R"("measured": {"bm": "rows.txt"}, )")) ==
          "end_s=11.5 ");
}

TEST_CASE("A missing file or row is told with its place") {
    const Folder folder{pasted};
    const std::string missing =
        measured(folder.load(R"("measured": {"bm": "row.txt"}, )"));
    CHECK(contains(missing, "f.json:1:34: error: "));
    CHECK(contains(missing, "row.txt\" cannot be opened: No such file or directory"));
    CHECK(contains(missing, "(at /measured/bm)"));
    CHECK(contains(measured(folder.load(R"("cases": [{"name": "3 threads", "measured":
                                           {"bm": "rows.txt"}}], )")),
                   R"("rows.txt" has no row "3 threads")"));
    CHECK(contains(measured(Folder{"nothing\n"}.load(R"("measured": {"bm": "rows.txt"}, )")),
                   "has no row of Benchmark.bm"));
    CHECK(contains(measured(folder.load(R"("measured": {"bm": 5}, )")), "the name of a file"));
}
