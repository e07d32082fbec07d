//===- execution/NarrowerHost.h - Features left unused ----------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_EXECUTION_NARROWERHOST_H
#define MLIRGYM_TESTS_EXECUTION_NARROWERHOST_H

#include "lowering/target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym {

/// A feature of this machine that code can do without and that decides about
/// its vectors, with a minus: "-avx512f". "" if it has none.
inline std::string removableFeature() {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(Target::host().features).split(words, ',');
  for (const char *feature : {"avx512f", "avx", "sve"})
    if (llvm::is_contained(words, "+" + std::string(feature)))
      return "-" + std::string(feature);
  return "";
}
} // namespace mlirgym
#endif // MLIRGYM_TESTS_EXECUTION_NARROWERHOST_H
