#include "program/files/RegularFile.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>

namespace mlirgym {

namespace {
enum class FileProblem : int { Folder = 1, Fifo, Device, Socket, TooLarge };

/// Error codes whose messages name the kind of file.
class FileCategory : public std::error_category {
public:
  const char *name() const noexcept override { return "mlirgym-file"; }
  std::string message(int code) const override {
    switch (static_cast<FileProblem>(code)) {
    case FileProblem::Folder:
      return "a folder, not a regular file";
    case FileProblem::Fifo:
      return "a FIFO, not a regular file";
    case FileProblem::Device:
      return "a device, not a regular file";
    case FileProblem::Socket:
      return "a socket, not a regular file";
    case FileProblem::TooLarge:
      return "larger than the limit";
    }
    return "not a regular file";
  }
};

std::error_code problem(FileProblem what) {
  static const FileCategory category;
  return {static_cast<int>(what), category};
}

std::error_code systemError() { return {errno, std::generic_category()}; }

std::error_code problemOf(mode_t mode) {
  if (S_ISREG(mode))
    return {};
  if (S_ISDIR(mode))
    return problem(FileProblem::Folder);
  if (S_ISFIFO(mode))
    return problem(FileProblem::Fifo);
  if (S_ISSOCK(mode))
    return problem(FileProblem::Socket);
  return problem(FileProblem::Device);
}
} // namespace

std::error_code checkRegular(int file) {
  struct stat status;
  return ::fstat(file, &status) == 0 ? problemOf(status.st_mode)
                                     : systemError();
}

std::error_code checkRegular(llvm::StringRef path) {
  struct stat status;
  // A missing or inaccessible file is reported by the code that opens it.
  if (::stat(path.str().c_str(), &status) != 0)
    return {};
  return problemOf(status.st_mode);
}

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readRegular(llvm::StringRef path, uint64_t mostBytes) {
  // Without O_NONBLOCK, opening a FIFO would wait for a writer.
  const int file =
      ::open(path.str().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0)
    return errno == ENXIO ? problem(FileProblem::Socket) : systemError();
  auto read = [&]() -> llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> {
    struct stat status;
    if (::fstat(file, &status) != 0)
      return systemError();
    if (std::error_code notRegular = problemOf(status.st_mode))
      return notRegular;
    const auto size = static_cast<uint64_t>(status.st_size);
    if (size > mostBytes)
      return problem(FileProblem::TooLarge);
    return llvm::MemoryBuffer::getOpenFile(file, path, size,
                                           /*RequiresNullTerminator=*/true,
                                           /*IsVolatile=*/true);
  };
  auto buffer = read();
  ::close(file);
  return buffer;
}

llvm::Expected<std::string> readText(llvm::StringRef path) {
  auto buffer = readRegular(path);
  if (!buffer)
    return llvm::make_error<ProgramError>(
        (path + ": cannot be read: " + buffer.getError().message() +
         "; make it readable, or remove it")
            .str());
  return (*buffer)->getBuffer().str();
}

} // namespace mlirgym
