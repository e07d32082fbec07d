//===- lowering/module/Divisors.h - What divides an index -------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_MODULE_DIVISORS_H
#define MLIRGYM_LOWERING_MODULE_DIVISORS_H

#include "mlir/IR/OpDefinition.h"
#include <cstdint>

namespace mlirgym::lowering {

/// A number that divides `index` in each iteration of the loops around it, as
/// far as its definition shows; 0 if it is 0.
int64_t knownDivisor(mlir::OpFoldResult index);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MODULE_DIVISORS_H
