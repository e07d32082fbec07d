#include "outcome/SystemError.h"
#include "outcome/ExecutionError.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cerrno>
#include <cstring>

namespace mlirgym {

llvm::StringRef mendOfSystemError(int error, llvm::StringRef ofPath) {
  switch (error) {
  case EMFILE:
    return "raise `ulimit -n`";
  case ENFILE:
    return "end programs that hold many files open, or raise the system's "
           "fs.file-max";
  case EFBIG:
    return "raise `ulimit -f`";
  case EAGAIN:
    return "end some processes, or raise `ulimit -u` and the container's limit "
           "of processes";
  case ENOMEM:
    return "free memory, or raise the limits of memory (`ulimit -v`, the "
           "container's)";
  case ENOSPC:
  case EDQUOT:
    return "free some space";
  case EPERM:
    return "a sandbox or a container forbids the call; let its seccomp profile "
           "allow it";
  case ENOSYS:
  case EINVAL:
  case EOPNOTSUPP:
    return "use a newer Linux, or a container whose seccomp profile allows the "
           "call";
  case ENOENT:
  case ENOTDIR:
  case EISDIR:
  case EACCES:
  case ENOEXEC:
  case ELOOP:
  case ENAMETOOLONG:
  case EROFS:
  case ETXTBSY:
    return ofPath;
  default:
    return "try again, and look into the system's log if it fails again";
  }
}

llvm::Error systemError(const llvm::Twine &what, int error,
                        llvm::StringRef ofPath) {
  return executionError("{0}: {1}; {2}", what.str(), std::strerror(error),
                        mendOfSystemError(error, ofPath));
}

} // namespace mlirgym
