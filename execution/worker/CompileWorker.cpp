#include "execution/worker/CompileWorker.h"
#include "execution/ExecutionError.h"
#include "execution/worker/MessageArchive.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlirgym {

CompileWorker::CompileWorker(WorkerOptions workerOptions)
    : options(std::move(workerOptions)) {
  options.role = WorkerRole::Compile;
}

llvm::Expected<CompiledKernel>
CompileWorker::compile(llvm::StringRef programText, llvm::StringRef entry,
                       llvm::StringRef script,
                       std::optional<LoweringStage> stage) {
  if (!process || !process->isOurs() || !process->isAlive()) {
    auto started = WorkerProcess::start(options);
    if (!started)
      return started.takeError();
    process = std::move(*started);
    runningPid = process->pid();
    ++starts;
  }

  CompiledKernel result;
  uint8_t wanted = stage ? static_cast<uint8_t>(*stage) + 1 : 0;
  std::string payload = encode(
      CompileMessage{programText.str(), entry.str(), script.str(), wanted});
  if (payload.size() > maxPayloadBytes) {
    result.status = Status::LoweringFailed;
    result.message = llvm::formatv(
        "the program is {0} MiB of text; at most {1} MiB can be compiled",
        payload.size() >> 20, maxPayloadBytes >> 20);
    return result;
  }
  auto died = [&]() -> llvm::Expected<CompiledKernel> {
    WorkerDeath death = process->bury();
    runningPid = 0;
    process.reset();
    if (death.fromCaller)
      return llvm::make_error<ExecutionError>(std::move(death.message));
    result.status = death.status;
    result.message = std::move(death.message);
    result.fromOutside = death.fromOutside;
    return std::move(result);
  };
  Frame frame;
  CompiledMessage reply;
  if (!process->send(MessageType::Compile, payload, {}) ||
      !process->receive(MessageType::Compiled, frame))
    return died();
  auto distrusted = [&] {
    process->distrust();
    return died();
  };
  // Only what a compiler can say.
  if (!decode(frame.payload, reply) ||
      reply.status > static_cast<uint8_t>(Status::CompileFailed))
    return distrusted();
  result.status = static_cast<Status>(reply.status);
  result.message = std::move(reply.message);
  result.phases.transformMs = reply.transformMs;
  result.phases.lowerMs = reply.lowerMs;
  result.phases.compileMs = reply.compileMs;
  if (result.status == Status::Ok) {
    if (frame.files.size() != 1)
      return distrusted();
    llvm::Expected<MemoryFile> object =
        MemoryFile::adopt(std::move(frame.files[0]));
    if (!object) {
      llvm::consumeError(object.takeError());
      return distrusted();
    }
    result.object = std::move(*object);
  }
  if (reply.retiring) {
    runningPid = 0;
    process.reset();
  }
  return result;
}

} // namespace mlirgym
