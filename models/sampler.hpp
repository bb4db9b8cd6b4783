// Draws lengths of time: a Quantity of a scenario made ready, and the noise of a processor.
#pragma once

#include "models/scenario/costs.hpp"
#include "models/scenario/quantity.hpp"
#include "sim/random.hpp"
#include "sim/random_distributions.hpp"
#include "sim/time.hpp"

#include <memory>
#include <variant>
#include <vector>

namespace gvlsim {

// A Quantity compiled for drawing. 24 bytes; a copy shares the table of a choice.
//
// All results are whole nanoseconds, 0 to Duration::max(), where what is larger ends too. A fixed
// length never touches the stream; a distribution always does, even where it has one value only
// (a deviation of 0, say): whether later draws move depends on what is written, not on its numbers.
class Sampler {
public:
    Sampler() = default;  // always zero

    // Throws std::invalid_argument on what the loader refuses: a choice of nothing, a number of
    // weights that is not that of the values (no weights: all equal) or WeightedIndex's reasons.
    explicit Sampler(const Quantity& quantity);

    [[nodiscard]] Duration draw(RandomStream& stream) const {
        if (const Duration* length = std::get_if<Duration>(&shape_)) [[likely]]
            return *length;
        if (const auto* shape = std::get_if<ExponentialShape>(&shape_)) {
            return nearest_duration(shape->mean * standard_exponential(stream));
        }
        return draw_random(stream);
    }

    [[nodiscard]] bool is_fixed() const noexcept {
        return std::holds_alternative<Duration>(shape_);
    }
    [[nodiscard]] bool is_zero() const noexcept {
        const Duration* length = std::get_if<Duration>(&shape_);
        return length != nullptr && *length == Duration::zero();
    }

private:
    struct ExponentialShape {
        double mean;
    };
    struct NormalShape {
        double mean;
        double deviation;
    };
    struct LogNormalShape {
        double median;
        double sigma;
    };
    struct ChoiceShape {
        std::vector<Duration> values;
        WeightedIndex index;
    };
    using Shape = std::variant<Duration, ExponentialShape, NormalShape, LogNormalShape, Uniform,
                               std::shared_ptr<const ChoiceShape>>;

    static Shape shape_of(const Quantity& quantity);
    [[nodiscard]] Duration draw_random(RandomStream& stream) const;

    Shape shape_ = Duration::zero();
};
static_assert(sizeof(Sampler) <= 32);

// The noise of cpu segments: factor max(0, 1 + d + sigma N), where d wanders slowly, one step per
// segment started: d' = a d + sqrt(1 - a²) drift N with a = exp(-1 / drift_length). One object per
// run, since all threads share d.
//
// The first d is drawn from where the wandering settles, drift N, so that the first segments are
// as uncertain as all others; starting at 0 would make the beginning of each run too exact. Each
// segment steps first and uses the new d. A part that is 0 does not touch its stream.
class NoiseFactor {
public:
    // `drift_stream`: the run's stream "drift".
    NoiseFactor(const CpuNoise& noise, RandomStream drift_stream);

    // The factor of the segment that starts now. `noise_stream`: the thread's "noise/<name>".
    [[nodiscard]] double next(RandomStream& noise_stream);

    // `length` times the next factor, rounded to the nearest nanosecond; unchanged without noise.
    // For the length after cpu_scale, once per cpu segment started (not per slice).
    [[nodiscard]] Duration apply(Duration length, RandomStream& noise_stream);

private:
    double sigma_;
    double drift_;
    double kept_;           // a
    double renewed_;        // sqrt(1 - a²) drift
    double deviation_ = 0;  // d
    RandomStream drift_stream_;
};

// `length` times `factor`, exact and without floating point: rounded to the nearest nanosecond,
// halves up (cpu_scale), or down (the fraction of sleep_overshoot). Neither is negative; what is
// longer than Duration::max() ends there.
[[nodiscard]] Duration scaled(Duration length, Decimal factor) noexcept;
[[nodiscard]] Duration scaled_down(Duration length, Decimal factor) noexcept;

}  // namespace gvlsim
