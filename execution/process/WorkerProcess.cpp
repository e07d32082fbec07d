#include "execution/process/WorkerProcess.h"
#include "execution/process/CrashNote.h"
#include "execution/process/LastingThread.h"
#include "execution/process/Sandbox.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "outcome/SystemError.h"
#include "outcome/Units.h"
#include "program/EnumNames.h"
#include "program/Try.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sched.h>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym::worker {

/// Time for loading MLIR and a context; long, for a machine under load.
static constexpr double greetingTimeoutMs = 60000;

static constexpr EnumNames<WorkerRole::Foreign> roleNames = {
    {"compile", "measure", "load", "tool", "device", "estimate", "call",
     "foreign"}};
/// The work of a role, for messages about the end of a worker.
static constexpr EnumNames<WorkerRole::Foreign> worksOfRoles = {
    {"compiling", "the kernel", "reading it", "the tool", "the device",
     "the estimate", "the kernel", "the kernel"}};

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

/// The caller's environment, with our own settings of OpenMP: the threads of a
/// kernel are part of the exec-data key, so the user's settings must not change
/// them. The default KMP_BLOCKTIME is kept (sleeping at once costs 40 us per
/// parallel region).
static std::vector<std::string> makeEnvironment(unsigned threads) {
  std::vector<std::string> result;
  for (char **entry = environ; *entry; ++entry) {
    llvm::StringRef text(*entry);
    if (!text.starts_with("OMP_") && !text.starts_with("KMP_") &&
        !text.starts_with("LD_PRELOAD="))
      result.push_back(text.str());
  }
  result.push_back("OMP_NUM_THREADS=" + std::to_string(threads));
  result.push_back("OMP_DYNAMIC=false");
  result.push_back("OMP_PROC_BIND=close");
  result.push_back("OMP_STACKSIZE=16M");
  // In the sandbox libomp cannot create its file in /dev/shm, and would print a
  // warning.
  result.push_back("KMP_WARNINGS=false");
  return result;
}

/// Number of processes that the system has killed for lack of memory; nullopt
/// if it does not report it.
static std::optional<uint64_t> countKilledForMemory() {
  std::optional<uint64_t> count;
  if (FILE *file = std::fopen("/proc/vmstat", "r")) {
    char line[256];
    uint64_t number = 0;
    while (!count && std::fgets(line, sizeof(line), file))
      if (std::sscanf(line, "oom_kill %" SCNu64, &number) == 1)
        count = number;
    std::fclose(file);
  }
  return count;
}

llvm::Expected<std::unique_ptr<WorkerProcess>>
WorkerProcess::start(const WorkerOptions &options, StopCheck *stop) {
  // A worker that another process kills before its greeting is started again.
  constexpr unsigned maxAttempts = 3;
  for (unsigned attempt = 1;; ++attempt) {
    MLIRGYM_TRY(CrashNotePage page, CrashNotePage::create());
    std::unique_ptr<WorkerProcess> worker(
        new WorkerProcess(options, std::move(page)));
    MLIRGYM_TRY_TO(worker->spawn());
    if (worker->greet(stop))
      return worker;
    if (worker->lastWire == WireStatus::Stopped)
      return llvm::make_error<InterruptedError>();
    WorkerDeath death = worker->bury();
    if (death.blame == Blame::Request || attempt == maxAttempts)
      return executionError("{0}: does not start ({1}); build and install it "
                            "together with the library",
                            options.path, death.message);
  }
}

