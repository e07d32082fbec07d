#include "agents/model/SpeedupEstimate.h"
#include "actions/ScheduleState.h"
#include "agents/model/CycleEstimate.h"
#include "agents/model/GpuEstimate.h"
#include "lowering/target/GpuProcessor.h"
#include "lowering/target/Target.h"
#include "llvm/TargetParser/Triple.h"
#include <cmath>

using namespace mlirgym;

SpeedupEstimate::SpeedupEstimate(const ScheduleState &start,
                                 const Target &processor, unsigned numThreads,
                                 double vectorsPerCycle)
    : target(processor), threads(numThreads), rate(vectorsPerCycle),
      untransformed(amount(start)) {}

double SpeedupEstimate::amount(const ScheduleState &end) const {
  if (llvm::Triple(target.triple).isNVPTX())
    return estimatedGpuNs(end, GpuProcessor::of(target));
  return estimatedCycles(end, target, threads, rate);
}

double SpeedupEstimate::logSpeedup(const ScheduleState &end) const {
  return std::log(untransformed / amount(end));
}
