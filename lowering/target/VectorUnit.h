//===- lowering/target/VectorUnit.h - The vector registers ----------------===//
#ifndef MLIRGYM_LOWERING_TARGET_VECTORUNIT_H
#define MLIRGYM_LOWERING_TARGET_VECTORUNIT_H

#include <cstdint>

namespace mlirgym::lowering {

/// The vector registers, on which the shape of the code depends.
struct VectorUnit {
  unsigned bits = 128;
  unsigned registers = 16;
  /// Elements of `elementBits` bits in one register, at least 1.
  int64_t lanes(unsigned elementBits) const {
    return elementBits == 0 || elementBits > bits ? 1 : bits / elementBits;
  }
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TARGET_VECTORUNIT_H
