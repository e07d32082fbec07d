#include "execution/timing/CacheFlush.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace mlirgym {

void flushFromCaches(llvm::ArrayRef<char> bytes) {
#if defined(__x86_64__) || defined(__aarch64__)
  // The smallest line size of any processor: flushing a line twice is harmless.
  constexpr size_t lineBytes = 64;
  auto first = reinterpret_cast<uintptr_t>(bytes.begin()) / lineBytes;
  auto end =
      (reinterpret_cast<uintptr_t>(bytes.end()) + lineBytes - 1) / lineBytes;
  for (uintptr_t line = first; line < end; ++line) {
    void *address = reinterpret_cast<void *>(line * lineBytes);
#if defined(__x86_64__)
    _mm_clflush(address);
  }
  _mm_mfence();
#else
    asm volatile("dc civac, %0" : : "r"(address) : "memory");
  }
  asm volatile("dsb ish" : : : "memory");
#endif
#else
  (void)bytes;
  static const std::vector<char> other(64 << 20, 1);
  unsigned sum = 0;
  for (size_t i = 0; i < other.size(); i += 32)
    sum += other[i];
  volatile unsigned sink = sum;
  (void)sink;
#endif
}

} // namespace mlirgym
