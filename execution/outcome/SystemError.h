//===- execution/outcome/SystemError.h - Calls that fail --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_OUTCOME_SYSTEMERROR_H
#define MLIRGYM_EXECUTION_OUTCOME_SYSTEMERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// How to mend what makes system calls fail with this error number. `ofPath`:
/// the same if it is the path, or what is there.
llvm::StringRef
mendOfSystemError(int error,
                  llvm::StringRef ofPath = "check the path and who may use it");

/// ExecutionError: "cannot make a pipe: Too many open files; raise `ulimit
/// -n`".
llvm::Error
systemError(const llvm::Twine &what, int error,
            llvm::StringRef ofPath = "check the path and who may use it");
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_OUTCOME_SYSTEMERROR_H
