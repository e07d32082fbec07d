#include "execution/timing/MachineProbes.h"
#include "execution/timing/Sampler.h"
#include <algorithm>

namespace mlirgym {

Slowness MachineProbes::probe() {
  // Always run both probes, since they influence the caches that the kernel
  // uses.
  const Slowness now{coreProbe.slowness(), memoryProbe.slowness()};
  core.add(now.core);
  if (memoryProbe.isUsed())
    memory.add(now.memory);
  return now;
}

double MachineProbes::endMeasurement() {
  return std::max(core.endMeasurement(), memory.endMeasurement());
}

} // namespace mlirgym
