#include "execution/process/Sandbox.h"
#include "tests/execution/worker/KernelFixture.h"
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>

namespace mlirgym::worker {
namespace {

/// Kernels that try forbidden operations.
class SandboxTest : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (sandboxStatus() != "seccomp")
      GTEST_SKIP() << "no seccomp here: " << sandboxStatus();
  }
  /// Value of the C `expression` in a kernel, then errno.
  std::pair<double, double> attempt(const std::string &expression,
                                    const std::string &before = "") {
    std::vector<double> outputs = outputsOf(compile(
        "for (long i = 0; i < n; ++i) out[i] = 0;\n"
        "errno = 0; out[0] = (double)(" +
            expression + "); out[1] = errno;",
        "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include "
        "<signal.h>\n"
        "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/socket.h>\n"
        "#include <sys/stat.h>\n#include <sys/syscall.h>\n"
        "#include <sys/wait.h>\n#include <spawn.h>\n#include <unistd.h>\n" +
            before));
    EXPECT_THAT(worker->sandbox().str(), testing::HasSubstr("seccomp"));
    return {outputs[0], outputs[1]};
  }
  void startIt() { EXPECT_TRUE(run(data, goodKernel()).measurement.ok()); }
  std::string file() const { return (folder / "made").string(); }
  static constexpr std::pair<double, double> refused{-1, EPERM};
  static constexpr const char *scheduling =
      "#include <sched.h>\n#include <sys/resource.h>\n"
      "static cpu_set_t set; static struct sched_param parameters;\n";
};

TEST_F(SandboxTest, OpensNoFileForWriting) {
  for (const char *flags :
       {"O_WRONLY", "O_RDWR", "O_CREAT | O_RDONLY", "O_WRONLY | O_CREAT",
        "O_RDONLY | O_TRUNC", "O_WRONLY | O_APPEND | O_CLOEXEC"})
    EXPECT_EQ(attempt("open(\"" + std::string(MLIRGYM_TEST_C_COMPILER) +
                      "\", " + flags + ", 0600)"),
              refused)
        << flags;
  EXPECT_EQ(attempt("open(\"" + file() + "\", O_WRONLY | O_CREAT, 0600)"),
            refused);
  EXPECT_EQ(attempt("creat(\"" + file() + "\", 0600)"), refused);
  EXPECT_EQ(attempt("syscall(SYS_openat, AT_FDCWD, \"" + file() +
                    "\", O_RDWR | O_CREAT, 0600)"),
            refused);
  EXPECT_EQ(attempt("(long)fopen(\"" + file() + "\", \"w\")").first, 0);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(SandboxTest, ReadsFiles) {
  EXPECT_GE(attempt("open(\"/proc/self/maps\", O_RDONLY)").first, 0);
}

TEST_F(SandboxTest, ChangesNoFileSystem) {
  std::ofstream(file()) << "mine";
  EXPECT_EQ(attempt("unlink(\"" + file() + "\")"), refused);
  EXPECT_EQ(attempt("rename(\"" + file() + "\", \"" + file() + "2\")"),
            refused);
  EXPECT_EQ(attempt("truncate(\"" + file() + "\", 0)"), refused);
  EXPECT_EQ(attempt("chmod(\"" + file() + "\", 0)"), refused);
  EXPECT_EQ(attempt("mkdir(\"" + file() + "3\", 0700)"), refused);
  EXPECT_EQ(attempt("symlink(\"/\", \"" + file() + "4\")"), refused);
  EXPECT_EQ(std::filesystem::file_size(file()), 4u);
}

TEST_F(SandboxTest, OpensNoSocket) {
  EXPECT_EQ(attempt("socket(AF_INET, SOCK_STREAM, 0)"), refused);
  EXPECT_EQ(attempt("socket(AF_UNIX, SOCK_DGRAM, 0)"), refused);
  EXPECT_EQ(attempt("socket(AF_NETLINK, SOCK_RAW, 0)"), refused);
}

TEST_F(SandboxTest, StartsNoProcess) {
  EXPECT_EQ(attempt("fork()"), refused);
  EXPECT_EQ(attempt("vfork()"), refused);
  EXPECT_EQ(attempt("syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)"), refused);
  EXPECT_EQ(attempt("syscall(SYS_clone3, 0, 0)"),
            (std::pair<double, double>{-1, ENOSYS}));
  EXPECT_EQ(attempt("execl(\"/bin/true\", \"true\", (char *)0)"), refused);
  EXPECT_NE(attempt("system(\"true\")").first, 0);
  EXPECT_NE(attempt("posix_spawn(0, \"/bin/true\", 0, 0, (char *[]){\"true\", "
                    "0}, 0)")
                .first,
            0);
}

TEST_F(SandboxTest, TouchesNoOtherProcess) {
  EXPECT_EQ(attempt("kill(getppid(), 0)"), refused);
  EXPECT_EQ(attempt("kill(-1, 0)"), refused);
  EXPECT_EQ(attempt("syscall(SYS_ptrace, 16, getppid(), 0, 0)"), refused);
  EXPECT_EQ(attempt("syscall(SYS_prlimit64, getppid(), 0, 0, 0)"), refused);
}

TEST_F(SandboxTest, SchedulesNoOtherProcess) {
  for (const char *call :
       {"sched_setaffinity(getppid(), sizeof(cpu_set_t), &set)",
        "sched_setscheduler(getppid(), SCHED_OTHER, &parameters)",
        "sched_setparam(getppid(), &parameters)",
        "syscall(SYS_sched_setattr, getppid(), 0, 0)",
        "setpriority(PRIO_PROCESS, getppid(), 19)"})
    EXPECT_EQ(attempt(call, scheduling), refused) << call;
  // libgomp and the kernel itself may choose the processors of their threads.
  EXPECT_EQ(attempt("sched_setaffinity(getpid(), sizeof(cpu_set_t), "
                    "(sched_getaffinity(0, sizeof(set), &set), &set))",
                    scheduling)
                .first,
            0);
}

TEST_F(SandboxTest, NeitherOutlivesItsCallerNorEndsAsIfItWereKilled) {
  EXPECT_EQ(attempt("prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0)",
                    "#include <sys/prctl.h>\n"),
            refused);
  for (const char *signal : {"SIGKILL", "SIGSTOP", "SIGTSTP"}) {
    EXPECT_EQ(attempt("kill(getpid(), " + std::string(signal) + ")"), refused);
    EXPECT_NE(attempt("raise(" + std::string(signal) + ")").first, 0);
  }
}

TEST_F(SandboxTest, ReadsNothingOfOtherProcesses) {
  startIt();
  if (!worker->sandbox().contains("landlock"))
    GTEST_SKIP() << "no Landlock here: " << worker->sandbox().str();
  for (const char *name :
       {"environ", "maps", "mem", "cmdline", "status", "stat", "fd/0"}) {
    const auto [result, error] =
        attempt("(snprintf(path, sizeof(path), \"/proc/%d/" +
                    std::string(name) + "\", getppid()), open(path, O_RDONLY))",
                "static char path[64];\n");
    EXPECT_EQ(result, -1) << name;
    EXPECT_EQ(error, EACCES) << name;
  }
  // Files that libraries read are still accessible.
  for (const char *path :
       {"/proc/self/status", "/proc/cpuinfo", "/proc/meminfo", "/etc/passwd",
        "/sys/devices/system/cpu/online", "/proc/sys/kernel/osrelease"})
    EXPECT_GE(attempt("open(\"" + std::string(path) + "\", O_RDONLY)").first, 0)
        << path;
}

TEST_F(SandboxTest, NoCodeCanIgnoreTheEndOfAllProcessorTime) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXCPU, SIG_IGN);
    limitProcessorTimeForEver(1);
    limitProcessorTime(1000); // no more than the remaining time
    for (;;)
      std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST_F(SandboxTest, StaysInTheGroupThatItsCallerKills) {
  EXPECT_EQ(attempt("setpgid(0, getpgid(getppid()))"), refused);
  EXPECT_EQ(attempt("setsid()"), refused);
}

