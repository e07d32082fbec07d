//===- benchmarks/OrFail.h - Errors end the program -------------*- C++ -*-===//
#ifndef MLIRGYM_BENCHMARKS_ORFAIL_H
#define MLIRGYM_BENCHMARKS_ORFAIL_H

#include "llvm/Support/Error.h"

namespace mlirgym {

/// Ends a benchmark or stress test that cannot be run: prints the reason, exits
/// with 1.
[[noreturn]] void fail(llvm::Error error);
template <typename T> T orFail(llvm::Expected<T> value) {
  if (!value)
    fail(value.takeError());
  return std::move(*value);
}
} // namespace mlirgym
#endif // MLIRGYM_BENCHMARKS_ORFAIL_H
