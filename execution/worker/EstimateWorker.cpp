#include "execution/worker/EstimateWorker.h"
#include "execution/estimate/CodeBlock.h"
#include "execution/outcome/Measurement.h"
#include "execution/outcome/StopCheck.h"
#include "execution/worker/MessageArchive.h"
#include "execution/worker/Messages.h"
#include "execution/worker/RestartingWorker.h"
#include "execution/worker/Wire.h"
#include "execution/worker/WorkerProcess.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <utility>

namespace mlirgym::worker {

EstimateWorker::EstimateWorker(const WorkerOptions &options)
    : worker(WorkerRole::Estimate, options) {}

llvm::Expected<EstimateWorker::Result>
EstimateWorker::estimate(llvm::ArrayRef<CodeBlock> blocks, StopCheck *stop) {
  if (auto started = worker.start(stop); !started)
    return started.takeError();
  EstimateMessage request;
  for (const CodeBlock &each : blocks)
    request.blocks.push_back({each.bytes, each.vectorState});
  auto died = [&](WorkerDeath death) -> llvm::Expected<Result> {
    if (llvm::Error error = death.callersError())
      return std::move(error);
    return Result{.status = death.status, .message = std::move(death.message)};
  };
  Frame frame;
  EstimatedMessage reply;
  if (!worker.send(MessageType::Estimate, encode(request)) ||
      !worker.receive(MessageType::Estimated, frame, stop))
    return died(worker.bury());
  if (!decode(frame.payload, reply))
    return died(worker.buryDistrusted());
  if (!reply.error.empty())
    return Result{.status = Status::CompileFailed,
                  .message = llvm::json::fixUTF8(reply.error)};
  if (reply.estimates.size() != blocks.size())
    return died(worker.buryDistrusted());
  Result result;
  for (const BlockEstimateRecord &each : reply.estimates) {
    if (!std::isfinite(each.cycles) || each.cycles < 0)
      return died(worker.buryDistrusted());
    result.estimates.push_back(
        {each.cycles, each.instructions, each.unmodelled});
  }
  return result;
}

} // namespace mlirgym::worker
