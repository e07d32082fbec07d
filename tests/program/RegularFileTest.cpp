#include "program/files/RegularFile.h"
#include "program/files/AtomicFile.h"
#include "program/files/ProgramFile.h"
#include "program/suites/Suite.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
namespace stdfs = std::filesystem;

/// A folder of its own for each test, gone afterwards. A test that waits for a
/// FIFO without end is ended by SIGALRM.
class FileTest : public testing::Test {
protected:
  FileTest() {
    std::string name =
        (stdfs::temp_directory_path() / "mlirgym-file-XXXXXX").string();
    if (!::mkdtemp(name.data()))
      ADD_FAILURE() << "cannot make " << name;
    folder = name;
    ::alarm(60);
  }
  ~FileTest() override {
    ::alarm(0);
    std::error_code ignored;
    stdfs::remove_all(folder, ignored);
  }
  std::string path(const char *name) const { return (folder / name).string(); }
  std::string fifo(const char *name) const {
    EXPECT_EQ(::mkfifo(path(name).c_str(), 0600), 0);
    return path(name);
  }
  std::string linkTo(const char *target, const char *name) const {
    stdfs::create_symlink(target, path(name));
    return path(name);
  }
  size_t numEntries() const {
    return static_cast<size_t>(std::distance(stdfs::directory_iterator(folder),
                                             stdfs::directory_iterator()));
  }
  static std::string textOf(const std::string &file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  stdfs::path folder;
};

using RegularFileTest = FileTest;
using AtomicFileTest = FileTest;

std::string errorOf(const std::string &file, uint64_t mostBytes = 100) {
  auto buffer = readRegular(file, mostBytes);
  return buffer ? "" : buffer.getError().message();
}

std::string messageOf(llvm::Error error) {
  return llvm::toString(std::move(error));
}

TEST_F(RegularFileTest, IsReadWholeWithANullByteBehindIt) {
  std::ofstream(path("text")) << "three\nlines\n";
  auto buffer = readRegular(linkTo("text", "link"));
  ASSERT_TRUE(bool(buffer)) << buffer.getError().message();
  EXPECT_EQ((*buffer)->getBuffer(), "three\nlines\n");
  EXPECT_EQ(*(*buffer)->getBufferEnd(), '\0');
  EXPECT_EQ((*buffer)->getBufferIdentifier(), path("link"));
}

TEST_F(RegularFileTest, NothingElseIsWaitedForOrReadWithoutEnd) {
  EXPECT_EQ(errorOf(fifo("fifo")), "a FIFO, not a regular file");
  EXPECT_EQ(errorOf(linkTo("fifo", "fifo-link")), "a FIFO, not a regular file");
  EXPECT_EQ(errorOf(linkTo("/dev/zero", "zero")),
            "a device, not a regular file");
  EXPECT_EQ(errorOf(linkTo("/dev/tty", "tty")).empty(), false);
  EXPECT_EQ(errorOf(folder.string()), "a folder, not a regular file");
  EXPECT_EQ(errorOf(path("missing")), "No such file or directory");

  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::string name = path("socket");
  name.copy(address.sun_path, sizeof(address.sun_path) - 1);
  int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(
      ::bind(socket, reinterpret_cast<sockaddr *>(&address), sizeof(address)),
      0);
  EXPECT_EQ(errorOf(name), "a socket, not a regular file");
  ::close(socket);
}

TEST_F(RegularFileTest, ItsSizeIsBounded) {
  std::ofstream(path("text")) << std::string(101, 'x');
  EXPECT_EQ(errorOf(path("text")), "larger than the limit");
  EXPECT_EQ(errorOf(path("text"), 101), "");
  stdfs::resize_file(path("text"), uint64_t(1) << 40); // takes no space
  EXPECT_EQ(errorOf(path("text"), mostTextBytes), "larger than the limit");
}

TEST_F(RegularFileTest, ProgramsAndSuitesAreNothingElse) {
  for (const std::string &file :
       {fifo("fifo.json"), linkTo("/dev/zero", "zero.json")}) {
    EXPECT_EQ(messageOf(readProgramFile(file).takeError()),
              file + ": is not a regular file; give one");
    EXPECT_EQ(messageOf(Suite::load(file).takeError()),
              file + ": is not a regular file; give one");
  }
}

TEST_F(AtomicFileTest, IsReplacedAndKeepsItsPermissions) {
  EXPECT_EQ(messageOf(writeAtomically(path("file"), "one")), "");
  stdfs::permissions(path("file"), stdfs::perms(0640));
  EXPECT_EQ(messageOf(writeAtomically(linkTo("file", "link"), "two")), "");
  EXPECT_EQ(textOf(path("file")), "two");
  EXPECT_TRUE(stdfs::is_symlink(path("link")));
  EXPECT_EQ(stdfs::status(path("file")).permissions(), stdfs::perms(0640));
  EXPECT_EQ(numEntries(), 2u);
}

TEST_F(AtomicFileTest, AppendsToRegularFilesOnly) {
  EXPECT_EQ(messageOf(appendLine(path("file"), "one")), "");
  EXPECT_EQ(messageOf(appendLine(path("file"), "two")), "");
  EXPECT_EQ(textOf(path("file")), "one\ntwo\n");
  for (const std::string &file :
       {fifo("fifo"), linkTo("/dev/null", "null"), path("none/file")}) {
    EXPECT_THAT(messageOf(appendLine(file, "x")),
                StartsWith(file + ": cannot be written: "));
    EXPECT_THAT(messageOf(writeAtomically(file, "x")),
                StartsWith(file + ": cannot be written: "));
  }
  EXPECT_TRUE(stdfs::is_symlink(path("null")));
}

TEST_F(AtomicFileTest, TheHostsSignalsStayItsOwn) {
  struct sigaction before, after;
  for (int signal : {SIGINT, SIGTERM, SIGXFSZ, SIGPIPE}) {
    ::sigaction(signal, nullptr, &before);
    EXPECT_EQ(messageOf(writeAtomically(path("file"), "text")), "");
    ::sigaction(signal, nullptr, &after);
    EXPECT_EQ(before.sa_handler, after.sa_handler) << ::strsignal(signal);
  }
}

std::atomic<unsigned> signalsSeen = 0;

/// Ctrl-C as a training hears it: noted, and the file is written all the same.
TEST_F(AtomicFileTest, ASignalTakesNeitherTheOldFileNorTheNewOne) {
  const std::string file = path("checkpoint");
  ASSERT_EQ(messageOf(writeAtomically(file, "before")), "");
  pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    struct sigaction count = {};
    count.sa_handler = [](int) { ++signalsSeen; };
    count.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &count, nullptr);
    const std::string bytes(1 << 20, 'x');
    for (unsigned round = 0; round < 10'000 && signalsSeen < 30; ++round) {
      if (llvm::Error error = writeAtomically(file, bytes)) {
        llvm::errs() << llvm::toString(std::move(error)) << "\n";
        ::_exit(1);
      }
      if (textOf(file) != bytes)
        ::_exit(2);
    }
    ::_exit(signalsSeen > 0 ? 0 : 3);
  }
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    // Soon the handler is there; before, the default ends the child.
    if (textOf(file) != "before")
      ::kill(child, SIGINT);
    ::usleep(1500);
  }
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(numEntries(), 1u);
}

TEST_F(AtomicFileTest, AKilledWriterLeavesTheOldFileOrTheNewOne) {
  const std::string file = path("checkpoint");
  const std::string old(1 << 20, 'o'), next(1 << 20, 'n');
  for (useconds_t delayUs = 0; delayUs < 20'000; delayUs += 1000) {
    ASSERT_EQ(messageOf(writeAtomically(file, old)), "");
    pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      while (true)
        if (writeAtomically(file, next))
          ::_exit(1);
    ::usleep(delayUs);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    const std::string text = textOf(file);
    EXPECT_TRUE(text == old || text == next) << text.size();
  }
}

TEST_F(AtomicFileTest, AFileThatMayNotGrowIsAnErrorAndStaysAsItWas) {
  const std::string file = path("checkpoint");
  ASSERT_EQ(messageOf(writeAtomically(file, "before")), "");
  pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{1'000'000, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message =
        messageOf(writeAtomically(file, std::string(2'000'000, 'x')));
    ::_exit(llvm::StringRef(message).contains(
                "checkpoint: cannot be written: File too large; check")
                ? 0
                : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(textOf(file), "before");
  EXPECT_EQ(numEntries(), 1u);
}
} // namespace
} // namespace mlirgym
