//===- actions/ActionError.h - An action or schedule that is not legal -*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_ACTIONERROR_H
#define MLIRGYM_ACTIONS_ACTIONERROR_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {

/// An action that is not legal where it stands, or schedule text that cannot be
/// read: names the operation and the loop, and says how to mend it.
class ActionError : public llvm::ErrorInfo<ActionError> {
public:
  static char ID;
  explicit ActionError(std::string message) : text(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string text;
};

/// ActionError with a formatv() message.
template <typename... Args>
llvm::Error actionError(const char *format, Args &&...args) {
  return llvm::make_error<ActionError>(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_ACTIONERROR_H
