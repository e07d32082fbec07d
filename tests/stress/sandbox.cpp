// Kernels try forbidden actions: write files, open sockets, start, signal,
// schedule and trace processes, look into them, outlive their caller, exhaust
// memory, time and stack. Each action is rejected or
// ends the worker process with its status, and never affects the caller.

#include "execution/process/Sandbox.h"
#include "CKernel.h"
#include "benchmarks/Figures.h"
#include "execution/process/WorkerPath.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <map>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlirgym;
using namespace mlirgym::worker;

namespace {

/// A C expression that a kernel evaluates. If it is rejected, `refused` is true
/// and errno is `error` (0: any).
struct Attempt {
  const char *group, *expression;
  int error = EPERM;
  /// A C condition on `result`.
  const char *refused = "result == -1";
};

/// FILE is a file of the caller, MADE one that does not exist.
constexpr Attempt attempts[] = {
    {"write files", "open(FILE, O_WRONLY)"},
    {"write files", "open(FILE, O_RDWR)"},
    {"write files", "open(FILE, O_RDONLY | O_TRUNC)"},
    {"write files", "open(FILE, O_WRONLY | O_APPEND)"},
    {"write files", "open(MADE, O_RDONLY | O_CREAT, 0600)"},
    {"write files", "open(MADE, O_WRONLY | O_CREAT, 0600)"},
    {"write files", "creat(MADE, 0600)"},
    {"write files", "syscall(SYS_openat, AT_FDCWD, FILE, O_RDWR)"},
    {"write files", "syscall(SYS_openat2, AT_FDCWD, FILE, 0, 0)", ENOSYS},
    {"write files", "(long)fopen(FILE, \"w\")", EPERM, "result == 0"},
    {"write files", "open(\"/proc/self/mem\", O_RDWR)"},
    {"write files",
     "open(\"/dev/shm/mlirgym-stress\", O_RDWR | O_CREAT, 0600)"},
    {"change the file system", "unlink(FILE)"},
    {"change the file system", "unlinkat(AT_FDCWD, FILE, 0)"},
    {"change the file system", "rename(FILE, MADE)"},
    {"change the file system", "link(FILE, MADE)"},
    {"change the file system", "symlink(FILE, MADE)"},
    {"change the file system", "truncate(FILE, 0)"},
    {"change the file system", "chmod(FILE, 0)"},
    {"change the file system", "mkdir(MADE, 0700)"},
    {"change the file system", "mknod(MADE, S_IFIFO | 0600, 0)"},
    {"change the file system", "utimensat(AT_FDCWD, FILE, 0, 0)"},
    {"open sockets", "socket(AF_INET, SOCK_STREAM, 0)"},
    {"open sockets", "socket(AF_INET6, SOCK_DGRAM, 0)"},
    {"open sockets", "socket(AF_UNIX, SOCK_STREAM, 0)"},
    {"open sockets", "socket(AF_NETLINK, SOCK_RAW, 0)"},
    {"open sockets", "socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0})"},
    {"start processes", "fork()"},
    {"start processes", "vfork()"},
    {"start processes", "syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)"},
    {"start processes", "syscall(SYS_clone3, 0, 0)", ENOSYS},
    {"start processes", "execl(\"/bin/true\", \"true\", (char *)0)"},
    {"start processes", "system(\"true\")", 0, "result != 0"},
    {"start processes",
     "posix_spawn(0, \"/bin/true\", 0, 0, (char *[]){\"true\", 0}, 0)", 0,
     "result != 0"},
    {"touch other processes", "kill(getppid(), SIGKILL)"},
    {"touch other processes", "kill(getppid(), SIGSTOP)"},
    {"touch other processes", "kill(-1, SIGKILL)"},
    {"touch other processes", "kill(1, SIGTERM)"},
    {"touch other processes", "syscall(SYS_tgkill, getppid(), getppid(), 9)"},
    {"touch other processes", "syscall(SYS_tkill, getppid(), 9)"},
    {"touch other processes", "syscall(SYS_pidfd_open, getppid(), 0)"},
    {"touch other processes", "syscall(SYS_ptrace, 16, getppid(), 0, 0)"},
    {"touch other processes",
     "syscall(SYS_process_vm_writev, getppid(), 0, 0, 0, 0, 0)"},
    {"touch other processes", "syscall(SYS_prlimit64, getppid(), 0, 0, 0)"},
    {"touch other processes",
     "sched_setaffinity(getppid(), sizeof(cpu_set_t), &set)"},
    {"touch other processes",
     "sched_setscheduler(getppid(), SCHED_OTHER, &parameters)"},
    {"touch other processes", "sched_setparam(getppid(), &parameters)"},
    {"touch other processes", "syscall(SYS_sched_setattr, getppid(), 0, 0)"},
    {"touch other processes", "setpriority(PRIO_PROCESS, getppid(), 19)"},
    {"look into other processes", "openOf(getppid(), \"environ\")", EACCES},
    {"look into other processes", "openOf(getppid(), \"maps\")", EACCES},
    {"look into other processes", "openOf(getppid(), \"mem\")", EACCES},
    {"look into other processes", "openOf(getppid(), \"cmdline\")", EACCES},
    {"look into other processes", "openOf(getppid(), \"stat\")", EACCES},
    {"look into other processes", "openOf(getppid(), \"fd/0\")", EACCES},
    {"look into other processes", "openOf(1, \"cmdline\")", EACCES},
    {"outlive its caller", "prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0)"},
    {"end as if it were killed", "kill(getpid(), SIGKILL)"},
    {"end as if it were killed", "raise(SIGKILL)"},
    {"end as if it were killed", "raise(SIGSTOP)"},
    {"end as if it were killed", "kill(0, SIGKILL)"},
    {"end as if it were killed",
     "syscall(SYS_tgkill, getpid(), getpid(), SIGSTOP)"},
    {"end as if it were killed", "syscall(SYS_timer_create, 0, 0, 0)"},
    {"go around the filter", "syscall(SYS_io_uring_setup, 1, 0)"},
    {"go around the filter", "syscall(SYS_bpf, 0, 0, 0)"},
    {"go around the filter", "syscall(SYS_userfaultfd, 0)"},
    {"go around the filter", "syscall(SYS_unshare, 0x10000000)"},
    {"go around the filter", "mount(\"none\", \"/tmp\", \"tmpfs\", 0, 0)"},
    {"go around the filter", "syscall(SYS_perf_event_open, 0, 0, -1, -1, 0)"},
};

/// Code that ends a worker, and the expected status.
struct Harm {
  const char *name, *body;
  Status expected;
};
constexpr Harm harms[] = {
    {"null pointer", "*(volatile double *)0 = 1;", Status::Crashed},
    {"stack without end", "out[0] = deeper(n);", Status::Crashed},
    {"own process aborted", "raise(SIGABRT);", Status::Crashed},
    {"exit", "_exit(0);", Status::Crashed},
    {"parent's socket closed", "for (int i = 0; i < 64; ++i) close(i);",
     Status::Crashed},
    {"garbage to the caller",
     "for (int i = 3; i < 64; ++i) write(i, \"garbage, garbage, garbage, "
     "garbage, garbage\", 40);",
     Status::Crashed},
    {"memory without end",
     "for (long i = 0;; ++i) out[i % n] = (double)(long)memset(malloc(1 << "
     "20), 1, 1 << 20);",
     Status::OutOfMemory},
    {"time without end", "for (;;) ((volatile double *)out)[0] = 1;",
     Status::TimedOut},
    {"sleep without end", "for (;;) pause();", Status::TimedOut},
};

constexpr const char *before = R"c(
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static cpu_set_t set;
static struct sched_param parameters;
static int openOf(int process, const char *name) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/%d/%s", process, name);
  return open(path, O_RDONLY);
}
__attribute__((noinline, optnone)) static double deeper(long n) {
  volatile char frame[4096];
  frame[n % 4096] = 1;
  return deeper(n + 1) + frame[7];
}
)c";

