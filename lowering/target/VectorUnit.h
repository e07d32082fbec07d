//===- lowering/target/VectorUnit.h - The vector registers ----------------===//
#ifndef MLIRGYM_LOWERING_TARGET_VECTORUNIT_H
#define MLIRGYM_LOWERING_TARGET_VECTORUNIT_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace mlirgym::lowering {

/// Instructions that add several products of short elements to each lane of 32
/// bits.
struct DotInstructions {
  /// Of four unsigned i8 and four signed ones (AVX-512 VNNI or AVX-VNNI; I8MM);
  /// of two i16 (AVX2, AVX-512 BW); of two bf16 (AVX-512 BF16; BF16).
  bool i8 = false, i16 = false, bf16 = false;
  /// Of four i8 whose signedness is alike (DotProd).
  bool alike = false;
  /// Those of AArch64, of NEON or of SVE; else those of x86.
  bool arm = false;
  /// Of whole tiles of i8 and of bf16 (AMX), besides those for lanes.
  bool tiles = false;

  /// Those with these names: "i8", ...; others are ignored.
  static DotInstructions named(llvm::ArrayRef<std::string> names);
  /// True if four i8 are multiplied at once.
  bool fourBytes() const { return i8 || alike; }
  /// True if of four i8 one factor must first get the other signedness.
  bool needsShift(bool isAlike) const { return isAlike ? !alike : !i8; }
  /// The names, separated by commas.
  std::string names() const;

  friend bool operator==(const DotInstructions &,
                         const DotInstructions &) = default;
};

/// The vector registers, on which the shape of the code depends.
struct VectorUnit {
  unsigned bits = 128;
  unsigned registers = 16;
  DotInstructions dots = {};
  /// True if storing some lanes is as fast as storing all, as with AVX-512;
  /// with AVX, AMD's processors take ten times as long, and NEON has no such
  /// stores.
  bool hasMaskedStores() const { return bits > 128 && registers >= 32; }
  /// True if a product is added to a sum by one instruction, as everywhere but
  /// with SSE.
  bool hasMultiplyAdd() const { return bits > 128 || registers > 16; }
  /// Elements of `elementBits` bits in one register, at least 1.
  int64_t lanes(unsigned elementBits) const {
    return elementBits == 0 || elementBits > bits ? 1 : bits / elementBits;
  }
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TARGET_VECTORUNIT_H
