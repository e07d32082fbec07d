//===- program/files/TextError.h - Errors that are a message ----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_FILES_TEXTERROR_H
#define MLIRGYM_PROGRAM_FILES_TEXTERROR_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <system_error>
#include <utility>

namespace mlirgym {

/// An error that consists of its message. `Self` derives from it and declares
/// `static inline char ID` and a constructor; callers distinguish errors by
/// class.
template <typename Self> class TextError : public llvm::ErrorInfo<Self> {
public:
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  friend Self;
  explicit TextError(std::string message) : text(std::move(message)) {}

  std::string text;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_FILES_TEXTERROR_H
