//===- tests/agents/TemporaryFolder.h - A folder for one test ---*- C++ -*-===//
#ifndef MLIRGYM_TESTS_AGENTS_TEMPORARYFOLDER_H
#define MLIRGYM_TESTS_AGENTS_TEMPORARYFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlirgym::testing {

/// An empty folder, removed with its contents at the end.
class TemporaryFolder {
public:
  TemporaryFolder() {
    if (std::error_code error =
            llvm::sys::fs::createUniqueDirectory("mlirgym-agents", path))
      llvm::report_fatal_error(llvm::Twine(error.message()));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(path); }

  std::string str() const { return path.str().str(); }
  std::string file(llvm::StringRef name) const {
    llvm::SmallString<128> whole(path);
    llvm::sys::path::append(whole, name);
    return whole.str().str();
  }

private:
  llvm::SmallString<128> path;
};

/// "" if there is no such file.
inline std::string readText(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : "";
}
inline void writeText(const std::string &path, llvm::StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream(path, error) << text;
}
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_AGENTS_TEMPORARYFOLDER_H
