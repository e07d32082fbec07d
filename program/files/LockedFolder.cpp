#include "program/files/LockedFolder.h"
#include "program/files/FileDescriptor.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

using namespace mlirgym;

namespace {
/// "process 1234 on host": the folder may be shared with other hosts, on which
/// process numbers repeat.
std::string ownName() {
  char host[HOST_NAME_MAX + 1] = {};
  if (::gethostname(host, sizeof(host) - 1) != 0)
    host[0] = '\0';
  return llvm::formatv("process {0} on {1}", ::getpid(), host).str();
}

/// The name that the holder wrote; "" if it cannot be read (yet).
std::string nameIn(llvm::StringRef path) {
  auto buffer = readRegular(path, /*mostBytes=*/4096);
  return buffer ? (*buffer)->getBuffer().trim().str() : "";
}
} // namespace

std::string LockedFolder::file(llvm::StringRef name) const {
  return pathIn(path, name);
}

llvm::Expected<LockedFolder> LockedFolder::open(llvm::StringRef path) {
  if (std::error_code code = llvm::sys::fs::create_directories(path))
    return llvm::createStringError(
        code, "%s: the folder cannot be made: %s; choose another",
        path.str().c_str(), code.message().c_str());
  const std::string lock = pathIn(path, "lock");
  auto unusable = [&](std::error_code code) {
    return llvm::createStringError(
        code, "%s: cannot be locked: %s; choose another folder", lock.c_str(),
        code.message().c_str());
  };
  // Programs that this process starts must not inherit the lock. The file is
  // not truncated here, since its text belongs to the holder.
  FileDescriptor file(
      ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666));
  if (!file.valid())
    return unusable(std::error_code(errno, std::generic_category()));
  if (std::error_code notRegular = checkRegular(file.get()))
    return unusable(notRegular);
  int result;
  do // of the open file, so that two users in one process exclude each other
    result = ::flock(file.get(), LOCK_EX | LOCK_NB);
  while (result != 0 && errno == EINTR);
  if (result != 0 && errno == EWOULDBLOCK) {
    std::string holder = nameIn(lock);
    return llvm::createStringError(
        "%s: %s works in this folder; wait for its end, or choose another "
        "folder",
        path.str().c_str(),
        holder.empty() ? "another process" : holder.c_str());
  }
  const std::string name = ownName() + "\n";
  if (::ftruncate(file.get(), 0) != 0 ||
      ::pwrite(file.get(), name.data(), name.size(), 0) !=
          static_cast<ssize_t>(name.size()))
    return unusable(std::error_code(errno, std::generic_category()));
  return LockedFolder(path, std::move(file));
}
