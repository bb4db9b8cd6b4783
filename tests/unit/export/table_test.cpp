#include "tools/export/table.hpp"

#include <doctest/doctest.h>

namespace gvlsim {

TEST_CASE("columns line up by characters, not bytes, and no line ends in a blank") {
    Table table;
    table.column("thread", Table::Align::left);
    table.column("end");
    table.column("note", Table::Align::left);
    table.row({"Zoë", "1.5", ""});
    table.row({"main", "12345.678", "x"});
    CHECK(table.lines() == std::vector<std::string>{"thread        end  note", "Zoë           1.5",
                                                    "main    12345.678  x"});
    CHECK(table.width() == 23);
}

TEST_CASE("the gap between columns can be narrow") {
    Table table{1};
    table.column("a");
    table.column("b");
    table.row({"10", "2"});
    CHECK(table.lines() == std::vector<std::string>{" a b", "10 2"});
    CHECK(table.width() == 4);
}

TEST_CASE("a row may be shorter than the heading") {
    Table table;
    table.column("a");
    table.column("b");
    table.row({"1"});
    CHECK(table.lines().back() == "1");
}

}  // namespace gvlsim
