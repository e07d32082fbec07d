#include "execution/batch/CorePlan.h"
#include "outcome/ExecutionError.h"
#include "program/Processors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <vector>

namespace mlirgym {

/// True if a list in the format of /sys, "0-1,8", contains `cpu`.
static bool listHolds(llvm::StringRef list, uint32_t cpu) {
  llvm::SmallVector<llvm::StringRef> parts;
  list.trim().split(parts, ',');
  for (llvm::StringRef part : parts) {
    auto [first, last] = part.split('-');
    uint32_t from, to;
    if (first.getAsInteger(10, from))
      continue;
    if (last.empty())
      to = from;
    else if (last.getAsInteger(10, to))
      continue;
    if (from <= cpu && cpu <= to)
      return true;
  }
  return false;
}

/// True if both are hardware threads of one core, according to the system.
static bool shareOneCore(uint32_t a, uint32_t b) {
  auto list = llvm::MemoryBuffer::getFileAsStream(
      llvm::formatv(
          "/sys/devices/system/cpu/cpu{0}/topology/thread_siblings_list", a)
          .str());
  return list && listHolds((*list)->getBuffer(), b);
}

llvm::Expected<CorePlan> CorePlan::make(unsigned threads) {
  const std::vector<uint32_t> usable = usableProcessors();
  if (threads == 0 || threads > usable.size())
    return executionError("{0} threads on {1} processors; use 1 to {1}",
                          threads, usable.size());
  CorePlan plan;
  plan.measuring.assign(usable.end() - threads, usable.end());
  plan.compiling.assign(usable.begin(), usable.end() - threads);
  // Compiling on the other hardware thread of a core slows the measured kernel
  // down by a third. A virtual machine may hide which threads share a core; the
  // drift probe then detects the slowdown.
  llvm::erase_if(plan.compiling, [&](uint32_t compiling) {
    return llvm::any_of(plan.measuring, [&](uint32_t measuring) {
      return shareOneCore(compiling, measuring);
    });
  });
  plan.shared = plan.compiling.empty();
  if (plan.shared)
    plan.compiling = usable;
  return plan;
}

} // namespace mlirgym
