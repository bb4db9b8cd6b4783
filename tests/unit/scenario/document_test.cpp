#include "models/scenario/document.hpp"

#include "models/scenario/findings.hpp"
#include "tests/unit/scenario/loading.hpp"

#include <cstring>
#include <memory>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

struct Parsed {
    Findings findings;
    std::unique_ptr<Document> document;

    explicit Parsed(std::string text, Document::Comments comments = Document::Comments::accepted)
        : document(std::make_unique<Document>(std::move(text), comments, findings)) {}
    [[nodiscard]] std::string messages() const {
        return headlines(findings.publish(*document, "f.json"));
    }
};

}  // namespace

TEST_CASE("every value knows the byte at which it begins") {
    const Parsed parsed{"{ \"a\" : [ 12 , /* , : */ true ],\n // { \n \"b\": {\"c\":\"x\"} }"};
    REQUIRE(parsed.document->valid());
    const Document& document = *parsed.document;
    const std::string& text = document.text();
    const Node& a = *document.root().find("a");
    const Node& twelve = *a.children().begin();
    CHECK(text.substr(a.key_offset, 3) == "\"a\"");
    CHECK(text[a.offset] == '[');
    CHECK(text.substr(twelve.offset, 2) == "12");
    CHECK(text.substr((&twelve + 1)->offset, 4) == "true");
    const Node& c = *document.root().find("b")->find("c");
    CHECK(text.substr(c.offset, 3) == "\"x\"");
    CHECK(document.pointer(c) == "/b/c");
    CHECK(document.pointer(*(&twelve + 1)) == "/a/1");
    CHECK(a.size == 2);
}

TEST_CASE("numbers keep their digits and strings lose their escapes") {
    const Parsed parsed{
        R"([0.250, 123456789012345678901234567890, -0, 1e3, "\"\\\u00e9\"", "$n"])"};
    REQUIRE(parsed.document->valid());
    std::vector<std::string> texts;
    std::vector<NodeKind> kinds;
    for (const Node& node : parsed.document->root().children()) {
        texts.emplace_back(node.text);
        kinds.push_back(node.kind);
    }
    CHECK(texts == std::vector<std::string>{"0.250", "123456789012345678901234567890", "-0", "1e3",
                                            "\"\\é\"", "$n"});
    CHECK(kinds == std::vector<NodeKind>{NodeKind::real, NodeKind::integer, NodeKind::integer,
                                         NodeKind::real, NodeKind::string, NodeKind::string});
    CHECK(parsed.document->root().refers);
}

TEST_CASE("a byte order mark and Windows line ends are read over") {
    const Parsed parsed{"\xEF\xBB\xBF{\r\n\"a\": 1\r\n}"};
    REQUIRE(parsed.document->valid());
    CHECK(parsed.document->root().find("a")->text == "1");
    CHECK(contains(mistakes("\xEF\xBB\xBF{\r\n\"format\": 2}"), "f.json:2:11: error: `format`"));
}

TEST_CASE("comments are refused where they are not wanted") {
    CHECK(Parsed{"1 // one"}.document->valid());
    CHECK_FALSE(Parsed{"1 // one", Document::Comments::refused}.document->valid());
    CHECK_FALSE(Parsed{"1 /* one"}.document->valid());
}

TEST_CASE("syntax mistakes are placed where they begin") {
    CHECK(contains(Parsed{"{\"a\": 1,\n  \"b\": tru }"}.messages(), "f.json:2:11: error: "));
    CHECK(contains(Parsed{"{\"a\": [1, 2}"}.messages(), "f.json:1:12: error: "));
    CHECK(contains(Parsed{"{\"a\": [1, 2"}.messages(), "unexpected end of input"));
    CHECK(contains(Parsed{"{\"a\": 1} {}"}.messages(), "f.json:1:10: error: "));
    CHECK(contains(Parsed{"{\"a\" \"bcd\"}"}.messages(), "f.json:1:6: error: "));
    CHECK(contains(Parsed{"{'a': 1}"}.messages(), "f.json:1:2: error: "));
    CHECK(contains(Parsed{"[1, 2, ]"}.messages(), "f.json:1:8: error: "));
    CHECK(contains(Parsed{"[\"\\ud800\"]"}.messages(), "surrogate"));
    CHECK(contains(Parsed{"[01]"}.messages(), "f.json:1:3: error: "));
    CHECK(
        contains(Parsed{"[1e999]"}.messages(), "f.json:1:2: error: the number 1e999 is too large"));
    CHECK(contains(Parsed{"{\"a\": {\"b\": [1, x]}}"}.messages(), "(at /a/b)"));
}

TEST_CASE("each duplicate key is a mistake, and the others are still reported") {
    CHECK(Parsed{R"({"a": 1, "b": {"c": 1, "c": 2}, "a": 3, "\u0061": 4})"}.messages() ==
          "f.json:1:24: error: duplicate key \"c\" (at /b/c)\n"
          "f.json:1:33: error: duplicate key \"a\" (at /a)\n"
          "f.json:1:41: error: duplicate key \"a\" (at /a)\n");
}

TEST_CASE("bytes that are not UTF-8 are mistakes wherever they stand") {
    using std::literals::operator""s;
    CHECK(
        contains(Parsed{"{\"a\xFF\": 1}"}.messages(), "f.json:1:4: error: byte 0xFF is not valid"));
    CHECK_FALSE(Parsed{"1 // \xC3("}.document->valid());
    CHECK_FALSE(Parsed{"[\"\xC0\xAF\"]"}.document->valid());          // overlong
    CHECK_FALSE(Parsed{"[\"\xED\xA0\x80\"]"}.document->valid());      // a surrogate
    CHECK_FALSE(Parsed{"[\"\xF4\x90\x80\x80\"]"}.document->valid());  // beyond U+10FFFF
    CHECK_FALSE(Parsed{"[\"\xE2\x82"}.document->valid());             // cut off
    CHECK(Parsed{"[\"\xF0\x9F\x98\x80\"]"}.document->valid());
    CHECK(contains(Parsed{"\xFF\xFE{\0}\0"s}.messages(), "the file is UTF-16"));
}

TEST_CASE("a NUL byte does not end the text unnoticed") {
    using std::literals::operator""s;
    CHECK(contains(Parsed{"{}\0garbage"s}.messages(), "f.json:1:3: error: a NUL byte"));
    CHECK_FALSE(Parsed{"1 // \0"s}.document->valid());
    CHECK(Parsed{R"(["\u0000"])"}.document->root().children().begin()->text == "\0"s);
}

TEST_CASE("files without anything in them are called empty") {
    for (const char* text : {"", " \n\t", "\xEF\xBB\xBF"}) {
        CHECK(Parsed{text}.messages() == "f.json:1:1: error: the file is empty\n");
    }
    CHECK_FALSE(Parsed{"// only a comment"}.document->valid());
}

TEST_CASE("two hundred thousand brackets end with a message") {
    for (const char* bracket : {"[", "{\"a\":"}) {
        std::string text;
        for (int i = 0; i < 200'000; ++i) { text += bracket; }
        CHECK(contains(Parsed{text}.messages(), "nested more than 256 deep"));
    }
    CHECK(Parsed{std::string(256, '[') + std::string(256, ']')}.document->valid());
}

TEST_CASE("objects with very many members are read in reasonable time") {
    std::string text = "{";
    for (int i = 0; i < 100'000; ++i) { text += "\"k" + std::to_string(i) + "\": 1, "; }
    text += "\"k0\": 2}";
    CHECK(contains(Parsed{text}.messages(), "duplicate key \"k0\""));
}
