#include "sim/digest.hpp"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

using namespace gvlsim;

namespace {

// FNV-1a as published, over bytes.
std::uint64_t fnv_1a(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    }
    return hash;
}

Record some_record() {
    return Record{Instant{Duration{77}}, 1, 2, 3, 4, 5, 6};
}

std::uint64_t digest(const Record& record) {
    Digest digest;
    digest.add(record);
    return digest.value();
}

}  // namespace

TEST_CASE("The digest is FNV-1a of the values, lowest byte first") {
    REQUIRE(fnv_1a("foobar") == 0x85944171f73967e8U);  // the authors' test vector
    CHECK(Digest{}.value() == fnv_1a(""));
    Digest digest;
    digest.add(std::uint64_t{0x6867666564636261U});
    CHECK(digest.value() == fnv_1a("abcdefgh"));
    digest.add(std::uint64_t{0x7071});
    CHECK(digest.value() == fnv_1a(std::string_view{"abcdefghqp\0\0\0\0\0\0", 16}));
}

TEST_CASE("The digest of a run changes with every member of a record and with their order") {
    std::vector<Record> others(7, some_record());
    others[0].time += Duration{1};
    others[1].subject += 1;
    others[2].object += 1;
    others[3].kind += 1;
    others[4].detail += 1;
    others[5].extra += 1;
    others[6].number += 1;
    std::vector<std::uint64_t> digests{digest(some_record())};
    for (const Record& other : others) {
        for (const std::uint64_t seen : digests) {
            CHECK(digest(other) != seen);
        }
        digests.push_back(digest(other));
    }
    Digest forwards;
    forwards.add(others[0]);
    forwards.add(others[1]);
    Digest backwards;
    backwards.add(others[1]);
    backwards.add(others[0]);
    CHECK(forwards.value() != backwards.value());
}
