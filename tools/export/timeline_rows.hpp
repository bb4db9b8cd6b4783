// What the text timelines have in common: which records are rows, and the text of each column.
#pragma once

#include "models/simulate.hpp"
#include "tools/export/writer.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// A row is before_time TIME after_time THREAD after_thread EVENT after_event DETAIL end.
struct RowStyle {
    std::string_view header;
    std::string_view before_time;
    std::string_view after_time;
    std::string_view after_thread;
    std::string_view after_event;
    std::string_view end;
    std::string (*column)(std::string_view text);  // quotes or escapes a text
};

// Writes rows while the run goes on. Names and details are put together once and then copied,
// so that a row costs a handful of short copies.
class TimelineRows final : public TimelineSink {
public:
    TimelineRows(Writer& writer, const RowStyle& style, bool ticks)
        : writer_{writer}, style_{style}, ticks_{ticks} {}

    void begin(const Names& names) override;
    void take(std::span<const Record> records) override;
    void end(const Result& result) override;

private:
    // A text that is copied often: short ones in a block of one size, which needs no call and no
    // loop; what is copied too much is overwritten by the next.
    struct Piece {
        static constexpr std::size_t short_size = 32;
        std::array<char, short_size> block{};
        std::size_t size = 0;
        std::string whole;
        bool known = false;

        void set(std::string text);
        [[nodiscard]] char* copy_to(char* place) const {
            if (size <= short_size) {
                std::memcpy(place, block.data(), short_size);
            } else {
                std::memcpy(place, whole.data(), size);
            }
            return place + size;
        }
    };

    void write(const Record& record);
    const Piece& thread(std::uint32_t id);
    const Piece& detail(const Record& record);
    const Piece& cached_detail(const Record& record, std::size_t slot);
    void set_time(Instant time);

    Writer& writer_;
    const RowStyle& style_;
    bool ticks_;
    const Names* names_ = nullptr;
    std::vector<Piece> threads_;                  // by thread, between after_time and after_thread
    std::array<std::vector<Piece>, 16> details_;  // by kind of detail and object, up to end
    std::array<Piece, 9> events_;                 // by kind, up to after_event
    std::array<Piece, 4> outcomes_;               // of ticks, up to end
    Piece nobody_;                                // thread column of a tick that found no owner
    Piece no_detail_;
    Piece time_;  // of the last row, from before_time on
    Instant last_time_ = end_of_time;
};

}  // namespace gvlsim
