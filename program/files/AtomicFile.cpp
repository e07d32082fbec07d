#include "program/files/AtomicFile.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>

using namespace mlirgym;
namespace fs = llvm::sys::fs;

// llvm::sys::fs::TempFile, ToolOutputFile and writeToOutput() are not used:
// they let signal handlers remove the file, even if the process catches the
// signal and continues, and replace the host program's handlers of SIGINT and
// SIGXFSZ.

namespace {
llvm::Error cannotWrite(llvm::StringRef path, std::error_code code) {
  return llvm::createStringError(
      code, "%s: cannot be written: %s; check the folder and the free space",
      path.str().c_str(), code.message().c_str());
}

std::error_code lastError() { return {errno, std::generic_category()}; }

std::error_code writeAll(int file, llvm::StringRef bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count >= 0)
      bytes = bytes.drop_front(static_cast<size_t>(count));
    else if (errno != EINTR)
      return lastError();
  }
  return {};
}

std::error_code writeToDisk(int file, llvm::StringRef bytes) {
  if (std::error_code code = writeAll(file, bytes))
    return code;
  return ::fsync(file) == 0 ? std::error_code() : lastError();
}

/// Links the unnamed `file` to an unused name, from which it is renamed.
std::error_code nameBeside(int file, llvm::StringRef target,
                           llvm::SmallVectorImpl<char> &name) {
  const std::string source = llvm::formatv("/proc/self/fd/{0}", file);
  constexpr unsigned mostTries = 128;
  for (unsigned tries = 0; tries < mostTries; ++tries) {
    fs::createUniquePath(target + ".%%%%%%.tmp", name, /*MakeAbsolute=*/false);
    const std::string path(name.begin(), name.end());
    if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, path.c_str(),
                 AT_SYMLINK_FOLLOW) == 0)
      return {};
    if (errno != EEXIST)
      break;
  }
  return lastError();
}

std::error_code replace(llvm::StringRef target, llvm::StringRef bytes) {
  // A replacement has the permissions of the old file.
  struct stat before;
  const bool exists = ::stat(target.str().c_str(), &before) == 0;

  llvm::StringRef folder = llvm::sys::path::parent_path(target);
  llvm::SmallString<256> beside;
  int file = ::open(folder.empty() ? "." : folder.str().c_str(),
                    O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  const bool nameless = file >= 0;
  if (!nameless) // not every file system supports unnamed files
    if (std::error_code code = fs::createUniqueFile(
            target + ".%%%%%%.tmp", file, beside, fs::OF_None, 0666))
      return code;
  if (exists)
    (void)::fchmod(file, before.st_mode & 07777);
  std::error_code code = writeToDisk(file, bytes);
  if (!code && nameless)
    code = nameBeside(file, target, beside);
  ::close(file);
  if (!code)
    code = fs::rename(beside, target);
  if (code && !beside.empty())
    (void)fs::remove(beside);
  return code;
}
} // namespace

llvm::Error mlirgym::writeAtomically(llvm::StringRef path,
                                     llvm::StringRef bytes) {
  // Follow the link, which renaming would replace.
  llvm::SmallString<256> target(path);
  if (fs::is_symlink_file(path))
    if (std::error_code code = fs::real_path(path, target))
      return cannotWrite(path, code);
  std::error_code code = checkRegular(target);
  if (!code)
    code = replace(target, bytes);
  return code ? cannotWrite(path, code) : llvm::Error::success();
}

llvm::Error mlirgym::appendLine(llvm::StringRef path, llvm::StringRef line) {
  // Without O_NONBLOCK, opening a FIFO would wait for a reader.
  std::error_code code = checkRegular(path);
  const int file =
      code ? -1
           : ::open(path.str().c_str(),
                    O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK,
                    0666);
  if (!code && file < 0)
    code = lastError();
  if (code)
    return cannotWrite(path, code);
  code = writeAll(file, (line + "\n").str());
  ::close(file);
  return code ? cannotWrite(path, code) : llvm::Error::success();
}
