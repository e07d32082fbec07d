//===- execution/lowering/Machine.cpp -------------------------------------===//
#include "execution/lowering/Machine.h"

#include "execution/lowering/KernelCompiler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <sched.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace mlirgym {
namespace {

/// Features in alphabetical order: LLVM stores them in a hash table, and their
/// text is part of object code and of keys.
std::vector<std::string> hostFeatures() {
  std::vector<std::string> features;
  for (const auto &feature : sys::getHostCPUFeatures())
    features.push_back((feature.second ? "+" : "-") + feature.first().str());
  std::sort(features.begin(), features.end());
  return features;
}

bool has(ArrayRef<std::string> features, StringRef feature) {
  return is_contained(features, feature);
}

void setVectorUnit(Machine &machine, ArrayRef<std::string> features) {
  // NEON and the vector extensions of other architectures: 32 registers of 128
  // bits.
  machine.vectorBits = 128;
  machine.vectorRegisters = 32;
  if (!Triple(sys::getProcessTriple()).isX86())
    return;
  if (has(features, "+avx512f")) {
    machine.vectorBits = 512;
    return;
  }
  machine.vectorRegisters = 16;
  if (has(features, "+avx"))
    machine.vectorBits = 256;
}

/// Value after the first "key\t: " of /proc/cpuinfo, "" if there is none.
std::string cpuInfo(StringRef key) {
  // Read as a stream: the size of this file is unknown before it is read.
  auto buffer = MemoryBuffer::getFileAsStream("/proc/cpuinfo");
  if (!buffer)
    return "";
  for (StringRef rest = (*buffer)->getBuffer(); !rest.empty();) {
    auto [line, tail] = rest.split('\n');
    auto [name, value] = line.split(':');
    if (name.trim() == key)
      return value.trim().str();
    rest = tail;
  }
  return "";
}

int64_t cacheBytes(int name) { return std::max<int64_t>(0, sysconf(name)); }

/// Cores that this process may use; containers limit them.
unsigned usableCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max<int64_t>(1, sysconf(_SC_NPROCESSORS_ONLN));
}

Machine describeHost() {
  Machine machine;
  machine.cpu = sys::getHostCPUName().str();
  machine.model = cpuInfo("model name");
  if (machine.model.empty())
    machine.model = machine.cpu;
  std::vector<std::string> features = hostFeatures();
  machine.features = join(features, ",");
  machine.cores = usableCores();
  setVectorUnit(machine, features);
  machine.l1Bytes = cacheBytes(_SC_LEVEL1_DCACHE_SIZE);
  machine.l2Bytes = cacheBytes(_SC_LEVEL2_CACHE_SIZE);
  machine.l3Bytes = cacheBytes(_SC_LEVEL3_CACHE_SIZE);
  machine.memoryBytes = cacheBytes(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  return machine;
}
} // namespace

std::string Machine::id() const {
  return formatv("{0}-{1:x-8}", cpu,
                 static_cast<uint32_t>(xxh3_64bits(features)))
      .str();
}

const Machine &Machine::host() {
  static const Machine machine = describeHost();
  return machine;
}

std::string toolchainId() {
  return formatv("llvm-{0}-lowering-{1}", LLVM_VERSION_STRING, loweringVersion)
      .str();
}
} // namespace mlirgym
