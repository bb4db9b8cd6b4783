// Timeline as comma-separated values (RFC 4180, lines end in \n):
//   time_ns,thread,event,detail
#include "tools/export/registry.hpp"
#include "tools/export/timeline_rows.hpp"

namespace gvlsim {

// Quotes only where it must, so that an ordinary file can be read and compared by eye.
std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) { return std::string{text}; }
    std::string quoted{"\""};
    for (const char character : text) { quoted.append(character == '"' ? 2 : 1, character); }
    return quoted += '"';
}

std::unique_ptr<TimelineSink> make_timeline_csv(Writer& writer, bool ticks) {
    static constexpr RowStyle style{.header = "time_ns,thread,event,detail\n",
                                    .before_time = "",
                                    .after_time = ",",
                                    .after_thread = ",",
                                    .after_event = ",",
                                    .end = "\n",
                                    .column = csv_field};
    return std::make_unique<TimelineRows>(writer, style, ticks);
}

}  // namespace gvlsim
