#include "models/scenario/cycles.hpp"

#include <doctest/doctest.h>

using namespace gvlsim;

TEST_CASE("a cycle is found wherever it hangs, and chains that meet are none") {
    CHECK(find_cycle({}).empty());
    CHECK(find_cycle({{1, 2}, {3}, {3}, {}}).empty());
    CHECK(find_cycle({{0}}) == std::vector<std::uint32_t>{0});
    CHECK(find_cycle({{1}, {2}, {3}, {1}}) == std::vector<std::uint32_t>{1, 2, 3});
    CHECK(find_cycle({{}, {}, {3}, {2}}) == std::vector<std::uint32_t>{2, 3});
}

TEST_CASE("a chain of a million does not exhaust the stack") {
    References references(1'000'000);
    for (std::uint32_t i = 0; i + 1 < references.size(); ++i) { references[i] = {i + 1}; }
    CHECK(find_cycle(references).empty());
    references.back() = {0};
    CHECK(find_cycle(references).size() == references.size());
}
