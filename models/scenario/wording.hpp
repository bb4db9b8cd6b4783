// Small helpers for messages about what a user wrote.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gvlsim {

// `text` as JSON writes it, in double quotes and with escapes, whole.
[[nodiscard]] std::string json_quoted(std::string_view text);
// The same for a message: long texts are clipped.
[[nodiscard]] std::string quoted(std::string_view text);

// Offset of the first byte that is not UTF-8 (RFC 3629: no surrogates, no overlong forms).
[[nodiscard]] std::optional<std::size_t> invalid_utf8(std::string_view text) noexcept;
// How many characters `text` has; every byte that is not a continuation byte begins one.
[[nodiscard]] std::size_t count_characters(std::string_view text) noexcept;

// The candidate a user probably meant by `word`; empty where none is close.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> candidates);
// "did you mean `sleep`?", or "LABEL: a, b, c" where nothing is close; without a label nothing.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     std::span<const std::string_view> candidates,
                                     std::string_view label);

// "a -> b -> a" for a cycle of a and b; long cycles are shortened in the middle.
[[nodiscard]] std::string cycle(std::span<const std::string_view> names);

}  // namespace gvlsim
