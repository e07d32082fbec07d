#include "program/Suite.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace mlirgym {

/// The executable or shared library that this code was linked into.
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
  // What was installed has its own data, whatever becomes of the clone.
  llvm::SmallString<256> binary(ownBinary());
  llvm::StringRef folder = llvm::sys::path::parent_path(binary);
  llvm::SmallString<256> beside(folder); // of a module of the Python package
  llvm::sys::path::append(beside, "data");
  if (llvm::sys::fs::is_directory(beside))
    return beside.str().str();
  llvm::SmallString<256> installed(llvm::sys::path::parent_path(folder));
  llvm::sys::path::append(installed, "share", "mlirgym", "data");
  if (!llvm::sys::fs::is_directory(installed) &&
      llvm::sys::fs::is_directory(MLIRGYM_SOURCE_DATA_DIR))
    return MLIRGYM_SOURCE_DATA_DIR;
  return installed.str().str();
}

} // namespace mlirgym
