#include "execution/wire/SharedMemory.h"
#include "outcome/ExecutionError.h"
#include "outcome/SystemError.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <utility>

namespace mlirgym::worker {

static constexpr int sizeSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

SharedMemory::SharedMemory(SharedMemory &&other) noexcept
    : file(std::move(other.file)), mapped(std::exchange(other.mapped, {})),
      sizeBytes(std::exchange(other.sizeBytes, 0)) {}

SharedMemory &SharedMemory::operator=(SharedMemory &&other) noexcept {
  std::swap(file, other.file);
  std::swap(mapped, other.mapped);
  std::swap(sizeBytes, other.sizeBytes);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (!mapped.empty())
    ::munmap(mapped.data(), mapped.size());
}

llvm::Expected<SharedMemory> SharedMemory::create(const char *name,
                                                  size_t sizeBytes) {
  SharedMemory result;
  result.file =
      FileDescriptor(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  auto failed = [&] {
    return systemError(
        "cannot share memory of " + llvm::Twine(sizeBytes) + " bytes", errno);
  };
  if (!result.file.valid() ||
      ::ftruncate(result.fd(), static_cast<off_t>(sizeBytes)) != 0 ||
      ::fcntl(result.fd(), F_ADD_SEALS, sizeSeals) != 0)
    return failed();
  void *pages = ::mmap(nullptr, sizeBytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                       result.fd(), 0);
  if (pages == MAP_FAILED)
    return failed();
  result.mapped = {static_cast<char *>(pages), sizeBytes};
  result.sizeBytes = sizeBytes;
  // Without memory, a later write to a page would raise SIGBUS.
  if (::madvise(pages, sizeBytes, MADV_POPULATE_WRITE) != 0 &&
      errno != EINVAL) // a kernel before 5.14
    return failed();
  return result;
}

llvm::Expected<SharedMemory> SharedMemory::adopt(FileDescriptor received) {
  SharedMemory result;
  result.file = std::move(received);
  const int seals = ::fcntl(result.fd(), F_GET_SEALS);
  struct stat facts{};
  if (seals < 0 || (seals & sizeSeals) != sizeSeals ||
      ::fstat(result.fd(), &facts) != 0 || facts.st_size <= 0)
    return executionError("the size of received memory is not sealed");
  result.sizeBytes = static_cast<size_t>(facts.st_size);
  return result;
}

} // namespace mlirgym::worker
