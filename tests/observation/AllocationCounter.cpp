#include "AllocationCounter.h"

static thread_local size_t allocations = 0;

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MLIRGYM_SANITIZER_MALLOC 1
#endif
#endif

#ifdef MLIRGYM_SANITIZER_MALLOC
// A sanitizer brings its own malloc, and calls these.
#include <sanitizer/allocator_interface.h>
static void onMalloc(const volatile void *, size_t) { ++allocations; }
static void onFree(const volatile void *) {}
static const int hooksInstalled =
    __sanitizer_install_malloc_and_free_hooks(onMalloc, onFree);
#else
// glibc's names behind malloc and realloc; operator new calls malloc.
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
#endif

namespace mlirgym::testing {
AllocationCounter::AllocationCounter() : before(allocations) {}
size_t AllocationCounter::count() const { return allocations - before; }
} // namespace mlirgym::testing
