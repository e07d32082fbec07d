#include "execution/worker/EstimateWorker.h"
#include "execution/estimate/CodeBlock.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
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
  EstimateMessage request;
  for (const CodeBlock &each : blocks)
    request.blocks.push_back({each.bytes, each.vectorState});
  auto died = [&](WorkerDeath death) {
    return Result{.status = death.status, .message = std::move(death.message)};
  };
  Frame frame;
  EstimatedMessage reply;
  MLIRGYM_TRY(auto death, worker.ask(MessageType::Estimate, encode(request), {},
                                     MessageType::Estimated, frame, stop));
  if (death && death->blame != Blame::Request)
    return executionError("no estimate: {0}; try again", death->message);
  if (death)
    return died(std::move(*death));
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
