//===- tests/fuzz/Require.h - Invariants of any input -----------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_FUZZ_REQUIRE_H
#define MLIRGYM_TESTS_FUZZ_REQUIRE_H

#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace mlirgym {

/// Ends the program unless `holds`, so that libFuzzer keeps the input.
inline void require(bool holds, llvm::StringRef what) {
  if (holds)
    return;
  llvm::errs() << "does not hold: " << what << "\n";
  std::abort();
}
} // namespace mlirgym
#endif // MLIRGYM_TESTS_FUZZ_REQUIRE_H
