#include "tools/sweep/jobs.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace gvlsim {

namespace {

// Pieces taken at a time: few enough that the threads end together, enough that they do not meet
// at the counter for every small case.
constexpr std::size_t takes_per_job = 64;
constexpr std::size_t most_at_a_time = 64;

class Work {
public:
    Work(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work)
        : count_{count},
          at_a_time_{std::clamp<std::size_t>(count / (jobs * takes_per_job), 1, most_at_a_time)},
          work_{work} {}

    // False where nothing is left.
    bool take() noexcept {
        const std::size_t first = next_.fetch_add(at_a_time_, std::memory_order_relaxed);
        if (first >= count_) { return false; }
        const std::size_t end = std::min(count_, first + at_a_time_);
        try {
            for (std::size_t index = first; index < end; ++index) { work_(index); }
        } catch (...) {
            next_ = count_;
            if (!failed_.exchange(true)) { failure_ = std::current_exception(); }
            return false;
        }
        done_.fetch_add(end - first, std::memory_order_relaxed);
        return true;
    }
    [[nodiscard]] std::size_t done() const noexcept { return done_; }
    // To be called when all threads have ended.
    void report_failure() const {
        if (failure_) { std::rethrow_exception(failure_); }
    }

private:
    const std::size_t count_;
    const std::size_t at_a_time_;
    const std::function<void(std::size_t)>& work_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> done_{0};
    std::atomic<bool> failed_{false};
    std::exception_ptr failure_;
};

}  // namespace

std::size_t available_jobs() noexcept {
    return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

void for_all(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
             const std::function<void(std::size_t)>& progress) {
    jobs = std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(count, 1));
    Work shared{count, jobs, work};
    {
        std::vector<std::jthread> helpers;
        for (std::size_t job = 1; job < jobs; ++job) {
            helpers.emplace_back([&shared] {
                while (shared.take()) {}
            });
        }
        while (shared.take()) {
            if (progress) { progress(shared.done()); }
        }
    }
    shared.report_failure();
}

}  // namespace gvlsim
