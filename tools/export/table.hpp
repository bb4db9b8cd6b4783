// Columns of text that line up, for reports on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gvlsim {

class Table {
public:
    enum class Align : unsigned char { left, right };

    explicit Table(std::size_t gap = 2) : gap_{gap} {}

    void column(std::string heading, Align align = Align::right);
    // One cell per column, in order.
    void row(std::vector<std::string> cells);
    // For tables whose rows are not kept: makes room for a row, and gives its line.
    void fit(const std::vector<std::string>& cells);
    [[nodiscard]] std::string line(const std::vector<std::string>& cells) const;
    [[nodiscard]] std::string heading() const;

    [[nodiscard]] std::size_t width() const;  // of the widest line, in characters
    // The heading and the rows, each a line, `gap` blanks between columns, none at the end.
    [[nodiscard]] std::vector<std::string> lines() const;

private:
    struct Column {
        std::string heading;
        Align align;
        std::size_t width;
    };

    std::size_t gap_;
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace gvlsim
