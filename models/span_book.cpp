#include "models/span_book.hpp"

#include <algorithm>
#include <bit>

namespace gvlsim {

namespace {

constexpr std::size_t most_exact = 1'000'000;
constexpr std::uint64_t second = 1'000'000'000;
// 256 buckets for each doubling of the length.
constexpr unsigned bucket_bits = 8;

std::size_t bucket_of(std::uint64_t length) noexcept {
    const auto width = static_cast<unsigned>(std::bit_width(length));
    if (width <= bucket_bits + 1) {
        return length;
    }
    const unsigned shift = width - bucket_bits - 1;
    return (std::size_t{shift} << bucket_bits) + (length >> shift);
}

// The largest length that falls into the bucket.
std::uint64_t end_of_bucket(std::size_t bucket) noexcept {
    if (bucket < (std::size_t{2} << bucket_bits)) {
        return bucket;
    }
    const std::size_t shift = (bucket >> bucket_bits) - 1;
    const std::uint64_t mantissa = bucket - (shift << bucket_bits);
    return ((mantissa + 1) << shift) - 1;
}

}  // namespace

void SpanSamples::add(Duration length) {
    ++count_;
    maximum_ = std::max(maximum_, length);
    const auto nanoseconds = static_cast<std::uint64_t>(length.count());
    sum_nanoseconds_ += nanoseconds % second;
    sum_seconds_ += nanoseconds / second + sum_nanoseconds_ / second;
    sum_nanoseconds_ %= second;
    if (!buckets_.empty()) {
        count_in_bucket(length);
    } else if (exact_.size() < most_exact) {
        exact_.push_back(length);
    } else {
        buckets_.resize(bucket_of(std::uint64_t{INT64_MAX}) + 1);
        for (const Duration kept : exact_) {
            count_in_bucket(kept);
        }
        exact_ = {};
        count_in_bucket(length);
    }
}

void SpanSamples::count_in_bucket(Duration length) {
    ++buckets_[bucket_of(static_cast<std::uint64_t>(length.count()))];
}

Duration SpanSamples::mean() const noexcept {
    if (count_ == 0) {
        return Duration::zero();
    }
    const std::uint64_t whole = sum_seconds_ / count_ * second;
    const std::uint64_t rest_seconds = sum_seconds_ % count_;
    // rest_seconds < count_, and a run has far fewer than 2^34 spans that take seconds each.
    const std::uint64_t rest = rest_seconds * second + sum_nanoseconds_;
    return Duration{static_cast<std::int64_t>(whole + (rest + count_ / 2) / count_)};
}

Duration SpanSamples::percentile(unsigned percent) {
    if (count_ == 0) {
        return Duration::zero();
    }
    std::uint64_t rank = (count_ * percent + 99) / 100;
    rank = std::max<std::uint64_t>(rank, 1);
    if (buckets_.empty()) {
        const auto nth = exact_.begin() + static_cast<std::ptrdiff_t>(rank - 1);
        std::nth_element(exact_.begin(), nth, exact_.end());
        return *nth;
    }
    std::size_t bucket = 0;
    while (rank > buckets_[bucket]) {
        rank -= buckets_[bucket++];
    }
    return std::min(maximum_, Duration{static_cast<std::int64_t>(end_of_bucket(bucket))});
}

SpanBook::Totals SpanBook::totals(const Thread& thread, Instant now) noexcept {
    const auto spent = [&](ThreadState state) {
        return thread.spent[static_cast<std::size_t>(state)] +
               (thread.state == state ? now - thread.since : Duration::zero());
    };
    return {spent(ThreadState::running), spent(ThreadState::io) + spent(ThreadState::sleeping),
            spent(ThreadState::ready)};
}

void SpanBook::begin(const Thread& thread, std::uint32_t span, Instant now) {
    if (open_.size() <= thread.id) {
        open_.resize(std::max<std::size_t>(thread.id + 1, open_.size() * 2));
    }
    open_[thread.id].push_back({span, now, totals(thread, now)});
}

void SpanBook::end(const Thread& thread, Instant now) {
    const Open open = open_[thread.id].back();
    open_[thread.id].pop_back();
    const Totals after = totals(thread, now);
    Span& span = spans_[open.span];
    span.samples.add(now - open.began);
    span.inside.cpu += after.cpu - open.before.cpu;
    span.inside.waiting += after.waiting - open.before.waiting;
    span.inside.lock_wait += after.lock_wait - open.before.lock_wait;
}

std::vector<SpanResult> SpanBook::results(const std::vector<std::string>& names) {
    std::vector<SpanResult> results;
    for (std::size_t i = 0; i < spans_.size(); ++i) {
        SpanSamples& samples = spans_[i].samples;
        const Totals& inside = spans_[i].inside;
        results.push_back({names[i], samples.count(), samples.mean(), samples.percentile(50),
                           samples.percentile(95), samples.percentile(99), samples.maximum(),
                           inside.cpu, inside.waiting, inside.lock_wait});
    }
    return results;
}

}  // namespace gvlsim
