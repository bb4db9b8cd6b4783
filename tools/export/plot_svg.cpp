#include "tools/export/plot_svg.hpp"

#include "models/report/format.hpp"
#include "tools/export/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace gvlsim {

namespace {

constexpr double width = 760;
constexpr double height = 460;
constexpr double left = 74;
constexpr double right = 190;  // room for the legend
constexpr double top = 42;
constexpr double bottom = 58;

// Okabe and Ito's colours, told apart also by those who do not see red and green; dashes and
// shapes of points repeat the difference in black and white.
constexpr std::array<const char*, 6> colours{"#0072b2", "#d55e00", "#009e73",
                                             "#cc79a7", "#e69f00", "#000000"};
constexpr std::string_view style =
    ".curve { fill: none; stroke-width: 1.8 }\n.theory { fill: none; stroke-dasharray: 6 4 }\n"
    ".band { opacity: .18; stroke: none }\n.knee { fill: none; stroke: #000; stroke-width: 1.5 }\n"
    ".cell { stroke: #fff; stroke-width: 1 }\n";

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void take(double value) {
        if (!std::isfinite(value)) { return; }
        low = std::min(low, value);
        high = std::max(high, value);
    }
    void settle() {
        if (!(low <= high)) { *this = {0, 1}; }
        if (low == high) {
            low -= low == 0 ? 0 : std::abs(low) / 2;
            high += high == 0 ? 1 : std::abs(high) / 2;
        }
    }
};

std::string label_of(double value) {
    std::string text = fixed(value, 6);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') { text.pop_back(); }
    return text;
}

class Curves {
public:
    Curves(Writer& writer, const Plot& plot) : writer_{writer}, plot_{plot} {
        for (const PlotSeries& series : plot.series) {
            for (const PlotPoint& point : series.points) {
                x_.take(point.x);
                y_.take(point.y);
                y_.take(point.low.value_or(point.y));
                y_.take(point.high.value_or(point.y));
            }
        }
        x_.settle();
        y_.take(0);  // a curve whose axis hides zero exaggerates
        y_.settle();
        log_ = plot.log_x && x_.low > 0;
    }

    void write() {
        writer_.write(svg::opening(width, height, plot_.title, plot_.description, style));
        writer_.write(svg::text(left, 24, plot_.title, "title"));
        axes();
        for (std::size_t index = 0; index < plot_.series.size(); ++index) { series(index); }
        if (plot_.knee) { knee(*plot_.knee); }
        writer_.write("</svg>\n");
        writer_.flush();
    }

private:
    [[nodiscard]] double x(double value) const {
        const double share = log_ ? std::log(value / x_.low) / std::log(x_.high / x_.low)
                                  : (value - x_.low) / (x_.high - x_.low);
        return left + share * (width - left - right);
    }
    [[nodiscard]] double y(double value) const {
        return height - bottom -
               (value - y_.low) / (y_.high - y_.low) * (height - top - bottom);
    }

    void axes() {
        const double floor = height - bottom;
        for (const double mark : round_marks(y_.low, y_.high, 6)) {
            writer_.write(svg::line(left, y(mark), width - right, y(mark), "grid"));
            writer_.write(svg::text(left - 6, y(mark) + 4, label_of(mark), "small", "end"));
        }
        std::vector<double> marks = round_marks(x_.low, x_.high, 8);
        if (log_) {
            marks.clear();
            for (double power = std::pow(10, std::floor(std::log10(x_.low)));
                 power <= x_.high * 1.0001; power *= 10) {
                for (const double factor : {1.0, 2.0, 5.0}) {
                    const double mark = power * factor;
                    if (mark >= x_.low * .9999 && mark <= x_.high * 1.0001) {
                        marks.push_back(mark);
                    }
                }
            }
        }
        for (const double mark : marks) {
            writer_.write(svg::line(x(mark), floor, x(mark), floor + 5, "axis"));
            writer_.write(svg::text(x(mark), floor + 18, label_of(mark), "small", "middle"));
        }
        writer_.write(svg::line(left, floor, width - right, floor, "axis"));
        writer_.write(svg::line(left, top, left, floor, "axis"));
        writer_.write(svg::text((left + width - right) / 2, height - 14, plot_.x_label, {},
                                "middle"));
        writer_.write(fmt::format("<text transform=\"translate(16 {}) rotate(-90)\" "
                                  "text-anchor=\"middle\">{}</text>\n",
                                  svg::number((top + floor) / 2), svg::escaped(plot_.y_label)));
    }

    void series(std::size_t index) {
        const PlotSeries& one = plot_.series[index];
        const std::string colour = colours.at(index % colours.size());
        std::string band;
        std::string back;
        std::string path;
        for (const PlotPoint& point : one.points) {
            const std::string place = svg::number(x(point.x)) + " ";
            path += (path.empty() ? "M" : "L") + place + svg::number(y(point.y));
            if (point.low && point.high) {
                band += (band.empty() ? "M" : "L") + place + svg::number(y(*point.high));
                back.insert(0, "L" + place + svg::number(y(*point.low)));
            }
        }
        if (!band.empty()) {
            writer_.write("<path class=\"band\" fill=\"" + colour + "\" d=\"" + band + back +
                          "Z\"/>\n");
        }
        if (one.kind != PlotSeries::Kind::measured && !path.empty()) {
            const char* const kind = one.kind == PlotSeries::Kind::theory ? "theory" : "curve";
            writer_.write(std::string{"<path class=\""} + kind + "\" stroke=\"" + colour +
                          "\" d=\"" + path + "\"/>\n");
        }
        if (one.kind != PlotSeries::Kind::theory) {
            for (const PlotPoint& point : one.points) {
                dot(x(point.x), y(point.y), one.kind, colour);
            }
        }
        legend(index, colour);
    }

