#include "execution/server/WorkerStart.h"
#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "program/Processors.h"
#include "llvm/Support/Error.h"
#include <csignal>
#include <cstdio>
#include <optional>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

namespace mlirgym::worker {

void leave(WorkerExit reason) { ::_exit(static_cast<int>(reason)); }

Frame receive() {
  Frame frame;
  switch (receiveFrame(workerSocketFd, frame, std::nullopt)) {
  case WireStatus::Ok:
    return frame;
  case WireStatus::Closed:
    leave(WorkerExit::CallerGone);
  case WireStatus::TimedOut:
  case WireStatus::Garbage:
  case WireStatus::NoDescriptors:
  case WireStatus::Stopped:
    break;
  }
  leave(WorkerExit::ProtocolError);
}

MemoryFile takeFile(Frame &frame, size_t index) {
  if (index >= frame.files.size())
    leave(WorkerExit::ProtocolError);
  llvm::Expected<MemoryFile> file =
      MemoryFile::adopt(std::move(frame.files[index]));
  if (file)
    return std::move(*file);
  llvm::consumeError(file.takeError());
  leave(WorkerExit::ProtocolError);
}

/// No worker outlives its caller, even if the caller is killed while a kernel
/// is in an endless loop. The system sends the signal when the *thread* that
/// started this process ends: see LastingThread.h.
static void dieWithCaller(pid_t caller) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != caller) // it ended before prctl()
    leave(WorkerExit::CallerGone);
}

StartedWorker startWorker(const char *program) {
  int type = 0;
  socklen_t length = sizeof(type);
  if (::getsockopt(workerSocketFd, SOL_SOCKET, SO_TYPE, &type, &length) != 0) {
    std::fprintf(stderr,
                 "%s: must be started by mlirgym, not by hand; run mlirgym "
                 "instead\n",
                 program);
    leave(WorkerExit::NotStartedByUs);
  }
  auto settings = read<SettingsMessage>(receive(), MessageType::Settings);
  if (settings.version != messageVersion)
    leave(WorkerExit::ProtocolError);

  dieWithCaller(static_cast<pid_t>(settings.parentPid));
  // LLVM recurses deeply on large functions, and kernels have their tiles on
  // the stack.
  constexpr uint64_t stackBytes = 64u << 20;
  limitStack(stackBytes);
  exitWhenOutOfMemory();
  offerToTheSystem();
  useProcessors(settings.cpus);
  CrashNote *note = installCrashHandlers(workerNoteFd);
  if (!note)
    leave(WorkerExit::CannotStart);

  return {std::move(settings), note};
}

void greet(const SettingsMessage &settings, FileReading reading) {
  send(MessageType::Hello,
       HelloMessage{messageVersion,
                    enterSandbox(settings.memoryLimitBytes, reading)});
}

} // namespace mlirgym::worker
