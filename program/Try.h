//===- program/Try.h - Returns the errors of calls --------------*- C++ -*-===//
//
// A call that may fail is followed by `if (!result) return result.takeError();`
// everywhere. These two macros are that sentence; they end the function that
// they stand in, so they are statements of their own.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_PROGRAM_TRY_H
#define MLIRGYM_PROGRAM_TRY_H

#include "llvm/Support/Error.h" // IWYU pragma: export
#include <utility>              // IWYU pragma: export

/// `MLIRGYM_TRY(auto file, open(path));` declares `file` with the value of an
/// llvm::Expected, `MLIRGYM_TRY(file, open(path));` assigns it; an error is
/// returned.
#define MLIRGYM_TRY(To, ...)                                                   \
  MLIRGYM_TRY_NAMED(MLIRGYM_TRY_NAME(__LINE__), To, __VA_ARGS__)
#define MLIRGYM_TRY_NAMED(Name, To, ...)                                       \
  auto Name = __VA_ARGS__;                                                     \
  if (!Name)                                                                   \
    return Name.takeError();                                                   \
  To = std::move(*Name)
#define MLIRGYM_TRY_NAME(Line) MLIRGYM_TRY_PASTE(expectedInLine, Line)
#define MLIRGYM_TRY_PASTE(Begin, End) Begin##End

/// `MLIRGYM_TRY_TO(write(file));` returns the llvm::Error unless it is success.
#define MLIRGYM_TRY_TO(...)                                                    \
  do {                                                                         \
    if (llvm::Error errorOfCall = __VA_ARGS__)                                 \
      return errorOfCall;                                                      \
  } while (false)

#endif // MLIRGYM_PROGRAM_TRY_H
