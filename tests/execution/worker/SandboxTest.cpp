#include "execution/worker/Sandbox.h"
#include "KernelFixture.h"
#include <fcntl.h>

namespace mlirgym::worker {
namespace {

/// Kernels that try what they may not.
class SandboxTest : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (sandboxStatus() != "seccomp")
      GTEST_SKIP() << "no seccomp here: " << sandboxStatus();
  }
  /// What `expression` of C gives in a kernel, then errno.
  std::pair<double, double> attempt(const std::string &expression,
                                    const std::string &before = "") {
    std::vector<double> outputs = outputsOf(compile(
        "for (long i = 0; i < n; ++i) out[i] = 0;\n"
        "errno = 0; out[0] = (double)(" +
            expression + "); out[1] = errno;",
        "#include <errno.h>\n#include <fcntl.h>\n#include <signal.h>\n"
        "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/socket.h>\n"
        "#include <sys/stat.h>\n#include <sys/syscall.h>\n"
        "#include <sys/wait.h>\n#include <spawn.h>\n#include <unistd.h>\n" +
            before));
    EXPECT_EQ(worker->sandbox(), "seccomp");
    return {outputs[0], outputs[1]};
  }
  std::string file() const { return (folder / "made").string(); }
  static constexpr std::pair<double, double> refused{-1, EPERM};
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