llvm::Error WorkerProcess::spawn() {
  killedBefore = countKilledForMemory();
  int pair[2], pipe[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return systemError("cannot make a socket pair", errno);
  socket = FileDescriptor(pair[0]);
  FileDescriptor childSocket(pair[1]);
  if (::pipe2(pipe, O_CLOEXEC | O_NONBLOCK) != 0)
    return systemError("cannot make a pipe", errno);
  errors = FileDescriptor(pipe[0]);
  FileDescriptor childErrors(pipe[1]);

  // Duplicated to numbers above the final ones, since otherwise one dup2 would
  // overwrite the source of the next.
  constexpr int firstFree = 16;
  FileDescriptor highSocket(
      ::fcntl(childSocket.get(), F_DUPFD_CLOEXEC, firstFree)),
      highErrors(::fcntl(childErrors.get(), F_DUPFD_CLOEXEC, firstFree)),
      highNote(::fcntl(note.fd(), F_DUPFD_CLOEXEC, firstFree));
  if (!highSocket.valid() || !highErrors.valid() || !highNote.valid())
    return systemError("cannot duplicate a descriptor", errno);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, highErrors.get(), 2);
  posix_spawn_file_actions_adddup2(&files, highSocket.get(), workerSocketFd);
  posix_spawn_file_actions_adddup2(&files, highNote.get(), workerNoteFd);
  // The worker does not inherit other descriptors of the host program.
  posix_spawn_file_actions_addclosefrom_np(&files, workerNoteFd + 1);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes,
                            0); // Ctrl-C must reach the caller only
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
                                            POSIX_SPAWN_SETSIGMASK |
                                            POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> environment = makeEnvironment(options.threads);
  llvm::SmallVector<char *> environmentPointers;
  for (std::string &entry : environment)
    environmentPointers.push_back(entry.data());
  environmentPointers.push_back(nullptr);
  // The second word is shown by `ps`.
  std::string program = "mlirgym-worker",
              role = roleNames.of(options.role).str();
  char *arguments[] = {program.data(), role.data(), nullptr};
  int error = 0;
  llvm::Error noThread = runOnLastingThread([&] {
    error = ::posix_spawn(&process, options.path.c_str(), &files, &attributes,
                          arguments, environmentPointers.data());
  });
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (noThread)
    return noThread;
  if (error != 0) {
    process = -1;
    return systemError(options.path + ": cannot start", error,
                       "set MLIRGYM_WORKER to the path of mlirgym-worker");
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// Processor time of all threads of a process, or 0.
static double processorMsOf(pid_t process) {
  clockid_t clock;
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 ||
      ::clock_gettime(clock, &time) != 0)
    return 0;
  return 1e3 * static_cast<double>(time.tv_sec) +
         1e-6 * static_cast<double>(time.tv_nsec);
}

double WorkerProcess::processorMs() const {
  const pid_t guest = note.guest();
  return processorMsOf(process) + (guest > 0 ? processorMsOf(guest) : 0);
}

/// Checks the worker several times per second.
class WorkerProcess::Waiting {
public:
  Waiting(WorkerProcess &forWorker, double mostMs, StopCheck *stopCheck)
      : worker(forWorker), limitMs(mostMs), stop(stopCheck) {}

  WireStatus send(MessageType type, llvm::StringRef payload,
                  llvm::ArrayRef<int> files) {
    return sendFrame(worker.socket.get(), type, payload, files, nextLook(),
                     [this](Deadline &next) { return look(next); });
  }
  WireStatus receive(Frame &frame) {
    return receiveFrame(worker.socket.get(), frame, nextLook(),
                        [this](Deadline &next) { return look(next); });
  }

private:
  Deadline nextLook() {
    constexpr double longestMs = StopCheck::pause.count(), shortestMs = 1;
    const double leftMs = limitMs - std::max(givenMs, stoppedMs);
    stepMs = std::clamp(leftMs, std::min(shortestMs, limitMs), longestMs);
    lastLook = std::chrono::steady_clock::now();
    return deadlineIn(stepMs);
  }
  WireStatus look(Deadline &next);
  /// Adds the time since the last check.
  void count(bool isStopped);

  WorkerProcess &worker;
  const double limitMs;
  StopCheck *stop;
  uint64_t progress = worker.note.progress();
  double processorMs = worker.processorMs();
  std::chrono::steady_clock::time_point lastLook;
  double stepMs = 0;
  /// Times since the last progress: the time that counts against the limit, the
  /// part of it in which the worker computed, and the total time; and, not
  /// included in these, the time in which it was stopped.
  double givenMs = 0, computedMs = 0, passedMs = 0, stoppedMs = 0;
  bool hasEnded = false;
};

