// A run drawn in the terminal: time from left to right in as many columns as fit, the lock on top
// with the letter of its owner, a line per thread with what it mostly does in each column.
#include "models/scenario/wording.hpp"
#include "tools/export/lanes.hpp"
#include "tools/export/trace.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace gvlsim {

namespace {

constexpr std::size_t most_lanes = 48;
constexpr std::size_t widest_name = 16;
constexpr std::size_t narrowest_drawing = 10;
constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

struct Look {
    const char* mark;
    const char* colour;
    const char* meaning;
};
// By state; legible without colour.
constexpr std::array<Look, state_count> looks{
    Look{"█", "32", "running"}, Look{"░", "31", "wants the lock"}, Look{"·", "2", "sleeping"},
    Look{"~", "34", "io"}, Look{"-", "2", "waiting for others"},
};

std::string painted(const char* colour, std::string_view text, Palette palette) {
    if (!palette.colour) { return std::string{text}; }
    return std::string{"\x1b["} + colour + "m" + std::string{text} + "\x1b[0m";
}

// Names may hold anything: control characters become blanks, long ones end in an ellipsis.
std::string fitted(const std::string& name, std::size_t width) {
    std::string text;
    std::size_t characters = 0;
    for (const char c : name) {
        const bool begins = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        if (begins && characters == width) { break; }
        characters += begins ? 1 : 0;
        text += (c >= 0 && c < ' ') || c == 0x7f ? ' ' : c;
    }
    if (count_characters(name) > width) {
        while ((static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) { text.pop_back(); }
        text.pop_back();
        text += "…";
    }
    return text + std::string(width - std::min(width, count_characters(text)), ' ');
}

class Drawing {
public:
    Drawing(Writer& writer, const Explained& explained, const TraceRequest& request)
        : writer_{writer}, run_{explained.run}, palette_{request.palette},
          lanes_count_{std::min(run_.names.size(), most_lanes)} {
        for (std::size_t id = 0; id < lanes_count_; ++id) {
            name_width_ = std::max(name_width_, count_characters(run_.names[id]));
        }
        name_width_ = std::min({name_width_, widest_name, request.width / 3});
        const std::size_t used = name_width_ + 3;  // letter, two blanks
        columns_ = std::max(narrowest_drawing, request.width - std::min(request.width, used));
        lock_width_ = used;
        title_ = explained.title + (explained.model.empty() ? "" : " (" + explained.model + ")");
        width_ = request.width;
    }

    void write();

private:
    void axis();
    void lock(const Lanes& lanes);
    void lane(const Lanes& lanes, std::size_t id);
    void legend();
    [[nodiscard]] static char letter(std::size_t id) { return letters[id % letters.size()]; }

    Writer& writer_;
    const RunRecord& run_;
    Palette palette_;
    std::size_t lanes_count_;
    std::size_t name_width_ = 4;
    std::size_t columns_ = 0;
    std::size_t lock_width_ = 0;
    std::size_t width_ = 0;
    std::string title_;
};

void Drawing::write() {
    const std::string title = fitted(title_, std::min(width_, count_characters(title_)));
    writer_.write(palette_.bold(title) + "\n");
    const Lanes lanes{run_, lanes_count_, columns_};
    axis();
    if (!run_.hand_overs.empty()) { lock(lanes); }
    for (std::size_t id = 0; id < lanes_count_; ++id) { lane(lanes, id); }
    if (lanes_count_ < run_.names.size()) {
        writer_.write(fmt::format("and {} more threads\n", run_.names.size() - lanes_count_));
    }
    legend();
}

// Marks at round times; each label begins at its mark and needs room before the next.
void Drawing::axis() {
    const Duration length = run_.result.end - start_of_time;
    const Duration step = axis_step(length, std::max<std::size_t>(1, columns_ / 14));
    std::string line;
    for (Duration at{}; at <= length && step > Duration::zero(); at += step) {
        const double share = length == Duration::zero()
                                 ? 0.0
                                 : static_cast<double>(at.count()) /
                                       static_cast<double>(length.count());
        const auto column = static_cast<std::size_t>(share * static_cast<double>(columns_));
        const std::string label = "|" + in_ms(at);
        if (column + label.size() > columns_ || column < line.size()) { continue; }
        line.resize(column, ' ');
        line += label;
    }
    writer_.write(std::string(lock_width_, ' ') + palette_.dim(line) + "\n");
}

void Drawing::lock(const Lanes& lanes) {
    std::string line;
    for (std::size_t column = 0; column < columns_; ++column) {
        const std::uint32_t owner = lanes.owner(column);
        line += owner == no_subject ? '.' : letter(owner);
    }
    writer_.write(palette_.bold(fitted("GVL", lock_width_)) + line + "\n");
}

void Drawing::lane(const Lanes& lanes, std::size_t id) {
    std::string line = std::string{letter(id)} + " " + fitted(run_.names[id], name_width_) + " ";
    std::string part;
    std::optional<State> before;
    const auto paint = [&] {
        line += before ? painted(looks.at(static_cast<std::size_t>(*before)).colour, part, palette_)
                       : part;
        part.clear();
    };
    for (std::size_t column = 0; column < columns_; ++column) {
        const std::optional<State> state = lanes.state(id, column);
        if (state != before) {
            paint();
            before = state;
        }
        part += state ? looks.at(static_cast<std::size_t>(*state)).mark : " ";
    }
    paint();
    line.erase(line.find_last_not_of(' ') + 1);
    writer_.write(line + "\n");
}

void Drawing::legend() {
    std::array<bool, state_count> used{};
    for (const Slice& slice : run_.slices) {
        const bool drawn = slice.thread < lanes_count_ && slice.end > slice.begin;
        used.at(static_cast<std::size_t>(slice.state)) |= drawn;
    }
    std::string line;
    std::size_t length = 0;
    for (std::size_t state = 0; state < state_count; ++state) {
        if (!used.at(state)) { continue; }
        const Look& look = looks.at(state);
        const std::size_t size = 2 + std::string_view{look.meaning}.size();
        if (length > 0 && length + 3 + size > width_) {
            line += "\n";
            length = 0;
        } else if (length > 0) {
            line += "   ";
            length += 3;
        }
        line += painted(look.colour, look.mark, palette_) + " " + look.meaning;
        length += size;
    }
    if (!line.empty()) { writer_.write(line + "\n"); }
}

}  // namespace

void write_trace_terminal(Writer& writer, const TraceRequest& request) {
    bool first = true;
    for (const Explained& one : request.runs) {
        if (!first) { writer.write("\n"); }
        first = false;
        Drawing{writer, one, request}.write();
    }
    writer.flush();
}

}  // namespace gvlsim
