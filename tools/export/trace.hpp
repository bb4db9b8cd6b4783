// Drawings of runs: what `gvlsim trace` writes. One file per format, listed in registry.cpp.
#pragma once

#include "models/explain/explained.hpp"
#include "tools/export/palette.hpp"
#include "tools/export/writer.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace gvlsim {

struct TraceRequest {
    std::span<const Explained> runs;
    std::size_t width = 80;  // columns of the terminal
    Palette palette;
};

struct TraceFormat {
    std::string_view ending;  // of the file; empty: the terminal
    std::string_view style;   // --style; empty: the ending's default
    std::string_view description;
    bool several;  // more than one run in a file
    void (*write)(Writer&, const TraceRequest&);
};

[[nodiscard]] std::span<const TraceFormat> trace_formats() noexcept;
// Null where there is none.
[[nodiscard]] const TraceFormat* trace_format(std::string_view path,
                                              std::string_view style) noexcept;

void write_trace_gvl_tracing(Writer& writer, const TraceRequest& request);
void write_trace_html(Writer& writer, const TraceRequest& request);
void write_trace_perfetto(Writer& writer, const TraceRequest& request);
void write_trace_svg(Writer& writer, const TraceRequest& request);
void write_trace_terminal(Writer& writer, const TraceRequest& request);

// gvl-tracing's word for a state; it knows no IO.
[[nodiscard]] std::string_view gvl_tracing_word(State state) noexcept;

// Microseconds with three decimals, exact: nanoseconds with a point.
[[nodiscard]] std::string exact_microseconds(Instant time);
[[nodiscard]] std::string exact_microseconds(Duration length);

// The step between marks of an axis: 1, 2 or 5 times a power of ten, so that about `marks` fit.
[[nodiscard]] Duration axis_step(Duration length, std::size_t marks) noexcept;

}  // namespace gvlsim
