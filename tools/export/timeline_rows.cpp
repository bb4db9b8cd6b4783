#include "tools/export/timeline_rows.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace gvlsim {

namespace {

constexpr std::array<std::string_view, 9> event_names{
    "STARTED", "READY", "RESUMED", "SUSPENDED", "EXITED", "MARK", "SPAN_BEGIN", "SPAN_END", "TICK",
};
constexpr std::array<std::string_view, 4> outcome_names{"charged", "preempts", "pending", "nobody"};
constexpr std::size_t kinds_of_why = static_cast<std::size_t>(Why::task) + 1;

bool is_row(const Record& record, bool ticks) {
    return record.kind < static_cast<std::uint8_t>(RecordKind::tick) ||
           (ticks && record.kind == static_cast<std::uint8_t>(RecordKind::tick));
}

// Only these reasons name what the thread waits for: `mutex:m`, but `join` for every thread.
bool names_object(Why why) {
    return why == Why::mutex || why == Why::condition || why == Why::queue || why == Why::task;
}

}  // namespace

void TimelineRows::Piece::set(std::string text) {
    size = text.size();
    known = true;
    if (size <= short_size) {
        std::copy(text.begin(), text.end(), block.begin());
    } else {
        whole = std::move(text);
    }
}

void TimelineRows::begin(const Names& names) {
    names_ = &names;
    for (std::size_t kind = 0; kind < events_.size(); ++kind) {
        events_.at(kind).set(std::string{event_names.at(kind)}.append(style_.after_event));
    }
    for (std::size_t outcome = 0; outcome < outcomes_.size(); ++outcome) {
        outcomes_.at(outcome).set(std::string{outcome_names.at(outcome)}.append(style_.end));
    }
    nobody_.set(std::string{style_.after_time}.append(style_.after_thread));
    no_detail_.set(std::string{style_.end});
    writer_.write(style_.header);
}

void TimelineRows::take(std::span<const Record> records) {
    for (const Record& record : records) {
        if (is_row(record, ticks_)) { write(record); }
    }
}

void TimelineRows::end(const Result&) { writer_.flush(); }

void TimelineRows::write(const Record& record) {
    if (record.time != last_time_) { set_time(record.time); }
    const std::array<const Piece*, 4> pieces{&time_, &thread(record.subject), &events_[record.kind],
                                             &detail(record)};
    std::size_t size = 0;
    for (const Piece* const piece : pieces) { size += piece->size; }
    if (size + Piece::short_size > Writer::block) {  // a mark may hold a long text
        for (const Piece* const piece : pieces) {
            writer_.write(piece->size > Piece::short_size
                              ? std::string_view{piece->whole}
                              : std::string_view{piece->block.data(), piece->size});
        }
        return;
    }
    char* place = writer_.reserve(size + Piece::short_size);
    for (const Piece* const piece : pieces) { place = piece->copy_to(place); }
    writer_.advance_to(place);
}

const TimelineRows::Piece& TimelineRows::thread(std::uint32_t id) {
    if (id == no_subject) { return nobody_; }
    if (id >= threads_.size()) { threads_.resize(std::size_t{id} + 1); }
    Piece& cached = threads_[id];
    if (!cached.known) {
        cached.set(std::string{style_.after_time}
                       .append(style_.column(names_->thread_name(id)))
                       .append(style_.after_thread));
    }
    return cached;
}

const TimelineRows::Piece& TimelineRows::detail(const Record& record) {
    switch (static_cast<RecordKind>(record.kind)) {
        case RecordKind::started:
        case RecordKind::ready:
        case RecordKind::resumed:
        case RecordKind::exited:
        case RecordKind::cause:
            return no_detail_;
        case RecordKind::tick:
            return outcomes_.at(record.detail);
        case RecordKind::suspended:
            return cached_detail(record, record.detail);
        case RecordKind::mark:
            return cached_detail(record, kinds_of_why);
        case RecordKind::span_begin:
        case RecordKind::span_end:
            return cached_detail(record, kinds_of_why + 1);
    }
    return no_detail_;
}

const TimelineRows::Piece& TimelineRows::cached_detail(const Record& record, std::size_t slot) {
    std::vector<Piece>& cache = details_.at(slot);
    const bool by_object = slot >= kinds_of_why || names_object(static_cast<Why>(record.detail));
    const std::size_t index = by_object ? record.object : 0;
    if (index >= cache.size()) { cache.resize(index + 1); }
    Piece& cached = cache[index];
    if (!cached.known) { cached.set(style_.column(names_->detail(record)).append(style_.end)); }
    return cached;
}

void TimelineRows::set_time(Instant time) {
    char* const begin = time_.block.data();
    char* const digits = std::copy(style_.before_time.begin(), style_.before_time.end(), begin);
    // At most 11 bytes before it and 19 digits.
    const auto written =
        std::to_chars(digits, begin + Piece::short_size, time.time_since_epoch().count());
    time_.size = static_cast<std::size_t>(written.ptr - begin);
    last_time_ = time;
}

}  // namespace gvlsim
