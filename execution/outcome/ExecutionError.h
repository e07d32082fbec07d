//===- execution/outcome/ExecutionError.h - What only the caller can mend -===//
#ifndef MLIRGYM_EXECUTION_OUTCOME_EXECUTIONERROR_H
#define MLIRGYM_EXECUTION_OUTCOME_EXECUTIONERROR_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {

/// An execution that cannot continue: no worker, damaged exec data, full disk.
class ExecutionError : public llvm::ErrorInfo<ExecutionError> {
public:
  static char ID;
  explicit ExecutionError(std::string message) : text(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string text;
};

/// A call that was interrupted before it had a result: Ctrl-C.
class InterruptedError
    : public llvm::ErrorInfo<InterruptedError, ExecutionError> {
public:
  static char ID;
  InterruptedError();
};

/// ExecutionError with a formatv() message.
template <typename... Args>
llvm::Error executionError(const char *format, Args &&...args) {
  return llvm::make_error<ExecutionError>(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_OUTCOME_EXECUTIONERROR_H
