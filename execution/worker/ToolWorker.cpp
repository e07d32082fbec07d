#include "execution/worker/ToolWorker.h"
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
  RunToolMessage request;
  request.words = words.vec();
  request.folder = folder;
  request.variables = variables.vec();
  request.memoryLimitBytes = memoryLimitBytes;
  request.cpuSeconds = timeoutMs / 1000;
  const std::string payload = encode(request);
  Frame frame;
  ToolRanMessage reply;
  // The sender of a tool's signal is not known, so the run is repeated once.
  for (bool again = false;; again = true) {
    MLIRGYM_TRY(auto death, worker.ask(MessageType::RunTool, payload, {},
                                       MessageType::ToolRan, frame, stop));
    if (death && death->blame != Blame::Request)
      return executionError("{0}: {1}; try again", words.front(),
                            death->message);
    reply = {};
    if (!death && !decode(frame.payload, reply))
      death = worker.buryDistrusted();
    if (death)
      return Result{death->status, /*exitCode=*/-1, std::move(death->message),
                    ""};
    if (again || reply.wasEndedBySignal == 0)
      break;
  }
  return Result{Status::Ok, reply.exitCode, llvm::json::fixUTF8(reply.output),
                std::move(reply.sandbox)};
}

} // namespace mlirgym::worker
