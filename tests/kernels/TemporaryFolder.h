//===- kernels/TemporaryFolder.h - Files of a test --------------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_KERNELS_TEMPORARYFOLDER_H
#define MLIRGYM_TESTS_KERNELS_TEMPORARYFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace mlirgym {

/// A folder that is removed at the end.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("mlirgym-test", root));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(root); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string operator/(llvm::StringRef name) const {
    llvm::SmallString<128> file(root);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }
  void write(llvm::StringRef name, const std::string &text) const {
    std::ofstream(*this / name) << text;
  }
  /// Exit status of a command in the folder.
  int shell(const std::string &command) const {
    return std::system(
        ("cd '" + std::string(root) + "' && " + command).c_str());
  }

private:
  llvm::SmallString<128> root;
};
} // namespace mlirgym
#endif // MLIRGYM_TESTS_KERNELS_TEMPORARYFOLDER_H
