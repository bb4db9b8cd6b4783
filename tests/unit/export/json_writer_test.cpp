#include "tools/export/json_writer.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace gvlsim {

namespace {

std::string escaped(std::string_view text) {
    std::string out;
    append_json_text(out, text);
    return out;
}

}  // namespace

TEST_CASE("JSON objects are laid out below each other or in one line") {
    StringWriter writer;
    JsonWriter json{writer};
    json.begin_object(JsonWriter::Layout::lines);
    json.member("name", "a");
    json.key("list");
    json.begin_list(JsonWriter::Layout::lines);
    for (const int number : {1, 2}) {
        json.begin_object();
        json.member("n", number);
        json.member("flag", true);
        json.end();
    }
    json.end();
    json.key("empty");
    json.begin_list(JsonWriter::Layout::lines);
    json.end();
    json.member("none", std::optional<Duration>{});
    json.end();
    CHECK(writer.text() ==
          "{\n"
          "  \"name\": \"a\",\n"
          "  \"list\": [\n"
          "    {\"n\": 1, \"flag\": true},\n"
          "    {\"n\": 2, \"flag\": true}\n"
          "  ],\n"
          "  \"empty\": [],\n"
          "  \"none\": null\n"
          "}\n");
}

TEST_CASE("whole numbers are exact to the last digit of 64 bits") {
    StringWriter writer;
    JsonWriter json{writer};
    json.begin_list();
    json.number(std::numeric_limits<std::uint64_t>::max());
    json.number(std::numeric_limits<std::int64_t>::min());
    json.end();
    CHECK(writer.text() == "[18446744073709551615, -9223372036854775808]\n");
}

TEST_CASE("real numbers are the shortest that read back the same, infinity is null") {
    StringWriter writer;
    JsonWriter json{writer};
    json.begin_list();
    json.number(1.2820512820512822);
    json.number(0.1);
    json.number(2.0);
    json.number(1e300);
    json.number(std::numeric_limits<double>::infinity());
    json.end();
    CHECK(writer.text() == "[1.2820512820512822, 0.1, 2.0, 1e+300, null]\n");
}

TEST_CASE("any text survives a JSON parser") {
    std::string text = "quote \" backslash \\ line \n tab \t bell \a delete \x7f Zoë 漢 😀";
    text.push_back('\0');
    CHECK(nlohmann::json::parse('"' + escaped(text) + '"').get<std::string>() == text);
}

TEST_CASE("bytes that are not UTF-8 become the replacement character") {
    CHECK(escaped("a\xff"
                  "b\xc3") == "a\\ufffdb\\ufffd");
    CHECK(escaped("\xed\xa0\x80") == "\\ufffd\\ufffd\\ufffd");  // a surrogate
}

}  // namespace gvlsim
