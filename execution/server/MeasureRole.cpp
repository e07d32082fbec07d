#include "execution/server/MeasureRole.h"
#include "execution/process/Sandbox.h"
#include "execution/server/Guest.h"
#include "execution/server/KernelHeap.h"
#include "execution/server/MeasureServer.h"
#include "execution/server/WorkerStart.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace mlirgym::worker {

static void serve(const SettingsMessage &settings, MeasureServer &server) {
  bool loaded = false;
  while (true) {
    Frame frame = receive();
    limitProcessorTime(settings.cpuSecondsPerRequest);
    if (frame.type == MessageType::LoadProgram) {
      auto message = read<LoadProgramMessage>(frame, MessageType::LoadProgram);
      MemoryFile inputs = takeFile(frame, 0);
      MemoryFile reference;
      if (frame.files.size() > 1)
        reference = takeFile(frame, 1);
      if (llvm::Error error =
              server.load(message, std::move(inputs), std::move(reference))) {
        std::fputs(llvm::toString(std::move(error)).c_str(), stderr);
        leave(WorkerExit::ProtocolError);
      }
      loaded = true;
      continue;
    }
    auto request = read<RunKernelMessage>(frame, MessageType::RunKernel);
    if (!loaded)
      leave(WorkerExit::ProtocolError);
    if (server.hasGuest()) {
      const MemoryFile object = takeFile(frame, 0), own = takeFile(frame, 1);
      send(MessageType::KernelRan, server.runForeign(request, object, own));
      continue;
    }
    MeasureServer::Outcome outcome = server.run(request, takeFile(frame, 0));
    if (outcome.reference.valid())
      send(MessageType::KernelRan, outcome.reply, outcome.reference.fd());
    else
      send(MessageType::KernelRan, outcome.reply);
  }
}

void serveMeasure(const StartedWorker &worker) {
  keepFreedMemory();
  std::unique_ptr<Guest> guest;
  if (worker.settings.role == static_cast<uint8_t>(WorkerRole::Foreign)) {
    auto started = Guest::start(worker.settings, *worker.note);
    if (!started) {
      std::fputs(llvm::toString(started.takeError()).c_str(), stderr);
      leave(WorkerExit::CannotStart);
    }
    guest = std::move(*started);
  }
  const uint64_t limitBytes = worker.settings.memoryLimitBytes;
  constexpr uint64_t mostBytesOfOthers = 256 << 20;
  llvm::Expected<std::unique_ptr<MeasureServer>> server = MeasureServer::create(
      *worker.note,
      limitBytes == 0 ? mostBytesOfOthers
                      : std::min(mostBytesOfOthers, limitBytes / 16),
      worker.settings.counters, std::move(guest));
  if (!server) {
    std::fputs(llvm::toString(server.takeError()).c_str(), stderr);
    leave(WorkerExit::CannotStart);
  }
  // Unlike the signal of a request's limit, its end cannot be ignored.
  limitProcessorTimeForEver(requestsOfProcessorTime *
                            worker.settings.cpuSecondsPerRequest);
  // libomp and libm read files while a kernel runs. libomp is initialised
  // later, since it would leave a file in /dev/shm.
  greet(worker.settings, FileReading::Allowed);
  serve(worker.settings, **server);
}

} // namespace mlirgym::worker
