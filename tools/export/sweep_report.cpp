#include "tools/export/sweep_report.hpp"

#include "models/scenario/params.hpp"
#include "tools/sweep/jobs.hpp"

#include <algorithm>

namespace gvlsim {

std::vector<std::string_view> runtime_columns(const SweepHead& head) {
    std::vector<std::string_view> names;
    for (const std::string_view name : runtime_param_names) {
        if (std::find(head.params.begin(), head.params.end(), name) == head.params.end()) {
            names.push_back(name);
        }
    }
    return names;
}

std::vector<std::string> prepared(const SweepHead& head, std::span<const SweepRow> rows,
                                  const std::function<std::string(const SweepRow&)>& text) {
    std::vector<std::string> texts(rows.size());
    for_all(rows.size(), head.jobs, [&](std::size_t index) { texts[index] = text(rows[index]); });
    return texts;
}

}  // namespace gvlsim
