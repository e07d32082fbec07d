//===- program/MachineClass.h - Machines with equal registers ---*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_MACHINECLASS_H
#define MLIRGYM_PROGRAM_MACHINECLASS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlirgym {

/// Machines with the same number of vector registers of the same width. For a
/// given number of threads, the same register tiles are fast on all of them.
struct MachineClass {
  /// Width of one register, and the number of registers.
  unsigned vectorBits = 128, vectorRegisters = 16;

  /// Bits x registers: "256x16" (AVX2), "512x32" (AVX-512), "128x32" (NEON).
  std::string name() const;
  /// nullopt for a text that name() does not return.
  static std::optional<MachineClass> parse(llvm::StringRef name);

  /// Distance of two classes, without unit: the number of doublings and
  /// halvings of the width and of the number of registers that turn one class
  /// into the other; 0 for the same class.
  double distanceTo(const MachineClass &other) const;

  friend auto operator<=>(const MachineClass &, const MachineClass &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_MACHINECLASS_H
