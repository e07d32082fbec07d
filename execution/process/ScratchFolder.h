//===- execution/process/ScratchFolder.h - A temporary folder ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PROCESS_SCRATCHFOLDER_H
#define MLIRGYM_EXECUTION_PROCESS_SCRATCHFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <string>
#include <system_error>
#include <utility>

namespace mlirgym {

/// A folder that is removed with its contents at the end of its lifetime,
/// unless it is kept.
class ScratchFolder {
public:
  /// `prefix`: prefix of its path; a relative one is below the system's
  /// temporary folder.
  static llvm::Expected<ScratchFolder>
  create(llvm::StringRef prefix = "mlirgym-link") {
    ScratchFolder folder;
    if (std::error_code error =
            llvm::sys::fs::createUniqueDirectory(prefix, folder.place))
      return llvm::createStringError(error, "no temporary folder: %s",
                                     error.message().c_str());
    return folder;
  }
  ScratchFolder(ScratchFolder &&other) noexcept
      : place(std::exchange(other.place, {})), isKept(other.isKept) {}
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder() {
    if (!place.empty() && !isKept)
      llvm::sys::fs::remove_directories(place);
  }
  void keep() { isKept = true; }
  std::string path() const { return std::string(place); }
  std::string operator/(llvm::StringRef name) const {
    llvm::SmallString<128> file(place);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }

private:
  ScratchFolder() = default;
  llvm::SmallString<128> place;
  bool isKept = false;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_PROCESS_SCRATCHFOLDER_H
