//===- lowering/gpu/Divisors.h - Multiples of powers of two -----*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_DIVISORS_H
#define MLIRGYM_LOWERING_GPU_DIVISORS_H

#include "mlir/IR/OpDefinition.h"
#include <cstdint>

namespace mlirgym::lowering {

/// The largest divisor of interest: bytes at a multiple of which every buffer
/// begins, and the most bytes of an access.
inline constexpr int64_t mostDivisor = 16;

/// A power of two, at most mostDivisor, that divides the number in each
/// iteration of the loops around it, as far as its definition shows.
int64_t divisorOf(int64_t number);
int64_t divisorOf(mlir::OpFoldResult number);
/// A divisor of the product of numbers with these divisors.
int64_t productOfDivisors(int64_t a, int64_t b);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_DIVISORS_H
