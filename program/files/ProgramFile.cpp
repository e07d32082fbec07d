#include "program/files/ProgramFile.h"
#include "program/Limits.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <system_error>
#include <utility>

namespace mlirgym {

namespace fs = llvm::sys::fs;

static llvm::Error fileError(llvm::StringRef path, const llvm::Twine &what) {
  return llvm::make_error<ProgramError>((path + ": " + what).str());
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readProgramFile(llvm::StringRef path) {
  return readRegularFile(path, maxProgramBytes,
                         "make weights arguments of the function");
}

static llvm::Error unreadable(llvm::StringRef path, std::error_code error) {
  return fileError(path,
                   "cannot be read: " + error.message() + "; check the path");
}

/// The size of a regular file, which is not opened for this: opening a FIFO
/// waits for a writer.
static llvm::Expected<uint64_t> sizeOfRegularFile(llvm::StringRef path) {
  fs::file_status status;
  if (std::error_code error = fs::status(path, status))
    return unreadable(path, error);
  if (status.type() == fs::file_type::directory_file)
    return unreadable(path, std::make_error_code(std::errc::is_a_directory));
  if (status.type() != fs::file_type::regular_file)
    return fileError(path, "is not a regular file; give one");
  return status.getSize();
}

llvm::Expected<OpenProgramFile> openProgramFile(llvm::StringRef path) {
  OpenProgramFile opened;
  MLIRGYM_TRY(opened.bytes, sizeOfRegularFile(path));
  auto file = fs::openNativeFileForRead(path);
  if (!file)
    return unreadable(path, llvm::errorToErrorCode(file.takeError()));
  opened.file = FileDescriptor(*file);
  return opened;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef path, uint64_t mostBytes,
                llvm::StringRef advice) {
  MLIRGYM_TRY(const uint64_t bytes, sizeOfRegularFile(path));
  if (bytes > mostBytes)
    return fileError(path, llvm::Twine(bytes >> 20) + " MiB; at most " +
                               llvm::Twine(mostBytes >> 20) +
                               " MiB are read, so " + advice);
  // Not memory-mapped: another process may truncate it during reading.
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true);
  if (!buffer)
    return unreadable(path, buffer.getError());
  return std::move(*buffer);
}

std::pair<llvm::StringRef, llvm::StringRef> splitEntry(llvm::StringRef path) {
  auto [file, name] = path.rsplit('@');
  return file.ends_with(".mlir") || file.ends_with(".mlirbc") ||
                 file.ends_with(".tosa")
             ? std::pair(file, name)
             : std::pair(path, llvm::StringRef());
}

} // namespace mlirgym