TEST_F(SandboxTest, LetsTheSystemSignalNoOtherProcess) {
  // F_SETOWN, F_SETOWN_EX, F_SETSIG; FIOSETOWN, SIOCSPGRP. 3 is the socket.
  EXPECT_EQ(attempt("fcntl(3, 8, getppid())"), refused);
  EXPECT_EQ(attempt("fcntl(3, 15, (int[]){1, getppid()})"), refused);
  EXPECT_EQ(attempt("fcntl(3, 10, SIGKILL)"), refused);
  for (const char *request : {"0x8901", "0x8902"})
    EXPECT_EQ(attempt("syscall(SYS_ioctl, 3, " + std::string(request) +
                      ", (int[]){getppid()})"),
              refused);
}

TEST_F(SandboxTest, LeavesThePageThatItSharesWithItsCallerAsLargeAsItIs) {
  EXPECT_EQ(attempt("ftruncate(4, 0)"), refused);
  EXPECT_EQ(attempt("ftruncate(4, 1 << 20)"), refused);
}

TEST_F(SandboxTest, HasNoWayAroundTheFilter) {
  EXPECT_EQ(attempt("syscall(SYS_io_uring_setup, 1, 0)"), refused);
  EXPECT_EQ(attempt("syscall(SYS_openat2, AT_FDCWD, \"/\", 0, 0)"),
            (std::pair<double, double>{-1, ENOSYS}));
}

TEST_F(SandboxTest, InheritsNoDescriptor) {
  int own = ::open("/dev/null", O_RDONLY); // not close-on-exec
  int high = ::fcntl(own, F_DUPFD, 200);
  EXPECT_EQ(attempt("fcntl(" + std::to_string(high) + ", F_GETFD)"),
            (std::pair<double, double>{-1, EBADF}));
  ::close(own);
  ::close(high);
}

} // namespace
} // namespace mlirgym::worker
