#include "program/suites/Suite.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace mlirgym {

/// The executable or shared library into which this code was linked.
static std::string ownBinary() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(&dataDirectory), &info) &&
      info.dli_fname && llvm::sys::path::is_absolute(info.dli_fname))
    return info.dli_fname;
  // An executable started by a relative path, maybe from another directory.
  return llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&dataDirectory));
}

std::string dataDirectory() {
  if (const char *set = std::getenv("MLIRGYM_DATA_DIR"); set && *set)
    return set;
  // An installation has its own data, independent of the clone: next to a
  // module of the Python package, or next to the folder of a program.
  llvm::SmallString<256> binary(ownBinary()), installed;
  llvm::StringRef folder = llvm::sys::path::parent_path(binary);
  for (llvm::StringRef top : {folder, llvm::sys::path::parent_path(folder)}) {
    installed = top;
    llvm::sys::path::append(installed, "share", "mlirgym", "data");
    if (llvm::sys::fs::is_directory(installed))
      return installed.str().str();
  }
  if (llvm::sys::fs::is_directory(MLIRGYM_SOURCE_DATA_DIR))
    return MLIRGYM_SOURCE_DATA_DIR;
  return installed.str().str();
}

} // namespace mlirgym
