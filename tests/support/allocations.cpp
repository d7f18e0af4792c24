// Counts allocations for AllocationScope: a counted operator new, or the sanitizers' malloc hook
// where one is active.
#include <cstdint>
#include <cstdlib>
#include <new>

#include "support/support.h"

namespace {

thread_local std::uint64_t allocation_count = 0;
thread_local std::uint64_t allocation_bytes = 0;

void count_allocation(std::size_t size) noexcept {
  ++allocation_count;
  allocation_bytes += size;
}

}  // namespace

#if defined(PLAYSET_TEST_SANITIZED)

// As in sanitizer/allocator_interface.h, which GCC's packages leave out.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                                         void (*on_free)(const volatile void*));

namespace {

void on_malloc(const volatile void*, std::size_t size) { count_allocation(size); }
void on_free(const volatile void*) {}
// Test programs only: the hook must be there before the first test.
[[maybe_unused]] const int hook = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);

}  // namespace

#else

namespace {

void* counted(std::size_t size) noexcept {
  count_allocation(size);
  return std::malloc(size == 0 ? 1 : size);
}

void* counted_aligned(std::size_t size, std::align_val_t alignment) noexcept {
  count_allocation(size);
  const auto step = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(step, (size + step - 1) / step * step);
}

// Test programs stop where memory ends: nothing here tests recovery from that.
void* or_stop(void* memory) noexcept {
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return or_stop(counted(size)); }
void* operator new[](std::size_t size) { return or_stop(counted(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new(std::size_t size, std::align_val_t align) {
  return or_stop(counted_aligned(size, align));
}
void* operator new[](std::size_t size, std::align_val_t align) {
  return or_stop(counted_aligned(size, align));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

#endif

namespace playset::test {

AllocationScope::AllocationScope() noexcept
    : first_count_(allocation_count), first_bytes_(allocation_bytes) {}

std::uint64_t AllocationScope::count() const noexcept { return allocation_count - first_count_; }

std::uint64_t AllocationScope::bytes() const noexcept { return allocation_bytes - first_bytes_; }

}  // namespace playset::test
