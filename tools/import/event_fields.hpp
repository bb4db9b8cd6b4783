// The members of one event of the trace event format.
#pragma once

#include "sim/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gvlsim {

struct EventFields {
    char phase = '\0';  // "B", "E", "M"
    std::optional<std::int64_t> pid;
    std::optional<std::int64_t> tid;
    std::optional<Duration> time;  // "ts", microseconds with a fraction
    std::string_view name;
    std::string_view argument;  // args.name, of metadata
};

// Reads events one by one. The texts it answers with are valid until the next call.
class EventReader {
public:
    // False where `object` is no JSON. Members of wrong type count as absent.
    [[nodiscard]] bool read(std::string_view object, EventFields& fields);

private:
    [[nodiscard]] bool read_slowly(std::string_view object, EventFields& fields);

    std::string name_;
    std::string argument_;
};

}  // namespace gvlsim
