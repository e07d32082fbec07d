#include "execution/server/ToolServer.h"
#include "execution/process/Sandbox.h"
#include "execution/wire/Messages.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace mlirgym::worker {
namespace {

/// The first bytes of a tool's output are kept.
constexpr size_t mostOutput = 4096;

/// A pipe; both ends close when another program starts.
struct Pipe {
  FileDescriptor reader, writer;
};

Pipe makePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return {};
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

void limit(int resource, rlim_t most) {
  const rlimit limit{most, most};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

/// In the child: executes the tool. `news` takes the text of the sandbox and,
/// if the tool cannot be started, a line feed and the reason.
[[noreturn]] void become(const RunToolMessage &request, const Pipe &output,
                         const Pipe &news) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  constexpr rlim_t mostFileBytes = rlim_t(1) << 30;
  constexpr rlim_t stackBytes = rlim_t(64) << 20;
  auto tell = [&](const std::string &text) {
    (void)!::write(news.writer.get(), text.data(), text.size());
  };
  // Allocates no memory: the limit may be reached.
  auto fail = [&](const char *what) {
    char text[512];
    const int length = std::snprintf(text, sizeof(text), "\n%s: %s", what,
                                     std::strerror(errno));
    (void)!::write(news.writer.get(), text,
                   std::min(static_cast<size_t>(length), sizeof(text) - 1));
    ::_exit(1);
  };
  ::dup2(output.writer.get(), STDOUT_FILENO);
  ::dup2(output.writer.get(), STDERR_FILENO);
  if (::chdir(request.folder.c_str()) != 0)
    fail(request.folder.c_str());
  for (const std::string &variable : request.variables)
    ::putenv(const_cast<char *>(variable.c_str()));
  limit(RLIMIT_FSIZE, mostFileBytes);
  limit(RLIMIT_STACK, stackBytes);
  if (request.cpuSeconds > 0)
    limit(RLIMIT_CPU, static_cast<rlim_t>(request.cpuSeconds) + 1);
  tell(enterToolSandbox(request.folder));

  llvm::SmallVector<char *> words;
  for (const std::string &word : request.words)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  // The tool inherits only the three standard descriptors of a worker.
  ::fcntl(workerSocketFd, F_SETFD, FD_CLOEXEC);
  ::fcntl(workerNoteFd, F_SETFD, FD_CLOEXEC);
  // Set only here, since the memory of this process is not the tool's.
  if (request.memoryLimitBytes != 0)
    limit(RLIMIT_DATA, request.memoryLimitBytes);
  ::execvp(words.front(), words.data());
  fail(words.front());
  ::_exit(1);
}

/// Ends this worker, and with it all processes of the tool, if they have too
/// many threads. RLIMIT_NPROC would count all processes of the user, and does
/// not apply to root.
class ThreadCount {
public:
  void check() const {
    // Cheap, but counts the whole system.
    if (running() <= before + mostToolThreads)
      return;
    if (inThisGroup() > mostToolThreads)
      ::_exit(static_cast<int>(WorkerExit::TooManyThreads));
  }

private:
  static unsigned running() {
    struct sysinfo system{};
    ::sysinfo(&system);
    return system.procs;
  }
  /// Number of threads of this process group, which no tool can leave.
  static unsigned inThisGroup() {
    const pid_t own = ::getpgrp();
    unsigned sum = 0;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator entry("/proc", error), end;
         entry != end && !error; entry.increment(error)) {
      FILE *file = std::fopen((entry->path() + "/stat").c_str(), "r");
      if (!file)
        continue; // not a process
      // The name, in parentheses, is chosen by the process.
      char line[1024] = {};
      (void)!std::fread(line, 1, sizeof(line) - 1, file);
      std::fclose(file);
      const char *rest = std::strrchr(line, ')');
      int group = 0;
      unsigned threads = 0;
      if (rest &&
          std::sscanf(rest,
                      ") %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u "
                      "%*d %*d %*d %*d %u",
                      &group, &threads) == 2 &&
          group == own)
        sum += threads;
    }
    return sum;
  }

  const unsigned before = running();
};

constexpr int checkEachMs = 20;

/// Reads a pipe to its end; keeps the first `most` bytes.
std::string readAll(const FileDescriptor &from, size_t most,
                    const ThreadCount &threads) {
  std::string text;
  std::array<char, 4096> buffer;
  while (true) {
    pollfd waiting{from.get(), POLLIN, 0};
    threads.check();
    if (::poll(&waiting, 1, checkEachMs) <= 0) // none, or EINTR
      continue;
    const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return text;
    text.append(buffer.data(),
                std::min(static_cast<size_t>(count), most - text.size()));
  }
}
} // namespace

ToolRanMessage runTool(const RunToolMessage &request) {
  ToolRanMessage result;
  Pipe output = makePipe(), news = makePipe();
  if (request.words.empty() || !output.reader.valid() || !news.reader.valid()) {
    result.output = "no pipe for its output";
    return result;
  }
  const ThreadCount threads;
  const pid_t child = ::fork();
  if (child < 0) {
    result.output = std::string("no process: ") + std::strerror(errno);
    return result;
  }
  if (child == 0)
    become(request, output, news);
  output.writer.reset();
  news.writer.reset();
  const std::string told = readAll(news.reader, mostOutput, threads);
  // Processes that the tool has started may hold the pipe until they end.
  std::string printed = readAll(output.reader, mostOutput, threads);
  int status = 0;
  for (pid_t ended = 0; ended == 0 || (ended < 0 && errno == EINTR);) {
    ended = ::waitpid(child, &status, WNOHANG);
    if (ended == 0) { // it has closed its output
      threads.check();
      ::usleep(1000 * checkEachMs);
    }
  }
  const size_t line = told.find('\n');
  result.sandbox = told.substr(0, line);
  if (line != std::string::npos) {
    result.output = "cannot be started: " + told.substr(line + 1);
    return result;
  }
  result.output = std::move(printed);
  if (WIFEXITED(status))
    result.exitCode = WEXITSTATUS(status);
  else if (WIFSIGNALED(status)) {
    result.wasEndedBySignal = 1;
    result.output +=
        llvm::formatv("{0}ended by SIG{1}", result.output.empty() ? "" : "; ",
                      ::sigabbrev_np(WTERMSIG(status)));
  }
  return result;
}

} // namespace mlirgym::worker
