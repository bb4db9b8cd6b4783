// A recording of real runs beside simulated ones: figures, distributions, the order of turns.
#pragma once

#include "models/scenario/scenario.hpp"
#include "tools/export/json_writer.hpp"
#include "tools/export/palette.hpp"
#include "tools/import/sample.hpp"
#include "tools/import/series.hpp"
#include "tools/import/turn_order.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

// The values of one figure over the runs; at least one.
struct Range {
    double median = 0, lowest = 0, highest = 0;
};

// Seconds where `what` ends in `_s`, else a count.
struct FigureRow {
    std::string what;  // a result key
    std::optional<Range> measured;
    std::optional<Range> simulated;  // of all disturbed runs; `written` is the case as it stands
    std::optional<double> written;
    std::optional<bool> ok;  // judged: a measured value lies in the simulated range ± tolerance
    [[nodiscard]] std::optional<double> error() const noexcept;  // written / median measured - 1
};

struct DistributionRow {
    std::string what;  // "lateness of sleeper", "stalls", "turns of cpu-1", "span get"
    Sample measured;
    Sample simulated;
    // Largest distance between the two distribution functions (Kolmogorov and Smirnov): as it is,
    // and where values that lie up to `near` apart count as equal. Absent without simulated values.
    std::optional<double> distance;
    std::optional<double> distance_near;
    Duration near{};
    std::optional<bool> ok;  // judged: median within the tolerance or 0.5 ms
};

struct SideBySide {
    std::string ruby, model, source, scenario;
    std::size_t runs = 0;       // recorded
    std::size_t disturbed = 0;  // simulated, the case as written included
    std::vector<FigureRow> figures;
    std::vector<DistributionRow> distributions;
    std::vector<OrderRow> orders;  // of the first recorded run and the case as written
    std::vector<std::string> absent;  // what the recording does not have
    std::vector<std::string> notes;
    bool phase_sensitive = false;  // the ends of the simulated runs lie more than 2 % apart
    std::optional<double> tolerance;
    [[nodiscard]] bool holds() const noexcept;
};

struct SideBySideRequest {
    Scenario scenario;  // of the case, as the file has it
    std::string title;
    std::uint64_t disturbed = 20;      // simulated runs beside the case as written
    std::optional<double> tolerance;   // absent: nothing is judged
};

// `series` decides the model; see adapt() in envelope.hpp.
[[nodiscard]] SideBySide side_by_side(const SideBySideRequest& request, const Series& series);

[[nodiscard]] std::string to_text(const SideBySide& compared, Palette palette);
void write_json(JsonWriter& json, const SideBySide& compared);

}  // namespace gvlsim
