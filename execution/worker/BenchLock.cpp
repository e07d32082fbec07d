#include "execution/worker/BenchLock.h"
#include "execution/outcome/ContentHash.h"
#include "execution/outcome/StopCheck.h"
#include "program/FileDescriptor.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlirgym::worker {

std::string BenchLock::pathFor(llvm::StringRef workerPath) {
  // The same in all processes, whatever their environment.
  return llvm::formatv(
      "/tmp/mlirgym-measures-{0}-{1}", ::geteuid(),
      llvm::StringRef(contentHash({workerPath.data(), workerPath.size()}))
          .take_front(16));
}

/// Another user may have put something else there.
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

void BenchLock::take(StopCheck &stop) {
  constexpr double noteSeconds = 1, longestSeconds = 60;
  constexpr int stepUs = 500;
  const Stopwatch waited;
  std::string named; ///< the holder that was named on stderr
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
    const double seconds = waited.seconds();
    if (named.empty() && (!givenUp.empty() || seconds > noteSeconds)) {
      named = holderOf(file.get());
      if (named == givenUp)
        return;
      if (seconds > noteSeconds)
        llvm::errs() << "mlirgym: note: waiting for process " << named
                     << ", which measures with the same worker program\n";
      else
        named.clear();
    }
    if (seconds > longestSeconds) {
      llvm::errs() << "mlirgym: note: process " << named
                   << " has measured for a minute, or is suspended; measuring "
                      "beside it\n";
      givenUp = named;
      return;
    }
    if (stop.requested())
      return;
    ::usleep(stepUs);
  }
}

void BenchLock::release() {
  if (taken)
    ::flock(file.get(), LOCK_UN);
  taken = false;
}

} // namespace mlirgym::worker
