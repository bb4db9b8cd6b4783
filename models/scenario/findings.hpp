// Collects mistakes while a file is read; what they look like is decided once, at the end.
#pragma once

#include "models/scenario/diagnostics.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace gvlsim {

class Document;

// Where a mistake is.
struct Place {
    static constexpr std::int64_t nowhere = -1;
    std::int64_t offset = nowhere;  // byte of the text
    std::string child;              // a key that is missing at the node there
    std::string origin;             // where else the mistake was made: "--set n=abc"
    std::string path{};             // JSON pointer, where the tree is not complete
    friend bool operator<(const Place& a, const Place& b) {
        return std::tie(a.offset, a.child, a.origin, a.path) <
               std::tie(b.offset, b.child, b.origin, b.path);
    }
};

// A case is read like a file of its own, so a mistake outside its params turns up once per case.
// It is kept once, with the number of cases that have it.
class Findings {
public:
    void error(Place place, std::string message, std::string hint = {});
    void warning(Place place, std::string message, std::string hint = {});

    // What follows belongs to the next case, named for messages.
    void begin_case(std::string_view name);
    // What follows belongs to the file again.
    void end_cases() noexcept { in_case_ = false; }

    [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
    [[nodiscard]] bool empty() const noexcept { return found_.empty(); }
    // Enough to stop looking at further cases.
    [[nodiscard]] bool full() const noexcept { return errors_ >= Diagnostics::shown_at_most; }

    [[nodiscard]] Diagnostics publish(const Document& document, const std::string& file) const;

private:
    struct Key {
        Place place;
        Severity severity;
        std::string message;
        friend bool operator<(const Key& a, const Key& b) {
            return std::tie(a.place, a.severity, a.message) <
                   std::tie(b.place, b.severity, b.message);
        }
    };
    struct Details {
        std::string hint;
        std::string first_case;
        std::size_t last_case = 0;  // number of the case that had it last; 0: the file
        std::size_t cases = 0;
    };

    void add(Key key, std::string hint);

    std::map<Key, Details> found_;  // in the order of the text
    std::string case_name_;
    std::size_t case_number_ = 0;
    std::size_t errors_ = 0;
    bool in_case_ = false;
};

}  // namespace gvlsim
