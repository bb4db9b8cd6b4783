// What Ruby's Benchmark.bm printed, pasted into a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

struct BmRow {
    std::string label;      // without the blanks around it; may be empty
    double user = 0;        // seconds, likewise the others
    double system = 0;
    double total = 0;
    double real = 0;
    std::string real_text;  // its digits as printed
};

// Every line that ends in three numbers and a fourth in parentheses, as Benchmark::FORMAT has it;
// captions and whatever else was pasted along are left out. In the order of the text.
[[nodiscard]] std::vector<BmRow> parse_bm(std::string_view text);

}  // namespace gvlsim
