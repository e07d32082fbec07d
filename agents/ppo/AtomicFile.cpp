#include "agents/ppo/AtomicFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace mlirgym;

namespace {
llvm::Error cannotWrite(llvm::StringRef path, std::error_code code) {
  return llvm::createStringError(
      code, "%s: cannot be written: %s; check the folder and the free space",
      path.str().c_str(), code.message().c_str());
}

/// Writes, and takes the error out of the stream, whose destructor would end
/// the process otherwise.
std::error_code writeAll(llvm::raw_fd_ostream &os, llvm::StringRef bytes) {
  os << bytes;
  os.flush();
  const std::error_code code = os.error();
  os.clear_error();
  return code;
}
} // namespace

llvm::Error mlirgym::writeAtomically(llvm::StringRef path,
                                     llvm::StringRef bytes) {
  llvm::Expected<llvm::sys::fs::TempFile> file =
      llvm::sys::fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!file)
    return cannotWrite(path, llvm::errorToErrorCode(file.takeError()));
  std::error_code code;
  {
    llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    code = writeAll(os, bytes);
  }
  if (!code && ::fsync(file->FD) != 0)
    code = std::error_code(errno, std::generic_category());
  if (code) {
    llvm::consumeError(file->discard());
    return cannotWrite(path, code);
  }
  if (llvm::Error error = file->keep(path))
    return cannotWrite(path, llvm::errorToErrorCode(std::move(error)));
  return llvm::Error::success();
}

llvm::Error mlirgym::appendLine(llvm::StringRef path, llvm::StringRef line) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code, llvm::sys::fs::OF_Append);
  if (code)
    return cannotWrite(path, code);
  code = writeAll(os, (line + "\n").str());
  if (code)
    return cannotWrite(path, code);
  return llvm::Error::success();
}
