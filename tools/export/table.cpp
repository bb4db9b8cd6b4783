#include "tools/export/table.hpp"

#include "models/scenario/wording.hpp"

#include <algorithm>

namespace gvlsim {

void Table::column(std::string heading, Align align) {
    const std::size_t width = count_characters(heading);
    columns_.push_back({std::move(heading), align, width});
}

void Table::row(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    fit(cells);
    rows_.push_back(std::move(cells));
}

void Table::fit(const std::vector<std::string>& cells) {
    for (std::size_t index = 0; index < cells.size(); ++index) {
        Column& column = columns_[index];
        column.width = std::max(column.width, count_characters(cells[index]));
    }
}

std::string Table::heading() const {
    std::vector<std::string> headings;
    for (const Column& column : columns_) { headings.push_back(column.heading); }
    return line(headings);
}

std::size_t Table::width() const {
    std::size_t width = columns_.empty() ? 0 : gap_ * (columns_.size() - 1);
    for (const Column& column : columns_) { width += column.width; }
    return width;
}

std::vector<std::string> Table::lines() const {
    std::vector<std::string> lines{heading()};
    for (const std::vector<std::string>& cells : rows_) { lines.push_back(line(cells)); }
    return lines;
}

std::string Table::line(const std::vector<std::string>& cells) const {
    std::string line;
    for (std::size_t index = 0; index < columns_.size(); ++index) {
        const Column& column = columns_[index];
        const std::string& cell = cells[index];
        const std::size_t padding = column.width - count_characters(cell);
        line.append(index == 0 ? 0 : gap_, ' ');
        line.append(column.align == Align::right ? padding : 0, ' ');
        line += cell;
        line.append(column.align == Align::left ? padding : 0, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

}  // namespace gvlsim
