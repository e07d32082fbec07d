#include "AllocationCounter.h"
#include <cstdlib>
#include <new>

// Under a sanitizer malloc is its own; operator new is then all that is seen.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MLIRGYM_OWN_MALLOC 0
#endif
#endif
#ifndef MLIRGYM_OWN_MALLOC
#define MLIRGYM_OWN_MALLOC 1
#endif

static thread_local size_t allocations = 0;

#if MLIRGYM_OWN_MALLOC
// glibc's documented names behind malloc and realloc.
extern "C" void *__libc_malloc(size_t size);
extern "C" void *__libc_realloc(void *block, size_t size);
extern "C" void *malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
extern "C" void *realloc(void *block, size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
#else
void *operator new(size_t size) {
  ++allocations;
  if (void *block = std::malloc(size))
    return block;
  std::abort();
}
void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, size_t) noexcept { std::free(block); }
#endif

namespace mlirgym::testing {
AllocationCounter::AllocationCounter() : before(allocations) {}
size_t AllocationCounter::count() const { return allocations - before; }
} // namespace mlirgym::testing
