#include "tools/sweep/progress_bar.hpp"

#include <string>

namespace gvlsim {

namespace {

constexpr std::size_t width = 30;
constexpr std::chrono::milliseconds pause{100};

}  // namespace

ProgressBar::~ProgressBar() {
    if (!drawn_) { return; }
    try {
        messages_.write("\r\x1b[K");
        messages_.flush();
    } catch (const OutputError&) {  // nobody looks any more
    }
}

void ProgressBar::show(std::size_t done) {
    if (!terminal_ || total_ == 0) { return; }
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < pause) { return; }
    last_ = now;
    drawn_ = true;
    const std::size_t full = width * done / total_;
    messages_.write("\r[" + std::string(full, '#') + std::string(width - full, ' ') + "] " +
                    std::to_string(done) + " of " + std::to_string(total_));
    messages_.flush();
}

}  // namespace gvlsim
