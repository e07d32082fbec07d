//===- outcome/ExecutionError.h - Errors of an Execution ------------------===//
#ifndef MLIRGYM_OUTCOME_EXECUTIONERROR_H
#define MLIRGYM_OUTCOME_EXECUTIONERROR_H

#include "program/files/TextError.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {

/// An execution that cannot continue: no worker, damaged exec data, full disk.
class ExecutionError : public TextError<ExecutionError> {
public:
  explicit ExecutionError(std::string message)
      : TextError(std::move(message)) {}
  static inline char ID = 0;
};

/// A call that was interrupted (Ctrl-C) before it had a result.
class InterruptedError
    : public llvm::ErrorInfo<InterruptedError, ExecutionError> {
public:
  static inline char ID = 0;
  InterruptedError()
      : ErrorInfo("interrupted; timings taken so far are stored, repeat the "
                  "call to continue") {}
  using ErrorInfo::ErrorInfo;
};

/// A machine or an execution that does not meet the requirements of a workload.
class RequirementError
    : public llvm::ErrorInfo<RequirementError, ExecutionError> {
public:
  static inline char ID = 0;
  using ErrorInfo::ErrorInfo;
};

/// ExecutionError with a formatv() message.
template <typename... Args>
llvm::Error executionError(const char *format, Args &&...args) {
  return llvm::make_error<ExecutionError>(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_EXECUTIONERROR_H
