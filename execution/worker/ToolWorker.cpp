#include "execution/worker/ToolWorker.h"
#include "execution/outcome/ExecutionError.h"
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
#include <string>
#include <utility>

namespace mlirgym::worker {

ToolWorker::ToolWorker(const WorkerOptions &options)
    : worker(WorkerRole::Tool, options),
      memoryLimitBytes(options.memoryLimitBytes), timeoutMs(options.timeoutMs) {
}

llvm::Expected<ToolWorker::Result>
ToolWorker::run(llvm::ArrayRef<std::string> words, const std::string &folder,
                llvm::ArrayRef<std::string> variables, StopCheck *stop) {
  auto result = tryRun(words, folder, variables, stop);
  if (!result || result->status == Status::Ok)
    return result;
  return executionError("{0}: {1}", words.front(), result->output);
}

llvm::Expected<ToolWorker::Result>
ToolWorker::tryRun(llvm::ArrayRef<std::string> words, const std::string &folder,
                   llvm::ArrayRef<std::string> variables, StopCheck *stop) {
  if (auto started = worker.start(stop); !started)
    return started.takeError();
  RunToolMessage request;
  request.words = words.vec();
  request.folder = folder;
  request.variables = variables.vec();
  request.memoryLimitBytes = memoryLimitBytes;
  request.cpuSeconds = timeoutMs / 1000;
  auto died = [&](WorkerDeath death) -> llvm::Expected<Result> {
    if (llvm::Error error = death.callersError())
      return std::move(error);
    return Result{death.status, /*exitCode=*/-1, std::move(death.message), ""};
  };
  Frame frame;
  ToolRanMessage reply;
  if (!worker.send(MessageType::RunTool, encode(request)) ||
      !worker.receive(MessageType::ToolRan, frame, stop))
    return died(worker.bury());
  if (!decode(frame.payload, reply))
    return died(worker.buryDistrusted());
  return Result{Status::Ok, reply.exitCode, llvm::json::fixUTF8(reply.output),
                std::move(reply.sandbox)};
}

} // namespace mlirgym::worker
