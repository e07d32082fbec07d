#include "execution/server/Guest.h"
#include "execution/loader/KernelLoader.h"
#include "execution/loader/MemrefDescriptor.h"
#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/KernelHeap.h"
#include "execution/server/WorkerStart.h"
#include "execution/timing/Quantile.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/SharedMemory.h"
#include "execution/wire/Wire.h"
#include "outcome/SystemError.h"
#include "program/Stopwatch.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym::worker {
namespace {

enum Kind : uint32_t {
  Load, ///< a frame with a LoadKernelMessage follows
  Call,
  Heap, ///< asks for findHeapDamage()
};

struct Request {
  /// Random, so that no answer can be prepared. The answer repeats it.
  uint64_t serial;
  uint32_t kind, first, count;
};

struct Reply {
  uint64_t serial;
  std::array<char, 504> text; ///< ends with a 0
};

//===----------------------------------------------------------------------===//
// Inside the guest
//===----------------------------------------------------------------------===//

/// As the caller sets it for each worker.
unsigned threadsOfKernel() {
  const char *threads = std::getenv("OMP_NUM_THREADS");
  return threads ? static_cast<unsigned>(std::max(1, std::atoi(threads))) : 1;
}

/// The descriptor of the guest's connection.
constexpr int guestSocketFd = workerSocketFd;

/// The kernel of a guest with its rows of arguments.
class GuestKernel {
public:
  explicit GuestKernel(KernelLoader &kernelLoader) : loader(kernelLoader) {}

  std::string load(const LoadKernelMessage &message, int memory,
                   llvm::ArrayRef<char> object);
  void call(uint32_t first, uint32_t count) const {
    for (uint32_t row = first; row < first + count; ++row)
      kernel.call(rows[row], 1);
  }

private:
  KernelLoader &loader;
  Kernel kernel;
  std::vector<GuardedBuffer> buffers;
  std::vector<GuardedRegion> regions;
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<std::vector<void *>> rows; ///< index [row][argument]
};

std::string GuestKernel::load(const LoadKernelMessage &message, int memory,
                              llvm::ArrayRef<char> object) {
  setGuardedRegions({});
  freeKernelBlocks();
  buffers.clear();
  regions.clear();
  descriptors.clear();
  rows.assign(message.rows, {});
  descriptors.reserve(message.rows * message.arguments.size());
  for (const ArgumentRecord &argument : message.arguments) {
    GuardedBuffer &buffer = buffers.emplace_back(
        rowsBytes(argument, message.rows),
        static_cast<unsigned>(buffers.size()), memory, argument.inputOffset);
    if (!buffer.valid())
      exitOutOfMemory();
    if (!argument.isOutput)
      buffer.makeReadOnly();
    regions.push_back(buffer.region());
    for (uint32_t row = 0; row < message.rows; ++row) {
      char *elements = buffer.data() + row * rowStride(argument);
      rows[row].push_back(
          message.barePointers
              ? static_cast<void *>(elements)
              : descriptors
                    .emplace_back(makeDescriptor(argument.shape, elements))
                    .data());
    }
  }
  setGuardedRegions(regions);
  auto loaded = loader.load(object, message.entry);
  if (!loaded)
    return llvm::toString(loaded.takeError());
  kernel = *loaded;
  return "";
}

[[noreturn]] void serveGuest(const SettingsMessage &settings, CrashNote &note) {
  keepFreedMemory();
  auto loader = KernelLoader::create(kernelHeapFunctions());
  if (!loader) {
    std::fputs(llvm::toString(loader.takeError()).c_str(), stderr);
    leave(WorkerExit::CannotStart);
  }
  limitProcessorTimeForEver(requestsOfProcessorTime *
                            settings.cpuSecondsPerRequest);
  enterSandbox(settings.memoryLimitBytes, FileReading::Allowed,
               threadsOfKernel() == 1 ? ThreadStarting::Forbidden
                                      : ThreadStarting::Allowed);
  GuestKernel kernel(**loader);
  Request request{};
  while (::recv(guestSocketFd, &request, sizeof(request), MSG_WAITALL) ==
         sizeof(request)) {
    Reply reply{};
    auto say = [&](const std::string &text) {
      std::strncpy(reply.text.data(), text.c_str(), reply.text.size() - 1);
    };
    switch (request.kind) {
    case Load: {
      Frame frame;
      LoadKernelMessage message;
      if (receiveFrame(guestSocketFd, frame, std::nullopt) != WireStatus::Ok ||
          !decode(frame.payload, message) || frame.files.size() != 2)
        leave(WorkerExit::ProtocolError);
      limitProcessorTime(settings.cpuSecondsPerRequest);
      const MemoryFile object = takeFile(frame, 1);
      say(kernel.load(message, frame.files[0].get(), object.bytes()));
      break;
    }
    case Call:
      kernel.call(request.first, request.count);
      break;
    default:
      if (auto damage = findHeapDamage())
        say(*damage);
    }
    ++note.progress;
    reply.serial = request.serial;
    if (::send(guestSocketFd, &reply, sizeof(reply), MSG_NOSIGNAL) !=
        sizeof(reply))
      break;
  }
  leave(WorkerExit::CallerGone);
}

} // namespace

size_t rowStride(const ArgumentRecord &argument) {
  return llvm::alignTo(argument.sizeBytes(), GuardedBuffer::alignment);
}

size_t rowsBytes(const ArgumentRecord &argument, uint32_t rows) {
  return (rows - 1) * rowStride(argument) + argument.sizeBytes();
}

