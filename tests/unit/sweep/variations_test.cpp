#include "tools/cli/variations.hpp"

#include "tools/cli/command.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;

namespace {

std::string values(const std::string& text) {
    std::string all;
    const Variations all_of_text = variations({text});
    for (const std::string& value : all_of_text.front().values) {
        all += (all.empty() ? "" : " | ") + value;
    }
    return all;
}

std::string refusal(const std::vector<std::string>& texts) {
    try {
        static_cast<void>(variations(texts));
    } catch (const UsageError& error) { return error.what(); }
    return "accepted";
}

}  // namespace

TEST_CASE("--vary takes values and ranges of whole numbers with a unit") {
    CHECK(values("n=1,2,4") == "1 | 2 | 4");
    CHECK(values("n=8..11") == "8 | 9 | 10 | 11");
    CHECK(values("n=1,4..6,20") == "1 | 4 | 5 | 6 | 20");
    CHECK(values("q=9ms..11ms") == "9ms | 10ms | 11ms");
    CHECK(values("p=-1..1") == "-1 | 0 | 1");
    CHECK(values("p=3..3") == "3");
    CHECK(values("file=a..b") == "a..b");
    CHECK(values("q=1ms..2s") == "1ms..2s");
}

TEST_CASE("Commas inside of brackets and quotes belong to the value") {
    CHECK(values(R"(c={"uniform": ["1ms", "2ms"]},5ms)") == R"({"uniform": ["1ms", "2ms"]} | 5ms)");
    CHECK(values(R"(m="a,b\",c",d)") == R"("a,b\",c" | d)");
}

TEST_CASE("--vary says what is wrong with it") {
    CHECK(refusal({"n"}) == R"(--vary "n": expected NAME=V1,V2 or NAME=A..B)");
    CHECK(refusal({"=1"}) == R"(--vary "=1": expected NAME=V1,V2 or NAME=A..B)");
    CHECK(refusal({"n=1,,2"}) == R"(--vary "n=1,,2": a value is missing)");
    CHECK(refusal({"n="}) == R"(--vary "n=": a value is missing)");
    CHECK(refusal({"n=5..1"}) == R"(--vary "n=5..1": the range goes down)");
    CHECK(refusal({"n=1..9999999999"}) ==
          R"(--vary "n=1..9999999999": more than a million values)");
    CHECK(refusal({"n=1,2,1"}) == R"(--vary "n=1,2,1": the value 1 stands here twice)");
    CHECK(refusal({"n=1", "m=2", "n=3"}) == R"(--vary "n=3": n is varied twice)");
}
