#include "execution/wire/MemoryFile.h"
#include "outcome/ExecutionError.h"
#include "outcome/SystemError.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlirgym::worker {

static constexpr int allSeals =
    F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;

MemoryFile::MemoryFile(MemoryFile &&other) noexcept
    : file(std::move(other.file)), data(std::exchange(other.data, nullptr)),
      sizeBytes(std::exchange(other.sizeBytes, 0)),
      inode(std::exchange(other.inode, 0)) {}

MemoryFile &MemoryFile::operator=(MemoryFile &&other) noexcept {
  std::swap(file, other.file);
  std::swap(data, other.data);
  std::swap(sizeBytes, other.sizeBytes);
  std::swap(inode, other.inode);
  return *this;
}

MemoryFile::~MemoryFile() {
  if (data)
    ::munmap(const_cast<char *>(data), sizeBytes);
}

/// Allocates the memory of a file. Returns 0 or an error number.
static int reserve(int file, size_t sizeBytes) {
  // In parts: a signal aborts and undoes the current call, so that the
  // allocation of a large file would never finish between two signals of a
  // profiler.
  constexpr size_t partBytes = 2 << 20;
  for (size_t begin = 0; begin < sizeBytes; begin += partBytes) {
    size_t bytes = std::min(partBytes, sizeBytes - begin);
    int error;
    do {
      error = ::posix_fallocate(file, static_cast<off_t>(begin),
                                static_cast<off_t>(bytes));
    } while (error == EINTR);
    if (error != 0)
      return error;
  }
  return 0;
}

llvm::Expected<MemoryFile>
MemoryFile::create(const char *name, size_t sizeBytes,
                   llvm::function_ref<void(llvm::MutableArrayRef<char>)> fill) {
  MemoryFile result;
  result.file =
      FileDescriptor(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!result.file.valid() ||
      ::ftruncate(result.fd(), static_cast<off_t>(sizeBytes)) != 0)
    return systemError("cannot make a memory file of " +
                           llvm::Twine(sizeBytes) + " bytes",
                       errno);
  // Without memory, a write to the mapping would raise SIGBUS.
  if (int error = reserve(result.fd(), sizeBytes))
    return systemError("cannot fill a memory file of " +
                           llvm::Twine(sizeBytes) + " bytes",
                       error);
  void *writable = ::mmap(nullptr, sizeBytes, PROT_READ | PROT_WRITE,
                          MAP_SHARED, result.fd(), 0);
  if (writable == MAP_FAILED)
    return systemError("cannot map a memory file of " + llvm::Twine(sizeBytes) +
                           " bytes",
                       errno);
  // A child that another thread forks meanwhile would inherit the mapping,
  // which would prevent sealing.
  ::madvise(writable, sizeBytes, MADV_DONTFORK);
  fill({static_cast<char *>(writable), sizeBytes});
  ::munmap(writable, sizeBytes); // a writable mapping would prevent sealing
  if (::fcntl(result.fd(), F_ADD_SEALS, allSeals) != 0)
    return systemError("cannot seal a memory file", errno);
  MLIRGYM_TRY_TO(result.map());
  return result;
}

llvm::Expected<MemoryFile> MemoryFile::create(const char *name,
                                              llvm::ArrayRef<char> bytes) {
  return create(name, bytes.size(), [&](llvm::MutableArrayRef<char> target) {
    std::memcpy(target.data(), bytes.data(), bytes.size());
  });
}

MemoryFile
MemoryFile::adoptOnly(llvm::MutableArrayRef<FileDescriptor> received) {
  if (received.size() != 1)
    return MemoryFile();
  llvm::Expected<MemoryFile> file = adopt(std::move(received.front()));
  if (file)
    return std::move(*file);
  llvm::consumeError(file.takeError());
  return MemoryFile();
}

llvm::Expected<MemoryFile> MemoryFile::adopt(FileDescriptor received) {
  MemoryFile result;
  result.file = std::move(received);
  int seals = ::fcntl(result.fd(), F_GET_SEALS);
  if (seals < 0 || (seals & allSeals) != allSeals)
    return executionError("a received memory file is not sealed");
  MLIRGYM_TRY_TO(result.map());
  return result;
}

llvm::Error MemoryFile::map() {
  struct stat facts{};
  if (::fstat(fd(), &facts) != 0 || facts.st_size <= 0)
    return executionError("a memory file is empty");
  sizeBytes = static_cast<size_t>(facts.st_size);
  inode = facts.st_ino;
  // Private: kernels before 6.7 reject a shared mapping of a sealed file.
  void *mapped = ::mmap(nullptr, sizeBytes, PROT_READ, MAP_PRIVATE, fd(), 0);
  if (mapped == MAP_FAILED) {
    sizeBytes = 0;
    return systemError("cannot map a memory file", errno);
  }
  data = static_cast<const char *>(mapped);
  return llvm::Error::success();
}

} // namespace mlirgym::worker
