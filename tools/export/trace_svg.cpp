// A still of a run for paper and slides: a lane per thread, who has the lock on top. Each state
// has its own pattern, so that it reads in black and white; text stays text.
#include "tools/export/lanes.hpp"
#include "tools/export/svg.hpp"
#include "tools/export/trace.hpp"

#include <algorithm>
#include <array>

namespace gvlsim {

namespace {

constexpr double drawing_width = 840;
constexpr double margin = 12;
constexpr double lane_height = 20;
constexpr double lane_pitch = 28;
constexpr std::size_t columns = 1680;  // two per pixel: what is finer cannot be seen
constexpr std::size_t most_lanes = 64;
constexpr std::size_t longest_name = 24;

constexpr std::array<const char*, state_count> kinds{"run", "want", "sleep", "io", "wait"};
constexpr std::array<const char*, state_count> meanings{"running", "wants the lock", "sleeping",
                                                        "io", "waiting for others"};
constexpr std::string_view style =
    ".run { fill: #1b6e3c; stroke: #000; stroke-width: .5 }\n"
    ".want { fill: url(#hatch); stroke: #000; stroke-width: .5 }\n"
    ".sleep { fill: #fff; stroke: #777; stroke-width: .5; stroke-dasharray: 2 2 }\n"
    ".io { fill: #cfe0f5; stroke: #777; stroke-width: .5 }\n"
    ".wait { fill: #eee; stroke: none }\n"
    ".owner { fill: #1b6e3c; stroke: #fff; stroke-width: 1 }\n"
    ".on { fill: #fff; font-size: 11px }\n"
    ".force { fill: #b3261e; stroke: #000; stroke-width: .5 }\n";
constexpr std::string_view patterns =
    "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fbe3a2\"/>"
    "<rect width=\"2.5\" height=\"6\" fill=\"#7a3b00\"/></pattern></defs>\n";

std::string clipped(const std::string& name) {
    std::size_t characters = 0;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if ((static_cast<unsigned char>(name[at]) & 0xC0U) != 0x80U &&
            ++characters > longest_name) {
            return name.substr(0, at) + "…";
        }
    }
    return name;
}

// One run from `top` down; several stand below each other on one time axis.
class Still {
public:
    Still(Writer& writer, const Explained& explained, double left, Duration length)
        : writer_{writer}, explained_{explained}, run_{explained.run}, left_{left},
          length_{std::max(Duration{1}, length)},
          lanes_count_{std::min(run_.names.size(), most_lanes)},
          lanes_{run_, lanes_count_, columns} {}

    [[nodiscard]] double height() const {
        const double more = lanes_count_ < run_.names.size() ? 1 : 0;
        return 58 + lane_pitch * (static_cast<double>(lanes_count_) + 1 + more);
    }
    void write(double top) {
        top_ = top + 24;
        std::string title = explained_.title;
        title += explained_.model.empty() ? "" : " (" + explained_.model + ")";
        writer_.write(svg::text(margin, top + 14, title, "title"));
        axis();
        lock();
        for (std::size_t id = 0; id < lanes_count_; ++id) { lane(id); }
        forced();
        if (lanes_count_ < run_.names.size()) {
            writer_.write(svg::text(margin, lane_top(lanes_count_) + 14,
                                    "and " + std::to_string(run_.names.size() - lanes_count_) +
                                        " more threads"));
        }
    }

private:
    [[nodiscard]] double x(Instant time) const {
        return left_ + drawing_width * static_cast<double>((time - start_of_time).count()) /
                           static_cast<double>(length_.count());
    }
    [[nodiscard]] double x_of_column(std::size_t column) const {
        const double own = static_cast<double>((run_.result.end - start_of_time).count());
        return left_ + drawing_width * own / static_cast<double>(length_.count()) *
                           static_cast<double>(column) / columns;
    }
    [[nodiscard]] double lane_top(std::size_t id) const {
        return top_ + 20 + lane_pitch * (static_cast<double>(id) + 1);
    }

    void axis() {
        const Duration step = axis_step(length_, 8);
        const double bottom = lane_top(lanes_count_) - 4;
        for (Duration at{}; at <= length_; at += step) {
            const double place = x(start_of_time + at);
            writer_.write(svg::line(place, top_ + 14, place, bottom, "grid"));
            if (place < left_ + drawing_width - 20) {
                writer_.write(svg::text(place, top_ + 10, in_ms(at), "small"));
            }
        }
    }

