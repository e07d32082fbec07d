//===- program/MachineProfile.h - What a core can do ------------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_MACHINEPROFILE_H
#define MLIRGYM_PROGRAM_MACHINEPROFILE_H

#include "program/MachineClass.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// What one core of a machine can do: its registers and caches, and rates that
/// were measured (measureProfile()) or are documented. A number is 0 if it is
/// unknown, or if the machine has no such thing.
struct MachineProfile {
  /// For people: "AMD EPYC (znver5)".
  std::string machine = {};
  MachineClass vectors = {};
  /// Bytes of the caches that a core does not share.
  double l1Bytes = 0, l2Bytes = 0;
  double gigahertz = 0;
  /// Multiply-adds per cycle, by the type of the factors; of bf16 and i8 by
  /// instructions that add several products to a sum in f32 or i32.
  double f32 = 0, f64 = 0, bf16 = 0, i8 = 0;
  /// Bytes read and written per cycle, with operands in a cache.
  double l1 = 0, l2 = 0, l3 = 0;

  /// A number, its key in files, and its unit.
  struct Field {
    llvm::StringLiteral key, name, unit;
    double MachineProfile::*value;
  };
  static llvm::ArrayRef<Field> fields();

  /// A JSON object with the keys `machine`, `class` and those of fields(), from
  /// a file or another origin. Errors: ProgramError naming origin and key.
  static llvm::Expected<MachineProfile> parse(llvm::StringRef text,
                                              llvm::StringRef origin);
  /// Text for parse(); numbers that are 0 are left out.
  std::string text() const;

  /// Vectors of multiply-adds in f32 per cycle: the number of units of full
  /// width; 0 if unknown.
  double vectorsPerCycle() const;
  /// Distance of two machines, without unit: the number of doublings and
  /// halvings of the width and number of registers, the sizes of the L1 and L2
  /// caches and vectorsPerCycle() that turn one into the other. What one of
  /// them does not know does not count.
  double distanceTo(const MachineProfile &other) const;

  friend bool operator==(const MachineProfile &,
                         const MachineProfile &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_MACHINEPROFILE_H
