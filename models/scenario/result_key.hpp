// Names of results in "measured", "expect" and "table": "end_s", "pool.main.threads".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace gvlsim {

// What a figure is about. The words are those of `run --json`, with seconds in place of
// nanoseconds.
enum class ResultSubject : std::uint8_t { run, lock, thread, pool, span, mutex, cv, queue };

// How a figure is written in "expect"; in "measured" all are numbers, truths 1 and 0.
enum class FigureKind : std::uint8_t { number, duration, truth, text };

struct ResultKey {
    ResultSubject subject = ResultSubject::run;
    std::string_view name;    // of the thread, pool, span or object; may contain dots
    std::string_view figure;  // "end_s"
    std::string_view text;    // what a figure of kind text must contain
};

// FIGURE, lock.FIGURE, or thread.NAME.FIGURE (likewise pool, span, mutex, cv, queue); absent where
// there is no such result. mutex.NAME@THREAD.FIGURE is about one thread, mutex.NAME@ENTRY.fairness
// about the threads of one entry; thread.NAME.error=TEXT is 1 where the error contains the text.
// The parts are views into `text`.
[[nodiscard]] std::optional<ResultKey> parse_result_key(std::string_view text) noexcept;
[[nodiscard]] std::span<const std::string_view> figures(ResultSubject subject) noexcept;
[[nodiscard]] FigureKind kind_of(std::string_view figure) noexcept;
// "thread", "mutex", …; empty for run.
[[nodiscard]] std::string_view word(ResultSubject subject) noexcept;
[[nodiscard]] constexpr bool is_object(ResultSubject subject) noexcept {
    return subject == ResultSubject::mutex || subject == ResultSubject::cv ||
           subject == ResultSubject::queue;
}

}  // namespace gvlsim