    void lock() {
        const double y = top_ + 20;
        writer_.write(svg::text(left_ - 8, y + 14, "GVL", "title", "end"));
        if (run_.hand_overs.empty()) { return; }
        for (std::size_t column = 0; column < columns;) {
            const std::uint32_t owner = lanes_.owner(column);
            const std::size_t begin = column;
            while (column < columns && lanes_.owner(column) == owner) { ++column; }
            if (owner == no_subject) { continue; }
            const double from = x_of_column(begin);
            const double width = x_of_column(column) - from;
            writer_.write(svg::rectangle(from, y, width, lane_height, "owner"));
            const std::string name = clipped(run_.names[owner]);
            if (width > 7.0 * static_cast<double>(name.size()) + 6) {
                writer_.write(svg::text(from + width / 2, y + 14, name, "on", "middle"));
            }
        }
    }

    void lane(std::size_t id) {
        const double y = lane_top(id);
        writer_.write(svg::text(left_ - 8, y + 14, clipped(run_.names[id]), {}, "end"));
        for (std::size_t column = 0; column < columns;) {
            const std::optional<State> state = lanes_.state(id, column);
            const std::size_t begin = column;
            while (column < columns && lanes_.state(id, column) == state) { ++column; }
            if (!state) { continue; }
            const double from = x_of_column(begin);
            writer_.write(svg::rectangle(from, y, x_of_column(column) - from, lane_height,
                                         kinds.at(static_cast<std::size_t>(*state))));
        }
    }

    // A triangle where the lock was taken by force; not more than one for two pixels.
    void forced() {
        double last = -10;
        for (const HandOver& one : run_.hand_overs) {
            const double place = x(one.left);
            if (one.why != Why::preempted || one.from >= lanes_count_ || place < last + 2) {
                continue;
            }
            last = place;
            const double y = lane_top(one.from);
            writer_.write("<path class=\"force\" d=\"M" + svg::number(place - 4) + " " +
                          svg::number(y - 6) + "h8l-4 7z\"/>\n");
        }
    }

    Writer& writer_;
    const Explained& explained_;
    const RunRecord& run_;
    double left_;
    Duration length_;
    std::size_t lanes_count_;
    Lanes lanes_;
    double top_ = 0;
};

void write_legend(Writer& writer, double left, double y) {
    double x = left;
    for (std::size_t state = 0; state < state_count; ++state) {
        writer.write(svg::rectangle(x, y, 22, 14, kinds.at(state)));
        writer.write(svg::text(x + 28, y + 11, meanings.at(state), "small"));
        x += 50 + 7.0 * static_cast<double>(std::string_view{meanings.at(state)}.size());
    }
    writer.write("<path class=\"force\" d=\"M" + svg::number(x) + " " + svg::number(y + 4) +
                 "h8l-4 7z\"/>\n" + svg::text(x + 14, y + 11, "lock taken by force", "small"));
}

}  // namespace

void write_trace_svg(Writer& writer, const TraceRequest& request) {
    std::size_t longest = 3;
    Duration length{1};
    for (const Explained& one : request.runs) {
        length = std::max(length, one.run.result.end - start_of_time);
        for (std::size_t id = 0; id < std::min(one.run.names.size(), most_lanes); ++id) {
            longest = std::max(longest, std::min(longest_name, one.run.names[id].size()));
        }
    }
    const double left = margin + 8 + 7.5 * static_cast<double>(longest);
    std::vector<Still> stills;
    double height = margin;
    for (const Explained& one : request.runs) {
        stills.emplace_back(writer, one, left, length);
        height += stills.back().height();
    }
    std::string description;
    for (const Explained& one : request.runs) {
        for (const std::string& sentence : story(one)) { description += sentence + " "; }
    }
    const std::string title = "Who holds the GVL: " + request.runs.front().title;
    writer.write(svg::opening(left + drawing_width + margin, height + 30, title, description,
                              style));
    writer.write(patterns);
    double top = margin;
    for (Still& still : stills) {
        still.write(top);
        top += still.height();
    }
    write_legend(writer, left, height);
    writer.write("</svg>\n");
    writer.flush();
}

}  // namespace gvlsim
