#include "tools/export/trace.hpp"

#include <algorithm>
#include <array>

namespace gvlsim {

namespace {

constexpr std::array all_formats{
    TraceFormat{"", "", "a drawing in the terminal", true, write_trace_terminal},
    TraceFormat{".html", "", "a page to share: play, zoom, explanations", true, write_trace_html},
    TraceFormat{".json", "", "for Perfetto and Chrome", true, write_trace_perfetto},
    TraceFormat{".json", "gvl-tracing", "exactly as gvl-tracing records", false,
                write_trace_gvl_tracing},
    TraceFormat{".svg", "", "a still for a paper or slide", true, write_trace_svg},
};

}  // namespace

std::span<const TraceFormat> trace_formats() noexcept { return all_formats; }

const TraceFormat* trace_format(std::string_view path, std::string_view style) noexcept {
    const auto found =
        std::find_if(all_formats.begin(), all_formats.end(), [&](const TraceFormat& format) {
            return format.style == style &&
                   (format.ending.empty() ? path == "-" : path.ends_with(format.ending));
        });
    return found == all_formats.end() ? nullptr : &*found;
}

std::string_view gvl_tracing_word(State state) noexcept {
    return state_name(state == State::io ? State::waiting : state);
}

std::string exact_microseconds(Instant time) {
    return exact_microseconds(time - start_of_time);
}

std::string exact_microseconds(Duration length) {
    const std::string rest = std::to_string(1000 + length.count() % 1000);
    return std::to_string(length.count() / 1000) + "." + rest.substr(1);
}

Duration axis_step(Duration length, std::size_t marks) noexcept {
    const std::int64_t wanted =
        std::max<std::int64_t>(1, length.count() / std::max<std::int64_t>(
                                                       1, static_cast<std::int64_t>(marks)));
    std::int64_t power = 1;
    while (power <= wanted / 10) { power *= 10; }
    for (const std::int64_t factor : {1, 2, 5}) {
        if (power * factor >= wanted) { return Duration{power * factor}; }
    }
    return Duration{power * 10};
}

}  // namespace gvlsim
