// Names of results in "measured" and "table": "end_s", "pool.main.threads".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace gvlsim {

// What a figure is about. The words are those of `run --json`, with seconds in place of
// nanoseconds.
enum class ResultSubject : std::uint8_t { run, lock, thread, pool, span };

struct ResultKey {
    ResultSubject subject = ResultSubject::run;
    std::string_view name;    // of the thread, pool or span; may contain dots
    std::string_view figure;  // "end_s"
};

// FIGURE, lock.FIGURE, or thread.NAME.FIGURE (likewise pool, span); absent where there is no
// such result. The parts are views into `text`.
[[nodiscard]] std::optional<ResultKey> parse_result_key(std::string_view text) noexcept;
[[nodiscard]] std::span<const std::string_view> figures(ResultSubject subject) noexcept;

}  // namespace gvlsim