uint64_t randomNumber() {
  uint64_t number = 0;
  if (::getrandom(&number, sizeof(number), 0) != sizeof(number))
    leave(WorkerExit::CannotStart);
  return number;
}

//===----------------------------------------------------------------------===//
// Inside the worker
//===----------------------------------------------------------------------===//

Guest::Guest(pid_t child, FileDescriptor channel)
    : process(child), socket(std::move(channel)),
      numThreads(threadsOfKernel()) {
  ::clock_getcpuclockid(process, &clock);
}

llvm::Expected<std::unique_ptr<Guest>>
Guest::start(const SettingsMessage &settings, CrashNote &note) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return systemError("cannot make a socket pair", errno);
  FileDescriptor ours(pair[0]), theirs(pair[1]);
  const pid_t worker = ::getpid(), child = ::fork();
  if (child < 0)
    return systemError("cannot start a process", errno);
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != worker)
      leave(WorkerExit::CallerGone);
    // The worker's connection and all its other descriptors end here.
    ::dup2(theirs.get(), guestSocketFd);
    ::close_range(guestSocketFd + 1, ~0u, 0);
    // Threads that wait for more work would hide a thread that computes ahead.
    ::setenv("KMP_BLOCKTIME", "1", /*overwrite=*/1);
    serveGuest(settings, note);
  }
  note.guest = child;
  return std::unique_ptr<Guest>(new Guest(child, std::move(ours)));
}

void Guest::calibrate(unsigned often, llvm::function_ref<void()> prepare) {
  if (isLoaded)
    return;
  std::vector<double> wallNs, usedNs, tailNs;
  for (unsigned i = 0; i < often; ++i) {
    prepare();
    const Spent spent = ask(Call, 0, 0);
    wallNs.push_back(spent.wallNs);
    usedNs.push_back(spent.usedNs);
    const double answered = processorNs();
    constexpr int pauseUs = 50;
    ::usleep(pauseUs);
    tailNs.push_back(processorNs() - answered);
  }
  // The least: on a busy machine the others may exceed the time of calls.
  empty = {*llvm::min_element(wallNs), *llvm::min_element(usedNs)};
  emptyTailNs = medianOf(tailNs);
}

void Guest::endAsGuest() {
  int status = 0;
  ::waitpid(process, &status, 0);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    std::fprintf(stderr, "ended by signal %d\n", signal);
  }
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status)
                            : static_cast<int>(WorkerExit::CannotStart));
}

Guest::Spent Guest::ask(uint32_t kind, uint32_t first, uint32_t count) {
  if (kind != Load)
    serial = randomNumber();
  const Request request{serial, kind, first, count};
  Reply reply{};
  const double before = processorNs();
  const Stopwatch taken;
  if ((kind != Load && ::send(socket.get(), &request, sizeof(request),
                              MSG_NOSIGNAL) != sizeof(request)) ||
      ::recv(socket.get(), &reply, sizeof(reply), MSG_WAITALL) != sizeof(reply))
    endAsGuest();
  const double wallNs = taken.nanoseconds();
  const double usedNs = processorNs() - before;
  if (reply.serial != serial && !doubt)
    doubt = "it answers for the worker";
  text.assign(reply.text.data(),
              ::strnlen(reply.text.data(), reply.text.size() - 1));
  return {wallNs, usedNs};
}

std::optional<std::string> Guest::load(const LoadKernelMessage &message,
                                       const SharedMemory &memory,
                                       const MemoryFile &object) {
  isLoaded = true;
  serial = randomNumber();
  const Request request{serial, Load, 0, 0};
  if (::send(socket.get(), &request, sizeof(request), MSG_NOSIGNAL) !=
          sizeof(request) ||
      sendFrame(socket.get(), MessageType::LoadKernel, encode(message),
                {memory.fd(), object.fd()}, std::nullopt) != WireStatus::Ok)
    endAsGuest();
  ask(Load, 0, 0);
  return text.empty() ? std::nullopt : std::optional(text);
}

/// The time of a request without that of one without calls. Of calls that take
/// much less an eighth is kept: both vary, and no time is 0.
static double without(double emptyNs, double ns) {
  constexpr double least = 0.125;
  return std::max(ns - emptyNs, least * ns);
}

TimedCalls Guest::call(uint32_t first, uint32_t count) {
  const auto [wallNs, usedNs] = ask(Call, first, count);
  constexpr double mostShare = 1.1, someNs = 1e5;
  if (usedNs > numThreads * (mostShare * wallNs + someNs) && !doubt)
    doubt = "it computes on more processors than it may";
  TimedCalls timed{without(empty.wallNs, wallNs)};
  // All threads together compute at least as long as one thread. Otherwise the
  // system ran another process, or stopped this one.
  const double missingNs = timed.elapsedNs - usedNs;
  constexpr double switchNs = 2e4, stopNs = 1e7, stopShare = 0.1;
  timed.interrupted = missingNs > switchNs + empty.wallNs;
  timed.paused = missingNs > std::max(stopNs, stopShare * timed.elapsedNs);
  // A request waits for its turn where other processes compute. One thread
  // cannot do anything without processor time. Some systems count it in ticks.
  if (numThreads == 1 && empty.usedNs > 0)
    timed.elapsedNs = std::min(timed.elapsedNs, without(empty.usedNs, usedNs));
  return timed;
}

std::optional<std::string> Guest::heapDamage() {
  ask(Heap, 0, 0);
  return text.empty() ? std::nullopt : std::optional(text);
}

double Guest::processorNs() const {
  timespec time{};
  ::clock_gettime(clock, &time);
  return 1e9 * static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec);
}

} // namespace mlirgym::worker
