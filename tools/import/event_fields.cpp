#include "tools/import/event_fields.hpp"

#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

namespace gvlsim {

namespace {

// Reads what gvl-tracing writes, letter by letter: a flat object, texts without escapes, plain
// numbers. Answers "no" to everything else, also to what is merely unusual; then the library
// looks. A million events take 0.2 s this way and 2.5 s the other.
class PlainObject {
public:
    explicit PlainObject(std::string_view text) : at_{text.data()}, end_{at_ + text.size()} {}

    bool read(EventFields& fields) {
        if (!sign('{')) { return false; }
        do {
            std::string_view key;
            if (!text(key) || !sign(':') || !member(key, fields)) { return false; }
        } while (sign(','));
        return sign('}') && at_ == end_;
    }

private:
    bool member(std::string_view key, EventFields& fields) {
        if (key == "ph") {
            std::string_view phase;
            if (!text(phase) || phase.size() != 1) { return false; }
            fields.phase = phase.front();
            return true;
        }
        if (key == "pid") { return integer(fields.pid); }
        if (key == "tid") { return integer(fields.tid); }
        if (key == "ts") { return microseconds(fields.time); }
        if (key == "name") { return text(fields.name); }
        return false;
    }

    void skip_blanks() {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) {
            ++at_;
        }
    }

    bool sign(char character) {
        skip_blanks();
        if (at_ == end_ || *at_ != character) { return false; }
        ++at_;
        return true;
    }

    bool text(std::string_view& value) {
        if (!sign('"')) { return false; }
        const char* const begin = at_;
        while (at_ < end_ && *at_ != '"') {
            const auto byte = static_cast<unsigned char>(*at_);
            if (byte < 0x20 || byte >= 0x80 || byte == '\\') { return false; }
            ++at_;
        }
        if (at_ == end_) { return false; }
        value = {begin, static_cast<std::size_t>(at_ - begin)};
        ++at_;
        return true;
    }

    bool integer(std::optional<std::int64_t>& value) {
        skip_blanks();
        std::int64_t number = 0;
        const auto [end, problem] = std::from_chars(at_, end_, number);
        if (problem != std::errc{} || end == end_ || *end == '.' || *end == 'e' || *end == 'E') {
            return false;
        }
        at_ = end;
        value = number;
        return true;
    }

    // Exact: "1234.567000" is 1234567 ns. Digits below one nanosecond are cut off.
    bool microseconds(std::optional<Duration>& value) {
        skip_blanks();
        std::int64_t whole = 0;
        const bool negative = at_ < end_ && *at_ == '-';
        const auto [end, problem] = std::from_chars(at_, end_, whole);
        constexpr std::int64_t most = std::int64_t{1} << 50;  // 35 years
        if (problem != std::errc{} || whole > most || negative) { return false; }
        at_ = end;
        std::int64_t nanoseconds = whole * 1000;
        if (at_ < end_ && *at_ == '.') {
            std::int64_t digit = 100;
            for (++at_; at_ < end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
                nanoseconds += digit * (*at_ - '0');
                digit /= 10;
            }
        }
        if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) { return false; }
        value = Duration{nanoseconds};
        return true;
    }

    const char* at_;
    const char* end_;
};

using Json = nlohmann::json;

std::optional<std::int64_t> integer_of(const Json& event, const char* key) {
    const auto found = event.find(key);
    if (found == event.end()) { return std::nullopt; }
    if (found->is_number_unsigned() && found->get<std::uint64_t>() > INT64_MAX) {
        return std::nullopt;
    }
    if (found->is_number_integer()) { return found->get<std::int64_t>(); }
    return std::nullopt;
}

std::optional<Duration> time_of(const Json& event) {
    const auto found = event.find("ts");
    if (found == event.end() || !found->is_number()) { return std::nullopt; }
    const double microseconds = found->get<double>();
    constexpr double most = 1e15;
    if (!(std::abs(microseconds) < most)) { return std::nullopt; }
    return Duration{std::llround(microseconds * 1000)};
}

std::string text_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace

bool EventReader::read(std::string_view object, EventFields& fields) {
    fields = {};
    if (PlainObject{object}.read(fields)) { return true; }
    fields = {};
    return read_slowly(object, fields);
}

bool EventReader::read_slowly(std::string_view object, EventFields& fields) {
    const Json event = Json::parse(object, nullptr, false);
    if (event.is_discarded() || !event.is_object()) { return false; }
    const std::string phase = text_of(event, "ph");
    fields.phase = phase.size() == 1 ? phase.front() : '\0';
    fields.pid = integer_of(event, "pid");
    fields.tid = integer_of(event, "tid");
    fields.time = time_of(event);
    name_ = text_of(event, "name");
    const auto arguments = event.find("args");
    argument_ = arguments != event.end() && arguments->is_object() ? text_of(*arguments, "name")
                                                                   : std::string{};
    fields.name = name_;
    fields.argument = argument_;
    return true;
}

}  // namespace gvlsim
