//===- lowering/target/Target.h - The target of code ------------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_TARGET_TARGET_H
#define MLIRGYM_LOWERING_TARGET_TARGET_H

#include "lowering/target/VectorUnit.h"
#include "program/MachineClass.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace mlirgym {

/// A target in LLVM's words, as users and workers name it. An empty member
/// leaves the choice to Target::find(); three empty members mean this machine.
struct TargetName {
  /// "aarch64", "riscv64-linux-gnu".
  std::string triple = {};
  /// "neoverse-n1", "x86-64-v3"; "native" is the processor of this machine.
  std::string cpu = {};
  /// "+v,+zvl256b".
  std::string features = {};

  bool empty() const {
    return triple.empty() && cpu.empty() && features.empty();
  }
};

/// The processor for which code is compiled, on any machine. The code runs on a
/// Machine (Machine.h).
struct Target {
  /// In LLVM's notation: "x86_64-pc-linux-gnu", "znver3", "+avx2,+fma,...".
  std::string triple, cpu, features;
  /// Width of the widest vector registers in bits, and their number. Without
  /// vectors (RISC-V without V) the width is 32: one f32 at a time.
  unsigned vectorBits = 128, vectorRegisters = 16;
  lowering::DotInstructions dots = {};
  /// Number of registers of the processor that form one vector register: 4 for
  /// RISC-V with V, whose instructions work on groups of registers as on single
  /// ones.
  unsigned registerGroup = 1;
  /// Number of processors that a program may use; 1 if unknown.
  unsigned threads = 1;
  /// Cache sizes; 0 if unknown.
  int64_t l1Bytes = 0, l2Bytes = 0, l3Bytes = 0;

  /// The processor of this machine, with all of its features.
  static const Target &host();
  /// `triple` defaults to that of this machine. `cpu` defaults to the processor
  /// of this machine if no triple is given, and otherwise to the generic
  /// processor of the architecture, for RISC-V with the extensions GC.
  /// `features` are added to those of the processor, or removed from them; for
  /// this machine, equal sets of features give equal text. Errors: text, for an
  /// architecture other than x86-64, AArch64 and RV64, for a system without
  /// ELF, and for a processor or feature that LLVM does not know; the text then
  /// names the most similar one.
  static llvm::Expected<Target> find(const TargetName &name);

  /// True if it is the processor of this machine with all of its features.
  bool isHost() const { return *this == host(); }
  /// A name for which find() returns this target, also in another process;
  /// empty for the host.
  TargetName name() const;
  /// The processor, and a hash of the features (and of the triple, if it
  /// differs from this machine's).
  std::string id() const;
  /// The class of machines that share reference schedules.
  MachineClass machineClass() const { return {vectorBits, vectorRegisters}; }

  friend bool operator==(const Target &, const Target &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_TARGET_TARGET_H
