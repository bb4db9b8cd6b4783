// A bar on a terminal that says how far a sweep is.
#pragma once

#include "tools/export/writer.hpp"

#include <chrono>
#include <cstddef>

namespace gvlsim {

class ProgressBar {
public:
    // Without `terminal` nothing is ever written.
    ProgressBar(Writer& messages, bool terminal, std::size_t total) noexcept
        : messages_{messages}, terminal_{terminal}, total_{total} {}
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // Redraws the bar, ten times a second at most; short sweeps never see it.
    void show(std::size_t done);

private:
    Writer& messages_;
    bool terminal_;
    std::size_t total_;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace gvlsim
