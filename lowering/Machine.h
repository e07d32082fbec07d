//===- lowering/Machine.h - The machine that runs code --------------------===//
#ifndef MLIRGYM_LOWERING_MACHINE_H
#define MLIRGYM_LOWERING_MACHINE_H

#include "lowering/target/Target.h"
#include <cstdint>
#include <string>

namespace mlirgym {

/// The machine that runs code, which identifies its timings.
struct Machine {
  /// The target of its code.
  Target target;
  /// CPU model as the kernel reports it.
  std::string model;
  int64_t memoryBytes = 0;
  /// Exec-data column: Target::id().
  std::string id() const { return target.id(); }
  static const Machine &host();
};

/// Exec-data column: LLVM version, lowering version. Every change of the
/// generated code, including options of code generation, raises the latter.
std::string toolchainId();
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_MACHINE_H
