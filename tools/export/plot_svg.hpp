// Curves and heat maps as SVG: measured or simulated points, theory, bands, the knee. Knows
// nothing of scenarios: `gvlsim sweep --plot` fills it.
#pragma once

#include "tools/export/writer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

struct PlotPoint {
    double x;
    double y;
    std::optional<double> low;   // the band of replications
    std::optional<double> high;
};

struct PlotSeries {
    enum class Kind : unsigned char { curve, measured, theory };
    std::string name;
    Kind kind = Kind::curve;  // line with points, points alone, dashed line
    std::vector<PlotPoint> points;  // in order of x
};

struct Plot {
    std::string title;
    std::string description;
    std::string x_label;
    std::string y_label;
    std::vector<PlotSeries> series;
    std::optional<PlotPoint> knee;  // marked and named
    bool log_x = false;             // where every x is positive
};

struct HeatMap {
    std::string title;
    std::string description;
    std::string x_label;
    std::string y_label;
    std::vector<std::string> columns;
    std::vector<std::string> rows;
    std::vector<std::optional<double>> values;  // row by row; absent: not run
    std::string value_label;
};

void write_plot_svg(Writer& writer, const Plot& plot);
void write_heat_map_svg(Writer& writer, const HeatMap& map);

// Up to `count` round numbers from `low` to `high`, for an axis.
[[nodiscard]] std::vector<double> round_marks(double low, double high, std::size_t count);

}  // namespace gvlsim
