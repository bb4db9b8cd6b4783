#include "models/sampler.hpp"

#include "sim/exact_math.hpp"

#include <stdexcept>

namespace gvlsim {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang 14 needs to be told

double nanoseconds(Duration length) { return static_cast<double>(length.count()); }

}  // namespace

// What `draw` has not dealt with.
Duration Sampler::draw_random(RandomStream& stream) const {
    if (const auto* normal = std::get_if<NormalShape>(&shape_)) {
        return nearest_duration(normal->mean + normal->deviation * standard_normal(stream));
    }
    if (const auto* log_normal = std::get_if<LogNormalShape>(&shape_)) {
        const double exponent = log_normal->sigma * standard_normal(stream);
        return nearest_duration(log_normal->median * exact_math::exp(exponent));
    }
    if (const auto* uniform = std::get_if<Uniform>(&shape_)) {
        return uniform_duration(stream, uniform->low, uniform->high);
    }
    const ChoiceShape& choice = *std::get<std::shared_ptr<const ChoiceShape>>(shape_);
    return choice.values[choice.index.draw(stream)];
}

Sampler::Sampler(const Quantity& quantity) : shape_(shape_of(quantity)) {}

Sampler::Shape Sampler::shape_of(const Quantity& quantity) {
    return std::visit(
        Overloaded{
            [](Duration length) -> Shape { return length; },
            [](const Exponential& written) -> Shape {
                return ExponentialShape{nanoseconds(written.mean)};
            },
            [](const Normal& written) -> Shape {
                return NormalShape{nanoseconds(written.mean), nanoseconds(written.deviation)};
            },
            [](const LogNormal& written) -> Shape {
                return LogNormalShape{nanoseconds(written.median), written.sigma};
            },
            [](const Uniform& written) -> Shape {
                if (written.low > written.high) {
                    throw std::invalid_argument("Sampler: the ends of uniform are swapped");
                }
                return written;
            },
            [](const Choice& written) -> Shape {
                if (written.weights.empty()) {
                    const std::vector<double> equal(written.values.size(), 1.0);
                    return std::make_shared<const ChoiceShape>(
                        ChoiceShape{written.values, WeightedIndex(equal)});
                }
                if (written.weights.size() != written.values.size()) {
                    throw std::invalid_argument("Sampler: as many weights as values are needed");
                }
                return std::make_shared<const ChoiceShape>(
                    ChoiceShape{written.values, WeightedIndex(written.weights)});
            },
        },
        quantity);
}

NoiseFactor::NoiseFactor(const CpuNoise& noise, RandomStream drift_stream)
    : sigma_(noise.sigma), drift_(noise.drift), drift_stream_(drift_stream) {
    const double rate = 1.0 / static_cast<double>(noise.drift_length);
    kept_ = exact_math::exp(-rate);
    renewed_ = drift_ * exact_math::sqrt(-exact_math::expm1(-2 * rate));
    if (drift_ != 0) deviation_ = drift_ * standard_normal(drift_stream_);
}

double NoiseFactor::next(RandomStream& noise_stream) {
    if (drift_ != 0) {
        deviation_ = kept_ * deviation_ + renewed_ * standard_normal(drift_stream_);
    }
    double factor = 1 + deviation_;
    if (sigma_ != 0) factor += sigma_ * standard_normal(noise_stream);
    return factor > 0 ? factor : 0;
}

Duration NoiseFactor::apply(Duration length, RandomStream& noise_stream) {
    if (sigma_ == 0 && drift_ == 0) return length;
    const double factor = next(noise_stream);
    return nearest_duration(nanoseconds(length) * factor);
}

namespace {

// length * numerator / denominator after `extra` was added to the product.
Duration quotient(Duration length, Decimal factor, std::int64_t extra) noexcept {
    if (factor.numerator == factor.denominator) return length;
    const Wide product = Wide{static_cast<std::uint64_t>(length.count())} *
                             static_cast<std::uint64_t>(factor.numerator) +
                         static_cast<std::uint64_t>(extra);
    const auto divisor = static_cast<std::uint64_t>(factor.denominator);
    const auto low = static_cast<std::uint64_t>(product);
    const Wide result = product == low ? Wide{low / divisor} : product / divisor;  // 128 bits: slow
    const auto maximum = static_cast<std::uint64_t>(Duration::max().count());
    return result > maximum ? Duration::max() : Duration{static_cast<std::int64_t>(result)};
}

}  // namespace

Duration scaled(Duration length, Decimal factor) noexcept {
    return quotient(length, factor, factor.denominator / 2);
}

Duration scaled_down(Duration length, Decimal factor) noexcept {
    return quotient(length, factor, 0);
}

}  // namespace gvlsim
