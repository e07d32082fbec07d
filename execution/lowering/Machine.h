//===- execution/lowering/Machine.h - The processor of this host ----------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_MACHINE_H
#define MLIRGYM_EXECUTION_LOWERING_MACHINE_H

#include <cstdint>
#include <string>

namespace mlirgym {

struct Machine {
  /// CPU model name as LLVM knows it ("znver3", "sapphirerapids") and as the
  /// kernel reports it.
  std::string cpu, model;
  /// LLVM feature string of the host: "+avx2,+fma,...".
  std::string features;
  unsigned cores = 1;
  /// Width of the widest vector registers, and their number.
  unsigned vectorBits = 128, vectorRegisters = 16;
  int64_t l1Bytes = 0, l2Bytes = 0, l3Bytes = 0, memoryBytes = 0;
  /// Exec-data column: cpu and a hash of the features.
  std::string id() const;
  static const Machine &host();
};

/// Exec-data column: LLVM version, lowering version. Every change of the
/// generated code, including options of code generation, raises the latter.
std::string toolchainId();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_LOWERING_MACHINE_H
