#include "execution/worker/BenchLock.h"
#include "execution/process/Waiting.h"
#include "outcome/ContentHash.h"
#include "outcome/StopCheck.h"
#include "program/Stopwatch.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlirgym::worker {

std::string BenchLock::pathFor(llvm::StringRef workerPath) {
  // The same path in all processes, independent of their environment.
  return llvm::formatv(
      "/tmp/mlirgym-measures-{0}-{1}", ::geteuid(),
      llvm::StringRef(contentHash({workerPath.data(), workerPath.size()}))
          .take_front(16));
}

/// Another user may have created something else at this path.
static bool isOurs(int file) {
  struct stat facts{};
  return ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
         facts.st_uid == ::geteuid() && (facts.st_mode & 077) == 0;
}

BenchLock::BenchLock(llvm::StringRef workerPath) {
  FileDescriptor opened(
      ::open(pathFor(workerPath).c_str(),
             O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  if (opened.valid() && isOurs(opened.get()))
    file = std::move(opened);
}

static std::string holderOf(int file) {
  std::array<char, 16> text = {};
  const ssize_t length = ::pread(file, text.data(), text.size(), 0);
  return llvm::StringRef(text.data(), length > 0 ? size_t(length) : 0)
      .trim()
      .str();
}

void BenchLock::take(StopCheck &stop, Waiting &waiting) {
  constexpr double longestSeconds = 60;
  constexpr int stepUs = 500;
  const Stopwatch waited;
  while (file.valid()) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) {
      const std::string self = llvm::formatv("{0,-16}", ::getpid());
      (void)!::pwrite(file.get(), self.data(), self.size(), 0);
      taken = true;
      givenUp.clear();
      return;
    }
    // Some file systems do not support locks.
    if (errno != EWOULDBLOCK && errno != EINTR)
      return;
    if (stop.requested() ||
        (!givenUp.empty() && holderOf(file.get()) == givenUp))
      return;
    if (waited.seconds() > longestSeconds) {
      givenUp = holderOf(file.get());
      return;
    }
    const Stopwatch pause;
    ::usleep(stepUs);
    waiting.waited(pause.seconds(), [&] {
      return "process " + holderOf(file.get()) +
             " measures with the same worker program";
    });
  }
}

void BenchLock::release() {
  if (taken)
    ::flock(file.get(), LOCK_UN);
  taken = false;
}

} // namespace mlirgym::worker
