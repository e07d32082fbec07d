#include "agents/model/CycleEstimate.h"
#include "actions/Action.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/model/OperandTraffic.h"
#include "agents/model/TiledLoops.h"
#include "agents/model/VectorKernel.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace mlirgym;

namespace {
/// A cache, and the bandwidth from the next level in bytes per cycle.
struct Cache {
  double bytes, bandwidth;
};

/// Of starting the threads, waiting for all of them, and getting operands from
/// the caches of other cores: 0.7 us without any work, and 1.0 to 1.8 us in
/// kernels of 1 to 6 us, with two threads on a Zen 5.
constexpr double startCycles = 6000;

/// If the sizes are unknown, those of a small core are used.
std::array<Cache, 3> cachesOf(const Target &target) {
  auto known = [](int64_t bytes, int64_t instead) {
    return double(bytes > 0 ? bytes : instead);
  };
  return {Cache{known(target.l1Bytes, 32 << 10), 24},
          Cache{known(target.l2Bytes, 512 << 10), 12},
          Cache{known(target.l3Bytes, 8 << 20), 5}};
}

double operationCycles(const ScheduleState &end, unsigned op,
                       const Target &target, unsigned threads,
                       double vectorsPerCycle) {
  const TiledLoops loops(end, op);
  const auto caches = cachesOf(target);
  std::array<double, 4> limits{kernelCycles(loops, target, vectorsPerCycle) +
                               copyCycles(loops, target)};
  for (auto [limit, cache] : llvm::zip(llvm::drop_begin(limits), caches))
    limit = trafficBeyond(loops, cache.bytes) / cache.bandwidth;
  limits.back() += streamedBytes(loops) / caches.back().bandwidth;
  // They overlap in part.
  constexpr double exposed = 0.3;
  const double longest = *std::ranges::max_element(limits);
  const double sum = std::accumulate(limits.begin(), limits.end(), 0.0);
  double cycles = longest + exposed * (sum - longest);
  if (loops.nest().isParallel && threads > 1)
    cycles /= 0.9 * threads;
  return cycles;
}
} // namespace

double mlirgym::estimatedCycles(const ScheduleState &end, const Target &target,
                                unsigned threads, double vectorsPerCycle) {
  double cycles = 0;
  for (unsigned op : llvm::seq(unsigned(end.program().operations().size())))
    cycles += operationCycles(end, op, target, threads, vectorsPerCycle);
  // A region is started once for all that is fused into its loop.
  if (threads > 1)
    for (const Schedule::Entry &entry : end.schedule().entries())
      if (llvm::any_of(entry.actions, [](const Action &action) {
            return action.traits().isParallel;
          }))
        cycles += startCycles;
  return std::max(cycles, 1.0);
}
