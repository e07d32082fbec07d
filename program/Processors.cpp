#include "program/Processors.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <numeric>
#include <sched.h>
#include <unistd.h>
#include <vector>

namespace mlirgym {
namespace {
/// A cpu_set_t for as many processors as needed.
class ProcessorSet {
public:
  explicit ProcessorSet(size_t count)
      : bytes(CPU_ALLOC_SIZE(count)), set(CPU_ALLOC(count)) {
    CPU_ZERO_S(bytes, set.get());
  }

  const size_t bytes;
  struct Free {
    void operator()(cpu_set_t *owned) const { CPU_FREE(owned); }
  };
  const std::unique_ptr<cpu_set_t, Free> set;
};
} // namespace

std::vector<uint32_t> usableProcessors() {
  // The call fails for a set that is smaller than the system's own.
  constexpr size_t most = size_t(1) << 20;
  for (size_t count = CPU_SETSIZE; count <= most; count *= 2) {
    ProcessorSet found(count);
    if (::sched_getaffinity(::getpid(), found.bytes, found.set.get()) == 0) {
      std::vector<uint32_t> usable;
      for (uint32_t cpu = 0; cpu < count; ++cpu)
        if (CPU_ISSET_S(cpu, found.bytes, found.set.get()))
          usable.push_back(cpu);
      return usable;
    }
    if (errno != EINVAL)
      break;
  }
  // glibc counts those online by the same call.
  std::vector<uint32_t> online(
      std::max<long>(1, ::sysconf(_SC_NPROCESSORS_CONF)));
  std::iota(online.begin(), online.end(), 0);
  return online;
}

void useProcessors(llvm::ArrayRef<uint32_t> processors) {
  if (processors.empty())
    return;
  ProcessorSet wanted(*llvm::max_element(processors) + 1);
  for (uint32_t cpu : processors)
    CPU_SET_S(cpu, wanted.bytes, wanted.set.get());
  ::sched_setaffinity(0, wanted.bytes, wanted.set.get());
}

} // namespace mlirgym