class Tester {
public:
  Tester() {
    std::ofstream(file()) << "the caller's";
    options.path = orFail(findWorker(""));
    options.memoryLimitBytes = 256 << 20;
    options.timeoutMs = 4000; // a busy machine fills memory slowly
    worker = std::make_unique<MeasureWorker>(options);
  }

  void tryAll() {
    // One object with a kernel per attempt.
    std::string source = before;
    for (size_t i = 0; i < std::size(attempts); ++i)
      source += vectorKernel(
          llvm::formatv("errno = 0; long result = (long)({0}); int error = "
                        "errno; for (long i = 0; i < n; ++i) out[i] = 0; "
                        "out[0] = {1}; out[1] = error;",
                        named(attempts[i].expression), attempts[i].refused),
          "", entryOf(i));
    MemoryFile object = compileC(folder, source);
    for (size_t i = 0; i < std::size(attempts); ++i)
      count(attempts[i], run(object, entryOf(i)));
  }

  void doHarm() {
    std::string source = before;
    for (size_t i = 0; i < std::size(harms); ++i)
      source += vectorKernel(harms[i].body, "", entryOf(i));
    MemoryFile object = compileC(folder, source),
               good = compileC(folder, vectorKernel("for (long i = 0; i < n; "
                                                    "++i) out[i] = in[i];"));
    for (size_t i = 0; i < std::size(harms); ++i) {
      Measurement found = run(object, entryOf(i)).measurement;
      ++harmed;
      if (found.status != harms[i].expected) {
        ++wrongStatus;
        llvm::errs() << llvm::formatv("{0}: {1} instead of {2}: {3}\n",
                                      harms[i].name, nameOf(found.status),
                                      nameOf(harms[i].expected), found.message);
      }
      if (!run(good, "payload").measurement.ok()) {
        ++notHealed;
        llvm::errs() << harms[i].name << ": the next kernel fails too\n";
      }
    }
  }

