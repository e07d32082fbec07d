#include "lowering/target/GpuProcessor.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlirgym;

namespace {
constexpr int64_t kib = 1 << 10, mib = 1 << 20;

// From NVIDIA's white papers of these cards, and CUDA's table of compute
// capabilities; NVIDIA gives the speed of tensor cores at another clock rate
// than the highest, so that their number per cycle is none of the hardware. The
// bandwidths of the second cache were measured by others, in
// round numbers.
constexpr GpuProcessor sm80 = {.cpu = "sm_80",
                               .card = "A100 SXM",
                               .sharedBytesOfBlock = 163 * kib,
                               .sharedBytes = 192 * kib,
                               .multiprocessors = 108,
                               .threads = 2048,
                               .blocks = 32,
                               .registers = 65536,
                               .gigahertz = 1.41,
                               .multiplyAdds = 64,
                               .tensorMultiplyAdds = 1024,
                               .memoryBandwidth = 2039,
                               .cacheBandwidth = 4500,
                               .cacheBytes = 40 * mib};
constexpr GpuProcessor sm90 = {.cpu = "sm_90",
                               .card = "H100 SXM",
                               .sharedBytesOfBlock = 227 * kib,
                               .sharedBytes = 256 * kib,
                               .multiprocessors = 132,
                               .threads = 2048,
                               .blocks = 32,
                               .registers = 65536,
                               .gigahertz = 1.98,
                               .multiplyAdds = 128,
                               .tensorMultiplyAdds = 1892,
                               .memoryBandwidth = 3350,
                               .cacheBandwidth = 9000,
                               .cacheBytes = 50 * mib};
// The same cards: code for "sm_90a" uses what later GPUs do not have.
constexpr GpuProcessor sm90a = [] {
  GpuProcessor processor = sm90;
  processor.cpu = "sm_90a";
  processor.hasWarpgroups = true;
  return processor;
}();
constexpr GpuProcessor known[] = {sm80, sm90, sm90a};

constexpr GpuProcessor generic = [] {
  GpuProcessor processor = sm80;
  processor.cpu = processor.card = "";
  processor.sharedBytesOfBlock = 48 * kib;
  processor.sharedBytes = 64 * kib;
  return processor;
}();
constexpr GpuProcessor older = [] {
  GpuProcessor processor = generic;
  processor.hasAsyncCopies = false;
  return processor;
}();

/// True for "sm_75" and before.
bool isOlder(llvm::StringRef cpu) {
  unsigned number = 0;
  return cpu.consume_front("sm_") && !cpu.consumeInteger(10, number) &&
         number < 80;
}
} // namespace

const GpuProcessor &GpuProcessor::of(const Target &target) {
  const auto *found = llvm::find_if(
      known, [&](const GpuProcessor &each) { return each.cpu == target.cpu; });
  if (found != std::end(known))
    return *found;
  return isOlder(target.cpu) ? older : generic;
}
