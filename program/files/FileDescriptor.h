//===- program/files/FileDescriptor.h - An owned descriptor -----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_FILES_FILEDESCRIPTOR_H
#define MLIRGYM_PROGRAM_FILES_FILEDESCRIPTOR_H

#include <unistd.h>
#include <utility>

namespace mlirgym {

/// A file descriptor that is closed at the end of its lifetime. Move only.
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int owned) : fd(owned) {}
  FileDescriptor(FileDescriptor &&other) noexcept
      : fd(std::exchange(other.fd, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    std::swap(fd, other.fd);
    return *this;
  }
  ~FileDescriptor() { reset(); }

  int get() const { return fd; }
  bool valid() const { return fd >= 0; }
  void reset() {
    if (fd >= 0)
      ::close(fd);
    fd = -1;
  }

private:
  int fd = -1;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_FILES_FILEDESCRIPTOR_H
