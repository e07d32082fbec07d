#include "execution/server/EstimateServer.h"
#include "execution/estimate/CycleEstimator.h"
#include "execution/process/Sandbox.h"
#include "execution/server/WorkerStart.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "lowering/target/Target.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace mlirgym::worker {

static llvm::Expected<std::unique_ptr<CycleEstimator>>
makeEstimator(const SettingsMessage &settings) {
  auto target = Target::find(
      {settings.targetTriple, settings.targetCpu, settings.targetFeatures});
  if (!target)
    return target.takeError();
  return CycleEstimator::create(*target);
}

void serveEstimates(const SettingsMessage &settings) {
  auto estimator = makeEstimator(settings);
  if (!estimator) { // the caller has another LLVM
    llvm::errs() << llvm::toString(estimator.takeError()) << '\n';
    leave(WorkerExit::CannotStart);
  }
  greet(settings, FileReading::Forbidden);
  while (true) {
    auto request = read<EstimateMessage>(receive(), MessageType::Estimate);
    limitProcessorTime(settings.cpuSecondsPerRequest);
    EstimatedMessage reply;
    for (const CodeBlockRecord &each : request.blocks) {
      auto estimate = (*estimator)->estimate({each.bytes, each.vectorState});
      if (!estimate) {
        reply.error = llvm::toString(estimate.takeError());
        break;
      }
      reply.estimates.push_back(
          {estimate->cycles, estimate->instructions, estimate->unmodelled});
    }
    send(MessageType::Estimated, reply);
  }
}

} // namespace mlirgym::worker