  /// A kernel that refuses all that it can, in a worker whose caller is killed.
  void leaveAnOrphan() {
    prctl(PR_SET_CHILD_SUBREAPER, 1); // so that we see its end
    MemoryFile stubborn = compileC(
        folder, before + vectorKernel(
                             "prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0); sigset_t "
                             "all; sigfillset(&all); sigprocmask(SIG_SETMASK, "
                             "&all, 0); for (int i = 1; i < 65; ++i) signal(i, "
                             "SIG_IGN); for (;;) ((volatile double *)out)[0] = "
                             "1;"));
    MemoryFile good = compileC(folder, vectorKernel("out[0] = in[0];"));
    int ends[2];
    if (pipe(ends) != 0)
      fail(llvm::createStringError("no pipe"));
    const pid_t caller = fork();
    if (caller == 0) {
      worker = std::make_unique<MeasureWorker>(options);
      run(good, "payload");
      const pid_t pid = worker->pid();
      if (write(ends[1], &pid, sizeof(pid)) == sizeof(pid))
        run(stubborn, "payload");
      _exit(1);
    }
    pid_t orphan = 0;
    if (read(ends[0], &orphan, sizeof(orphan)) != sizeof(orphan))
      fail(llvm::createStringError("the caller says nothing"));
    usleep(500'000); // into the kernel
    kill(caller, SIGKILL);
    waitpid(caller, nullptr, 0);
    for (int waited = 0; waitpid(orphan, nullptr, WNOHANG) == 0; ++waited) {
      usleep(10'000);
      if (waited < 500)
        continue;
      orphanLeft = true;
      kill(orphan, SIGKILL);
      waitpid(orphan, nullptr, 0);
      break;
    }
    close(ends[0]);
    close(ends[1]);
  }

  /// Prints the results; true if all promises hold.
  bool report(bool json) {
    std::ifstream stream(file());
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    bool untouched =
        text == "the caller's" && !std::filesystem::exists(file() + ".made");
    std::string sandbox = worker->sandbox().str();
    worker.reset();
    bool processesLeft = waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;

    Figures figures("sandbox");
    noteMachine(figures);
    figures.note("sandbox", sandbox);
    unsigned allowed = 0;
    for (const auto &[group, row] : groups) {
      std::string key = group;
      std::replace(key.begin(), key.end(), ' ', '_');
      figures.add(key, row.tried, "", "attempts to " + group);
      figures.add(key + "_allowed", row.allowed, "", "of them not refused",
                  "0");
      allowed += row.allowed;
    }
    figures.add("harms", harmed, "", "ways to end a worker");
    figures.add("wrong_status", wrongStatus, "", "of them with another status",
                "0");
    figures.add("not_healed", notHealed, "",
                "of them after which a good kernel fails", "0");
    figures.add("files_touched", !untouched, "",
                "1 if a file was changed or "
                "made",
                "0");
    figures.add("orphan_left", orphanLeft, "",
                "1 if a worker lived on after its caller was killed", "0");
    figures.add("processes_left", processesLeft, "",
                "1 if a worker outlived its owner", "0");
    figures.print(json);
    return allowed == 0 && wrongStatus == 0 && notHealed == 0 && untouched &&
           !processesLeft && !orphanLeft && sandbox == "landlock, seccomp";
  }

private:
  struct Row {
    unsigned tried = 0, allowed = 0;
  };

  std::string file() const { return folder.path() / "file"; }
  static std::string entryOf(size_t i) { return "kernel" + std::to_string(i); }
  std::string named(llvm::StringRef expression) const {
    std::string text = expression.str();
    auto replace = [&](llvm::StringRef from, const std::string &to) {
      for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
           at += to.size())
        text.replace(at, from.size(), to);
    };
    replace("FILE", "\"" + file() + "\"");
    replace("MADE", "\"" + file() + ".made\"");
    return text;
  }

  KernelOutcome run(const MemoryFile &object, const std::string &entry) {
    KernelRun kernel;
    kernel.entry = entry;
    kernel.makeReference = true; // its outputs are read, not compared
    kernel.time = false;
    return orFail(worker->run(data, object, kernel));
  }

  void count(const Attempt &attempt, const KernelOutcome &outcome) {
    Row &row = groups[attempt.group];
    ++row.tried;
    double result[2] = {0, 0};
    if (outcome.reference.valid())
      std::memcpy(result, outcome.reference.bytes().data(), sizeof(result));
    bool refused =
        result[0] == 1 && (attempt.error == 0 || result[1] == attempt.error);
    if (outcome.measurement.ok() && refused)
      return;
    ++row.allowed;
    llvm::errs() << llvm::formatv("{0}: {1}, refused {2}, errno {3}: {4}\n",
                                  attempt.expression,
                                  nameOf(outcome.measurement.status), result[0],
                                  result[1], outcome.measurement.message);
  }

  StressFolder folder;
  WorkerOptions options;
  ProgramData data = vectorData(100);
  std::unique_ptr<MeasureWorker> worker;
  std::map<std::string, Row> groups;
  unsigned harmed = 0, wrongStatus = 0, notHealed = 0;
  bool orphanLeft = false;
};
} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv,
      "Kernels that try to leave the sandbox or to harm their caller; exit "
      "code 1 if one succeeds, or is not told by its status");
  if (sandboxStatus() != "seccomp") {
    llvm::errs() << "no sandbox on this machine: " << sandboxStatus() << "\n";
    return 1;
  }
  Tester tester;
  tester.tryAll();
  tester.doHarm();
  tester.leaveAnOrphan();
  return tester.report(flags.json) ? 0 : 1;
}
