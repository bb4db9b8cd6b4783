// Named streams of random bits: one for each thread, cost and task, all derived from the seed.
//
// A stream depends on the seed and its own name alone, so that adding a thread to a scenario
// leaves the draws of all others as they were.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gvlsim {

// What a 64 x 64 bit product fits into.
__extension__ typedef unsigned __int128 Wide;

// David Stafford's 64-bit mixing function no. 13, the output function of SplitMix64: a bijection
// that changes each output bit with probability 1/2 when any input bit changes.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t bits) noexcept {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
}

// Hash of a seed and a name, taken piece by piece: text("thread/").text("worker-").number(1) is
// the key of "thread/worker-1" without that string ever being made. Keys can be kept and continued
// (a million workers share the first two pieces). Each byte goes through a bijection, so names of
// equal length that differ in one byte never meet; for a million names altogether the chance that
// any two do is 3e-8.
class StreamKey {
public:
    explicit constexpr StreamKey(std::uint64_t seed) noexcept : hash_(mixed(seed + step)) {}

    [[nodiscard]] constexpr StreamKey text(std::string_view piece) const noexcept {
        StreamKey longer = *this;
        for (const char letter : piece) longer.add(letter);
        return longer;
    }
    // `value` in decimal digits.
    [[nodiscard]] constexpr StreamKey number(std::uint64_t value) const noexcept {
        std::array<char, 20> digits{};
        std::size_t first = digits.size();
        do {
            digits[--first] = static_cast<char>('0' + value % 10);
            value /= 10;
        } while (value != 0);
        return text({digits.data() + first, digits.size() - first});
    }
    [[nodiscard]] constexpr std::uint64_t value() const noexcept { return mixed(hash_); }

    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio, odd

private:
    constexpr void add(char letter) noexcept {
        hash_ = (hash_ ^ static_cast<unsigned char>(letter)) * step;
        hash_ ^= hash_ >> 32;
    }
    std::uint64_t hash_;
};

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014):
// 8 bytes of state, period 2^64, passes BigCrush. Streams are stretches of one cycle that begin at
// hashed places: among a million streams of a million draws each the chance that any two overlap
// at all is about 5 %, and among a thousand of them 5e-8.
class RandomStream {
public:
    explicit constexpr RandomStream(StreamKey key) noexcept : state_(key.value()) {}
    constexpr RandomStream(std::uint64_t seed, std::string_view name) noexcept
        : RandomStream(StreamKey(seed).text(name)) {}
    // The stream named prefix + base + separator + number, as in "thread/" "worker" '-' 1.
    constexpr RandomStream(std::uint64_t seed, std::string_view prefix, std::string_view base,
                           char separator, std::uint64_t number) noexcept
        : RandomStream(
              StreamKey(seed).text(prefix).text(base).text({&separator, 1}).number(number)) {}

    // 64 random bits.
    constexpr std::uint64_t next() noexcept { return mixed(state_ += StreamKey::step); }

    // One of the 2^52 odd multiples of 2^-53 between 0 and 1, neither of which comes up.
    constexpr double unit() noexcept {
        return (static_cast<double>(static_cast<std::int64_t>(next() >> 12)) + 0.5) * 0x1p-52;
    }

    // Whole number from 0 to n - 1, each equally likely; n = 0 stands for 2^64.
    // Lemire: Fast Random Integer Generation in an Interval, ACM TOMACS 2019.
    constexpr std::uint64_t below(std::uint64_t n) noexcept {
        if (n == 0) return next();
        Wide product = Wide{next()} * n;
        if (static_cast<std::uint64_t>(product) < n) {
            const std::uint64_t surplus = (0 - n) % n;  // 2^64 mod n
            while (static_cast<std::uint64_t>(product) < surplus) product = Wide{next()} * n;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    friend constexpr bool operator==(RandomStream, RandomStream) noexcept = default;

private:
    std::uint64_t state_;
};
static_assert(sizeof(RandomStream) == 8);

}  // namespace gvlsim
