#include "agents/policy/FolderLock.h"
#include "program/RegularFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace mlirgym;

namespace {
/// "process 1234 on host". A process of the same number may run elsewhere, and
/// the folder be shared.
std::string ownName() {
  char host[HOST_NAME_MAX + 1] = {};
  if (::gethostname(host, sizeof(host) - 1) != 0)
    host[0] = '\0';
  return llvm::formatv("process {0} on {1}", ::getpid(), host).str();
}

/// What the holder wrote, or "" if that cannot be read (yet).
std::string nameIn(llvm::StringRef path) {
  auto buffer = readRegular(path, /*mostBytes=*/4096);
  return buffer ? (*buffer)->getBuffer().trim().str() : "";
}
} // namespace

llvm::Expected<FolderLock> FolderLock::take(llvm::StringRef folder) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, "lock");
  auto unusable = [&](std::error_code code) {
    return llvm::createStringError(code,
                                   "%s: cannot be locked: %s; choose "
                                   "another folder",
                                   path.c_str(), code.message().c_str());
  };
  // Never inherited by a program that is started. Not truncated: what it says
  // is the holder's.
  FileDescriptor file(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666));
  if (!file.valid())
    return unusable(std::error_code(errno, std::generic_category()));
  if (std::error_code notRegular = checkRegular(file.get()))
    return unusable(notRegular);
  int result;
  do // of the open file, so that two trainings of one process exclude each
     // other
    result = ::flock(file.get(), LOCK_EX | LOCK_NB);
  while (result != 0 && errno == EINTR);
  if (result != 0 && errno == EWOULDBLOCK) {
    std::string holder = nameIn(path);
    return llvm::createStringError(
        "%s: %s trains in this folder; wait for its end, or choose another "
        "folder",
        folder.str().c_str(),
        holder.empty() ? "another process" : holder.c_str());
  }
  const std::string name = ownName() + "\n";
  if (::ftruncate(file.get(), 0) != 0 ||
      ::pwrite(file.get(), name.data(), name.size(), 0) !=
          static_cast<ssize_t>(name.size()))
    return unusable(std::error_code(errno, std::generic_category()));
  return FolderLock(std::move(file));
}
