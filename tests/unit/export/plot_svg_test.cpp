#include "tools/export/plot_svg.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace gvlsim;

namespace {

std::string drawn(const Plot& plot) {
    StringWriter writer;
    write_plot_svg(writer, plot);
    return writer.text();
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++times;
    }
    return times;
}

}  // namespace

TEST_CASE("Marks of an axis are round numbers inside its range") {
    CHECK(round_marks(0, 10, 5) == std::vector<double>{0, 2, 4, 6, 8, 10});
    CHECK(round_marks(0, 1, 2) == std::vector<double>{0, 0.5, 1});
    CHECK(round_marks(3, 3, 5) == std::vector<double>{3});
    CHECK(round_marks(95, 430, 4) == std::vector<double>{100, 200, 300, 400});
}

TEST_CASE("A plot has its points, its theory, its band and its knee") {
    Plot plot;
    plot.title = "speed < \"n\"";
    plot.x_label = "threads";
    plot.y_label = "speedup";
    plot.series.push_back(
        {"simulated", PlotSeries::Kind::curve, {{1, 1, 0.9, 1.1}, {2, 1.9, 1.8, 2.0}}});
    plot.series.push_back({"measured", PlotSeries::Kind::measured, {{1, 1, {}, {}}}});
    plot.series.push_back({"theory", PlotSeries::Kind::theory, {{1, 1, {}, {}}, {2, 2, {}, {}}}});
    plot.knee = PlotPoint{2, 1.9, {}, {}};
    const std::string svg = drawn(plot);
    CHECK(svg.find("speed &lt; &quot;n&quot;") != std::string::npos);
    CHECK(count(svg, "class=\"band\"") == 1);
    CHECK(count(svg, "class=\"theory\"") == 2);  // the line and its legend
    CHECK(count(svg, "<circle cx") == 3);        // two points and a legend
    CHECK(svg.find("knee: 2, 1.9") != std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("A plot of one point, of nothing and over powers of ten is drawn too") {
    Plot plot;
    CHECK(drawn(plot).ends_with("</svg>\n"));
    plot.series.push_back({"one", PlotSeries::Kind::curve, {{5, 5, {}, {}}}});
    CHECK(drawn(plot).find("nan") == std::string::npos);
    plot.log_x = true;
    plot.series.front().points.push_back({5000, 6, {}, {}});
    const std::string svg = drawn(plot);
    CHECK(svg.find(">1000</text>") != std::string::npos);
    CHECK(svg.find(">10</text>") != std::string::npos);
}

TEST_CASE("A heat map has a cell for each pair and says where nothing was run") {
    HeatMap map;
    map.columns = {"1", "2"};
    map.rows = {"10ms", "100ms"};
    map.values = {1.0, 2.0, 3.0, std::nullopt};
    StringWriter writer;
    write_heat_map_svg(writer, map);
    CHECK(count(writer.text(), "class=\"cell\"") == 4);
    CHECK(writer.text().find(">-</text>") != std::string::npos);
}
