//===- actions/ActionError.h - Illegal actions and schedules ----*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_ACTIONERROR_H
#define MLIRGYM_ACTIONS_ACTIONERROR_H

#include "program/files/TextError.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {

/// An action that is not legal at its place in a schedule, or schedule text
/// that cannot be parsed. The message names the operation and the loop, and how
/// to fix it.
class ActionError : public TextError<ActionError> {
public:
  explicit ActionError(std::string message) : TextError(std::move(message)) {}
  static inline char ID = 0;
};

/// ActionError with a formatv() message.
template <typename... Args>
llvm::Error actionError(const char *format, Args &&...args) {
  return llvm::make_error<ActionError>(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_ACTIONERROR_H
