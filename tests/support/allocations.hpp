// Counts calls of operator new, for tests that promise to make none:
//
//     AllocationCounter counter;
//     machine.run();
//     CHECK(counter.count() == 0);
#pragma once

#include <cstdint>

namespace gvlsim::test {

// What the calling thread has allocated since the counter was made. Other threads do not count.
// A program that uses it gets counting operators new and delete in place of the library's.
class AllocationCounter {
public:
    AllocationCounter() noexcept;
    [[nodiscard]] std::uint64_t count() const noexcept;
    [[nodiscard]] std::uint64_t bytes() const noexcept;

private:
    std::uint64_t count_before_;
    std::uint64_t bytes_before_;
};

}  // namespace gvlsim::test
