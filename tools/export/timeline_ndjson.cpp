// Timeline as one JSON object a line, with the keys of the CSV timeline:
//   {"time_ns":0,"thread":"main","event":"RESUMED","detail":""}
#include "tools/export/json_writer.hpp"
#include "tools/export/registry.hpp"
#include "tools/export/timeline_rows.hpp"

namespace gvlsim {

namespace {

std::string escaped(std::string_view text) {
    std::string out;
    append_json_text(out, text);
    return out;
}

}  // namespace

std::unique_ptr<TimelineSink> make_timeline_ndjson(Writer& writer, bool ticks) {
    static constexpr RowStyle style{.header = "",
                                    .before_time = R"({"time_ns":)",
                                    .after_time = R"(,"thread":")",
                                    .after_thread = R"(","event":")",
                                    .after_event = R"(","detail":")",
                                    .end = "\"}\n",
                                    .column = escaped};
    return std::make_unique<TimelineRows>(writer, style, ticks);
}

}  // namespace gvlsim
