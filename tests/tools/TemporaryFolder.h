//===- tests/tools/TemporaryFolder.h - A folder for one test --------------===//
#ifndef MLIRGYM_TESTS_TOOLS_TEMPORARYFOLDER_H
#define MLIRGYM_TESTS_TOOLS_TEMPORARYFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>
#include <string>

namespace mlirgym::tools {

/// A folder that is created by the constructor and removed with its contents by
/// the destructor.
class TemporaryFolder {
public:
  TemporaryFolder() {
    if (llvm::sys::fs::createUniqueDirectory("mlirgym-test", folder))
      ADD_FAILURE() << "no temporary folder";
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(folder); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string path(llvm::StringRef name) const {
    llvm::SmallString<128> file(folder);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }

private:
  llvm::SmallString<128> folder;
};

/// The whole file; a failure and "" if it cannot be read.
inline std::string readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (buffer)
    return (*buffer)->getBuffer().str();
  ADD_FAILURE() << path << ": " << buffer.getError().message();
  return "";
}
} // namespace mlirgym::tools
#endif // MLIRGYM_TESTS_TOOLS_TEMPORARYFOLDER_H
