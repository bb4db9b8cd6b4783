// Variants of an imported scenario: asked for on the command line, or run in another recording.
#pragma once

#include "tools/import/import.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim {

// What was asked for is not possible. Thrown by the functions below, caught by the command.
class VariantError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct RuntimeVariant {
    std::string name;  // "quantum=10ms"
    Runtime runtime;
};

// "quantum=10ms,50ms", "model=cruby-3.2,none" or "cpu_scale=0.8": each value by itself, in the
// runtime as it is otherwise. A model that cannot have its quantum has its own.
[[nodiscard]] std::vector<RuntimeVariant> vary(const Runtime& runtime, std::string_view wish);

// Simulates the demand of one recording under the model and quantum of another of the same
// program, and compares the ends. Two runs of a program never do the same work, and no simulator
// can know by how much they will differ: so once raw, and once for equal work, with cpu and waits
// stretched to the sums of the other.
struct Prediction {
    // What the recordings computed and waited by themselves, in all.
    Duration cpu{}, other_cpu{}, waiting{}, other_waiting{};
    Duration other_end{}, raw_end{}, equal_end{};
    Duration other_wait{}, raw_wait{}, equal_wait{};  // for the lock, sums over all threads

    // Of the ends, 0.01 is 1 % too long.
    [[nodiscard]] double raw_error() const noexcept;
    [[nodiscard]] double equal_error() const noexcept;
    // For equal work within 3 %.
    [[nodiscard]] bool holds() const noexcept;
};
[[nodiscard]] Prediction predict(const Import& import, const Import& other);
[[nodiscard]] std::string to_text(const Prediction& prediction, const std::string& other);

}  // namespace gvlsim
