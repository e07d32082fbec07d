//===- execution/SharedLibraries.h - Libraries of kernels -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SHAREDLIBRARIES_H
#define MLIRGYM_EXECUTION_SHAREDLIBRARIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
namespace worker {
class MemoryFile;
} // namespace worker

/// Shared libraries whose functions a kernel calls. Only worker processes load
/// them, with the kernel; this process reads their bytes. Their own
/// dependencies are found by the dynamic linker as usual.
class SharedLibraries {
public:
  /// Reads the files; later changes have no effect. Errors: ProgramError naming
  /// a file that cannot be read or is not a shared library.
  static llvm::Expected<std::shared_ptr<const SharedLibraries>>
  read(llvm::ArrayRef<std::string> paths);

  /// 32 hexadecimal digits over their contents, in order.
  const std::string &hash() const { return contentsHash; }
  /// The object code with these libraries: an archive that the workers load.
  /// Errors: ExecutionError if there is not enough memory.
  llvm::Expected<worker::MemoryFile>
  linkWith(llvm::ArrayRef<char> object) const;

private:
  struct Library {
    std::string name, bytes;
  };
  std::vector<Library> libraries;
  std::string contentsHash;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_SHAREDLIBRARIES_H
