#include "execution/process/WorkerPath.h"
#include "outcome/ExecutionError.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <dlfcn.h>
#include <string>

namespace mlirgym::worker {

static constexpr llvm::StringLiteral workerName = "mlirgym-worker",
                                     kernelWorkerName = "mlirgym-kernel-worker";

/// Folder of the shared library or program that contains this function; under
/// Python, the package's folder.
static std::string folderOfThisCode() {
  Dl_info info;
  if (::dladdr(reinterpret_cast<void *>(&findWorker), &info) == 0 ||
      !info.dli_fname)
    return "";
  llvm::SmallString<256> real;
  if (llvm::sys::fs::real_path(info.dli_fname, real))
    return "";
  return llvm::sys::path::parent_path(real).str();
}

static std::string folderOfThisProgram() {
  llvm::SmallString<256> real;
  if (llvm::sys::fs::real_path("/proc/self/exe", real))
    return "";
  return llvm::sys::path::parent_path(real).str();
}

llvm::Expected<std::string> findWorker(llvm::StringRef asked) {
  std::string named = asked.str();
  const char *where = "";
  if (named.empty()) {
    named = llvm::sys::Process::GetEnv("MLIRGYM_WORKER").value_or("");
    where = "MLIRGYM_WORKER=";
  }
  if (!named.empty()) {
    if (llvm::sys::fs::can_execute(named))
      return named;
    return executionError(
        "{0}{1}: no worker program that can be run; give the path "
        "of {2}",
        where, named, workerName);
  }

  llvm::SmallVector<std::string> folders;
  for (const std::string &folder : {folderOfThisProgram(), folderOfThisCode()})
    if (!folder.empty())
      for (const char *near :
           {"", "bin", "../bin", "../libexec", "../libexec/mlirgym",
            // site-packages/mlirgym in a virtual environment
            "../../../../bin"}) {
        llvm::SmallString<256> candidate(pathIn(folder, near));
        llvm::sys::path::remove_dots(candidate, /*remove_dot_dot=*/true);
        folders.push_back(candidate.str().str());
      }
  folders.push_back(MLIRGYM_INSTALLED_BIN_DIR);
  folders.push_back(MLIRGYM_BUILT_BIN_DIR);
  for (const std::string &folder : folders) {
    std::string candidate = pathIn(folder, workerName);
    if (llvm::sys::fs::can_execute(candidate))
      return candidate;
  }
  return executionError("no {0} in {1}; set MLIRGYM_WORKER to its path",
                        workerName, llvm::join(folders, ", "));
}

llvm::Expected<std::string> findKernelWorker(llvm::StringRef askedWorker) {
  MLIRGYM_TRY(auto worker, findWorker(askedWorker));
  std::string path =
      pathIn(llvm::sys::path::parent_path(worker), kernelWorkerName);
  if (llvm::sys::fs::can_execute(path))
    return path;
  return executionError("{0}: no program that can be run; install it beside "
                        "{1}",
                        path, worker);
}

} // namespace mlirgym::worker
