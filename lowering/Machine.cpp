#include "lowering/Machine.h"

#include "lowering/KernelCompiler.h"
#include "lowering/target/Target.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <string>
#include <unistd.h>

using namespace llvm;

namespace mlirgym {
namespace {

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

Machine describeHost() {
  Machine machine;
  machine.target = Target::host();
  machine.model = cpuInfo("model name");
  if (machine.model.empty())
    machine.model = machine.target.cpu;
  machine.memoryBytes =
      std::max<int64_t>(0, sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  return machine;
}
} // namespace

const Machine &Machine::host() {
  static const Machine machine = describeHost();
  return machine;
}

std::string toolchainId() {
  return formatv("llvm-{0}-lowering-{1}", LLVM_VERSION_STRING, loweringVersion)
      .str();
}
} // namespace mlirgym
