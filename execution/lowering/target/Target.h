//===- execution/lowering/target/Target.h - What code is made for ---------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_TARGET_TARGET_H
#define MLIRGYM_EXECUTION_LOWERING_TARGET_TARGET_H

#include "program/MachineClass.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace mlirgym {

/// A target in LLVM's words, as users and workers name it. An empty member
/// leaves the choice to Target::find(), all three of them mean this machine.
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

/// The processor that code is made for; any machine can make it. What runs the
/// code is a machine (Machine.h).
struct Target {
  /// As LLVM knows them: "x86_64-pc-linux-gnu", "znver3", "+avx2,+fma,...".
  std::string triple, cpu, features;
  /// Width of the widest vector registers in bits, and their number. Without
  /// vectors (RISC-V without V) the width is 32: one f32 at a time.
  unsigned vectorBits = 128, vectorRegisters = 16;
  /// Registers of the processor that are one of them: 4 for RISC-V with V,
  /// whose instructions take groups of registers as they take single ones.
  unsigned registerGroup = 1;
  /// Processors that a program may use; 1 where it is not known.
  unsigned threads = 1;
  /// 0 where they are not known.
  int64_t l1Bytes = 0, l2Bytes = 0, l3Bytes = 0;

  /// The processor of this machine, with all of its features.
  static const Target &host();
  /// `triple` defaults to that of this machine. `cpu` defaults to the one of
  /// this machine if no triple is given, and otherwise to the generic one of
  /// the architecture, for RISC-V with the extensions GC. `features` are added
  /// to those of the processor, or removed; those of this machine then have the
  /// signs that come of it, whatever the words. Errors: text, for an
  /// architecture other than x86-64, AArch64 and RISC-V of 64 bits, and for a
  /// system without ELF; for a processor or a feature that LLVM does not know,
  /// with the most similar one.
  static llvm::Expected<Target> find(const TargetName &name);

  /// True if it is the processor of this machine with all of its features.
  bool isHost() const { return *this == host(); }
  /// Finds this target again, in another process too; empty for the host.
  TargetName name() const;
  /// The processor, and a hash of the features (and of the triple, unless it is
  /// that of this machine).
  std::string id() const;
  /// The machines that share reference schedules.
  MachineClass machineClass() const { return {vectorBits, vectorRegisters}; }

  friend bool operator==(const Target &, const Target &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_LOWERING_TARGET_TARGET_H
