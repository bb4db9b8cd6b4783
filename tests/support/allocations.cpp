#include "tests/support/allocations.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace gvlsim::test {
namespace {

// Trivial thread-local data: safe to touch before main() and while a thread ends.
thread_local std::uint64_t allocation_count = 0;
thread_local std::uint64_t allocated_bytes = 0;

void* counted(std::size_t size) {
    ++allocation_count;
    allocated_bytes += size;
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

void* counted(std::size_t size, std::align_val_t alignment) {
    ++allocation_count;
    allocated_bytes += size;
    const auto multiple = static_cast<std::size_t>(alignment);
    void* memory = std::aligned_alloc(multiple, (size + multiple - 1) / multiple * multiple);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

AllocationCounter::AllocationCounter() noexcept
    : count_before_(allocation_count), bytes_before_(allocated_bytes) {}

std::uint64_t AllocationCounter::count() const noexcept {
    return allocation_count - count_before_;
}

std::uint64_t AllocationCounter::bytes() const noexcept { return allocated_bytes - bytes_before_; }

}  // namespace gvlsim::test

// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t size) { return gvlsim::test::counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return gvlsim::test::counted(size, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
