//===- outcome/SystemError.h - Failed system calls --------------*- C++ -*-===//
#ifndef MLIRGYM_OUTCOME_SYSTEMERROR_H
#define MLIRGYM_OUTCOME_SYSTEMERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Advice on fixing the cause of system calls that fail with this error number.
/// `ofPath`: the advice if the cause is the path or the file there.
llvm::StringRef
mendOfSystemError(int error,
                  llvm::StringRef ofPath = "check the path and who may use it");

/// ExecutionError: "cannot make a pipe: Too many open files; raise `ulimit
/// -n`".
llvm::Error
systemError(const llvm::Twine &what, int error,
            llvm::StringRef ofPath = "check the path and who may use it");
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_SYSTEMERROR_H