    void dot(double at_x, double at_y, PlotSeries::Kind kind, const std::string& colour) {
        if (kind == PlotSeries::Kind::measured) {
            writer_.write(fmt::format(
                "<path stroke=\"{}\" stroke-width=\"2\" d=\"M{} {}l8 8m0 -8l-8 8\"/>\n", colour,
                svg::number(at_x - 4), svg::number(at_y - 4)));
        } else {
            writer_.write(fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{}\"/>\n",
                                      svg::number(at_x), svg::number(at_y), colour));
        }
    }

    void legend(std::size_t index, const std::string& colour) {
        const PlotSeries& one = plot_.series[index];
        const double from = width - right + 14;
        const double at = top + 8 + 20 * static_cast<double>(index);
        if (one.kind != PlotSeries::Kind::measured) {
            const bool theory = one.kind == PlotSeries::Kind::theory;
            writer_.write(fmt::format("<path class=\"{}\" stroke=\"{}\" d=\"M{} {}h24\"/>\n",
                                      theory ? "theory" : "curve", colour, svg::number(from),
                                      svg::number(at)));
        }
        if (one.kind != PlotSeries::Kind::theory) { dot(from + 12, at, one.kind, colour); }
        writer_.write(svg::text(from + 32, at + 4, one.name, "small"));
    }

    void knee(const PlotPoint& point) {
        writer_.write(fmt::format("<circle class=\"knee\" cx=\"{}\" cy=\"{}\" r=\"8\"/>\n",
                                  svg::number(x(point.x)), svg::number(y(point.y))));
        writer_.write(svg::text(x(point.x) + 11, y(point.y) + 16,
                                "knee: " + label_of(point.x) + ", " + label_of(point.y), "small"));
    }

    Writer& writer_;
    const Plot& plot_;
    Range x_;
    Range y_;
    bool log_ = false;
};

}  // namespace

std::vector<double> round_marks(double low, double high, std::size_t count) {
    const double wanted = (high - low) / static_cast<double>(std::max<std::size_t>(1, count));
    if (!(wanted > 0)) { return {low}; }
    double step = std::pow(10, std::floor(std::log10(wanted)));
    for (const double factor : {2.0, 2.5, 2.0}) {  // 1, 2, 5, 10
        if (step >= wanted * .9999) { break; }
        step *= factor;
    }
    std::vector<double> marks;
    const auto first = static_cast<long long>(std::ceil(low / step - 1e-9));
    for (long long at = first; static_cast<double>(at) * step <= high + step * 1e-9; ++at) {
        marks.push_back(static_cast<double>(at) * step);
    }
    return marks;
}

void write_plot_svg(Writer& writer, const Plot& plot) { Curves{writer, plot}.write(); }

void write_heat_map_svg(Writer& writer, const HeatMap& map) {
    Range range;
    for (const std::optional<double>& value : map.values) {
        if (value) { range.take(*value); }
    }
    range.settle();
    const auto columns = static_cast<double>(std::max<std::size_t>(1, map.columns.size()));
    const double cell = std::clamp(560 / columns, 34.0, 80.0);
    const double whole_width = left + 30 + cell * columns + 20;
    const double whole_height = top + 30 * static_cast<double>(map.rows.size()) + 70;
    writer.write(svg::opening(std::max(whole_width, 360.0), whole_height, map.title,
                              map.description, style));
    writer.write(svg::text(left, 24, map.title + ": " + map.value_label, "title"));
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        const double y = top + 30 * static_cast<double>(row);
        writer.write(svg::text(left + 22, y + 19, map.rows[row], "small", "end"));
        for (std::size_t column = 0; column < map.columns.size(); ++column) {
            const double x = left + 30 + cell * static_cast<double>(column);
            const std::optional<double> value = map.values.at(row * map.columns.size() + column);
            const double share = value ? (*value - range.low) / (range.high - range.low) : 0;
            const int grey = static_cast<int>(std::lround(250 - 190 * share));
            writer.write(fmt::format(
                "<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"30\" "
                "fill=\"rgb({},{},{})\"/>\n",
                svg::number(x), svg::number(y), svg::number(cell), grey - 20 * (grey < 200 ? 1 : 0),
                grey, std::min(255, grey + 20)));
            writer.write(fmt::format(
                "<text class=\"small\" x=\"{}\" y=\"{}\" text-anchor=\"middle\" "
                "style=\"fill:{}\">{}</text>\n",
                svg::number(x + cell / 2), svg::number(y + 19), share > .55 ? "#fff" : "#000",
                value ? svg::number(*value) : "-"));
        }
    }
    const double floor = top + 30 * static_cast<double>(map.rows.size());
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
        writer.write(svg::text(left + 30 + cell * (static_cast<double>(column) + .5), floor + 18,
                               map.columns[column], "small", "middle"));
    }
    writer.write(svg::text(left + 30 + cell * columns / 2, floor + 40, map.x_label, {}, "middle"));
    writer.write(svg::text(6, top - 6, map.y_label, "small"));
    writer.write("</svg>\n");
    writer.flush();
}

}  // namespace gvlsim