void WorkerProcess::Waiting::count(bool isStopped) {
  // More time passed than requested: this process did not run.
  const double passed =
      std::min(stepMs, std::chrono::duration<double, std::milli>(
                           std::chrono::steady_clock::now() - lastLook)
                           .count());
  const double before = std::exchange(processorMs, worker.processorMs());
  if (const uint64_t now = worker.note.progress(); now != progress) {
    progress = now;
    givenMs = computedMs = passedMs = stoppedMs = 0;
    return;
  }
  if (isStopped) {
    stoppedMs += passed;
    return;
  }
  const double computed = std::clamp(processorMs - before, 0.0, passed);
  constexpr double leastShare = 0.01;
  passedMs += passed;
  computedMs += computed;
  givenMs += computed < leastShare * passed ? passed : computed;
}

WireStatus WorkerProcess::Waiting::look(Deadline &next) {
  if (stop && stop->requested())
    return WireStatus::Stopped;
  siginfo_t info{};
  const int looked = ::waitid(P_PID, static_cast<id_t>(worker.process), &info,
                              WEXITED | WSTOPPED | WNOHANG | WNOWAIT);
  const bool isStopped =
      looked == 0 && info.si_pid != 0 && info.si_code == CLD_STOPPED;
  // The end of a worker does not close the connection if another thread forked
  // while spawn() held the worker's end of the socket, since the child holds it
  // too. Its answer may have come since the socket was read.
  if (looked != 0 || (info.si_pid != 0 && !isStopped)) {
    if (std::exchange(hasEnded, true))
      return WireStatus::Closed;
    next = nextLook();
    return WireStatus::Ok;
  }
  count(isStopped);
  // Work may be interspersed with waiting, or the machine far too busy.
  constexpr double mostPatience = 5;
  if (stoppedMs >= limitMs)
    worker.lateness = Lateness::WasStopped;
  else if (givenMs >= limitMs || passedMs >= mostPatience * limitMs)
    worker.lateness =
        computedMs < limitMs / 2 ? Lateness::Waited : Lateness::Computed;
  else {
    next = nextLook();
    return WireStatus::Ok;
  }
  return WireStatus::TimedOut;
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

/// A limit in case the caller is suspended. A kernel may be called six times
/// (the first call, the timed one, four checks), each of which may take almost
/// the timeout on all threads; the limit is above their sum.
static double processorSecondsPerRequest(const WorkerOptions &options) {
  return options.threads * (8 * options.timeoutMs / 1000 + 10);
}

bool WorkerProcess::greet(StopCheck *stop) {
  SettingsMessage settings;
  settings.role = static_cast<uint8_t>(options.role);
  settings.parentPid = ::getpid();
  settings.memoryLimitBytes = options.memoryLimitBytes;
  settings.cpuSecondsPerRequest = processorSecondsPerRequest(options);
  settings.cpus = options.cpus;
  settings.counters = options.counters;
  TargetName target = options.target.name();
  settings.targetTriple = std::move(target.triple);
  settings.targetCpu = std::move(target.cpu);
  settings.targetFeatures = std::move(target.features);
  Frame frame;
  HelloMessage hello;
  Waiting waiting(*this, greetingTimeoutMs, stop);
  lastWire = waiting.send(MessageType::Settings, encode(settings), {});
  if (lastWire == WireStatus::Ok)
    lastWire = waiting.receive(frame);
  if (lastWire != WireStatus::Ok)
    return false;
  greeted = frame.type == MessageType::Hello && decode(frame.payload, hello) &&
            hello.version == messageVersion;
  if (!greeted)
    lastWire = WireStatus::Garbage;
  sandboxText = hello.sandbox;
  return greeted;
}

WorkerProcess::~WorkerProcess() { killAndReap(); }

bool WorkerProcess::send(MessageType type, llvm::StringRef payload,
                         llvm::ArrayRef<int> files) {
  standardError(); // discards the output of earlier requests
  lastWire = Waiting(*this, options.timeoutMs, /*stopCheck=*/nullptr)
                 .send(type, payload, files);
  return lastWire == WireStatus::Ok;
}

bool WorkerProcess::receive(MessageType type, Frame &frame, StopCheck *stop) {
  lastWire = Waiting(*this, options.timeoutMs, stop).receive(frame);
  if (lastWire == WireStatus::Ok && frame.type != type)
    lastWire = WireStatus::Garbage;
  return lastWire == WireStatus::Ok;
}

bool WorkerProcess::hasTimeForARequest() const {
  constexpr double reserveSeconds = 2;
  const double perRequest = processorSecondsPerRequest(options);
  return processorMsOf(process) / 1000 + reserveSeconds <=
         (requestsOfProcessorTime - 1) * perRequest;
}

bool WorkerProcess::isOurs() const { return ::getpid() == starter; }

bool WorkerProcess::isAlive() const {
  siginfo_t info{};
  // WNOWAIT does not reap it: bury() determines the cause of death.
  return ::waitid(P_PID, static_cast<id_t>(process), &info,
                  WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == 0;
}

void WorkerProcess::distrust() { lastWire = WireStatus::Garbage; }

//===----------------------------------------------------------------------===//
// Ending
//===----------------------------------------------------------------------===//

bool WorkerProcess::reap(int waitOptions) {
  rusage used{};
  pid_t result;
  do {
    result = ::wait4(process, &waitStatus, waitOptions, &used);
  } while (result < 0 && errno == EINTR);
  if (result == 0)
    return false;
  // The host program may reap all children itself (SIGCHLD ignored).
  statusKnown = result == process;
  if (statusKnown)
    processorSeconds =
        static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
        1e-6 *
            static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  reaped = true;
  return true;
}

void WorkerProcess::killAndReap() {
  if (process <= 0 || reaped || !isOurs())
    return;
  // Without a sandbox it may have left its group. Its process id may be used
  // only while it is not reaped, since it may be reused afterwards.
  if (isAlive())
    ::kill(process, SIGKILL);
  ::kill(-process, SIGKILL);
  reap(/*waitOptions=*/0);
}

/// The last output on standard error, as one line.
std::string WorkerProcess::standardError() {
  std::string text;
  char buffer[4096];
  ssize_t count;
  while ((count = ::read(errors.get(), buffer, sizeof(buffer))) > 0)
    text.append(buffer, static_cast<size_t>(count));
  constexpr size_t mostBytes = 400;
  llvm::StringRef tail(text);
  tail = tail.trim();
  // The first line names the error; a stack trace follows.
  if (size_t trace = tail.find("PLEASE submit a bug report");
      trace != llvm::StringRef::npos)
    tail = tail.take_front(trace).rtrim();
  std::string line = tail.take_front(mostBytes).str();
  for (char &c : line)
    if (static_cast<unsigned char>(c) < ' ')
      c = ' ';
  return line;
}

static std::string signalName(int signal) {
  const char *name = ::sigabbrev_np(signal);
  const char *meaning = ::sigdescr_np(signal);
  return llvm::formatv("SIG{0} ({1})", name ? name : std::to_string(signal),
                       meaning ? llvm::StringRef(meaning).lower() : "");
}

llvm::Error WorkerDeath::callersError() const {
  if (stopped)
    return llvm::make_error<InterruptedError>();
  if (fromCaller)
    return llvm::make_error<ExecutionError>(message);
  return llvm::Error::success();
}

bool SecondChance::isGiven(WorkerDeath &death) {
  if (death.stopped || death.fromCaller || death.blame == Blame::Request)
    return false;
  if (!first) {
    first = death.blame;
    return true;
  }
  if (first == Blame::Unclear && death.blame == Blame::Unclear)
    death.blame = Blame::Request;
  return false;
}

WorkerDeath WorkerProcess::deathBySignal(int signal, llvm::StringRef words) {
  const llvm::StringRef who = worksOfRoles.of(options.role);
  // Memory files count too; the user's limit existed before the program.
  if (signal == SIGXFSZ)
    return {Status::Crashed,
            llvm::formatv("{0} needs a larger file than may be written here; "
                          "raise the limit (`ulimit -f`)",
                          who),
            Blame::Request, /*fromCaller=*/true};
  const std::string sender = note.sender();
  const double mostSeconds =
      requestsOfProcessorTime * processorSecondsPerRequest(options);
  if ((signal == SIGXCPU && sender.empty()) ||
      (signal == SIGKILL &&
       (options.role == WorkerRole::Measure ||
        options.role == WorkerRole::Foreign ||
        options.role == WorkerRole::Call ||
        options.role == WorkerRole::Device) &&
       processorSeconds + 1 >= mostSeconds))
    return {Status::TimedOut,
            llvm::formatv("{0} used up its processor time", who)};
  std::string message =
      llvm::formatv("{0} was ended by {1}", who, signalName(signal));
  if (signal == SIGKILL) {
    const std::optional<uint64_t> killed = countKilledForMemory();
    const bool forMemory = !killed || killed != killedBefore;
    // In the sandbox, a process cannot send it to itself.
    const bool others = !forMemory && sandbox().contains("seccomp");
    return {Status::Crashed,
            message + ", sent by another process" +
                (others ? "" : ", or by the system because memory ran out"),
            others ? Blame::Elsewhere : Blame::Unclear};
  }
  if (!sender.empty())
    return {Status::Crashed, message + ", sent by " + sender, Blame::Elsewhere};
  if (std::string fault = note.fault(); !fault.empty())
    message += ", " + fault;
  return {Status::Crashed,
          words.empty() ? message : message + ": " + words.str()};
}

WorkerDeath WorkerProcess::bury() {
  // The process may still be ending, since its socket is closed earlier.
  bool alive =
      lastWire == WireStatus::TimedOut || lastWire == WireStatus::Garbage ||
      lastWire == WireStatus::NoDescriptors || lastWire == WireStatus::Stopped;
  if (!alive)
    for (int waited = 0; waited < 2000 && !reaped; ++waited) {
      if (reap(WNOHANG)) {
        ::kill(-process, SIGKILL); // the rest of its group
        break;
      }
      ::usleep(1000);
    }
  alive = !reaped;
  killAndReap();

  if (lastWire == WireStatus::Stopped)
    return {.status = Status::Crashed, .message = {}, .stopped = true};
  std::string words = standardError();
  auto withWords = [&](const std::string &message) {
    return words.empty() ? message : message + ": " + words;
  };
  const llvm::StringRef who = worksOfRoles.of(options.role);
  if (lastWire == WireStatus::TimedOut && !greeted)
    return {Status::TimedOut,
            withWords(llvm::formatv("the worker said nothing for {0}",
                                    formatNs(greetingTimeoutMs * 1e6)))};
  if (lastWire == WireStatus::TimedOut && lateness == Lateness::WasStopped)
    return {Status::TimedOut,
            llvm::formatv("another process stopped the worker (SIGSTOP) for "
                          "more than {0}",
                          formatNs(options.timeoutMs * 1e6)),
            Blame::Elsewhere};
  if (lastWire == WireStatus::TimedOut)
    return {Status::TimedOut,
            llvm::formatv("{0} took more than {1}", who,
                          formatNs(options.timeoutMs * 1e6)),
            lateness == Lateness::Waited ? Blame::Unclear : Blame::Request};
  if (lastWire == WireStatus::Garbage)
    return {Status::Crashed, "the worker sent an invalid message"};
  if (lastWire == WireStatus::NoDescriptors)
    return {Status::Crashed,
            "cannot take the files that a worker sent: too many are open; "
            "raise `ulimit -n`",
            Blame::Request, /*fromCaller=*/true};
  if (alive || !statusKnown)
    return {Status::Crashed,
            withWords("the worker closed its connection without an answer"),
            statusKnown ? Blame::Request : Blame::Unclear};
  if (WIFSIGNALED(waitStatus))
    return deathBySignal(WTERMSIG(waitStatus), words);
  switch (static_cast<WorkerExit>(WEXITSTATUS(waitStatus))) {
  case WorkerExit::OutOfMemory:
    return {Status::OutOfMemory,
            llvm::formatv("{0} needs more than {1} MiB", who,
                          options.memoryLimitBytes >> 20),
            Blame::Unclear}; // the machine may have had less
  case WorkerExit::TooManyThreads:
    return {Status::Crashed,
            llvm::formatv("{0} started more than {1} processes and threads",
                          who, mostToolThreads)};
  case WorkerExit::ProtocolError:
    return {Status::Crashed,
            withWords("the worker did not understand the request")};
  default:
    return {Status::Crashed,
            withWords(llvm::formatv("{0} ended the worker with exit code {1}",
                                    who, WEXITSTATUS(waitStatus)))};
  }
}

} // namespace mlirgym::worker
