//===- execution/reference/Planting.h - Inputs for rare branches *- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_PLANTING_H
#define MLIRGYM_EXECUTION_REFERENCE_PLANTING_H

#include "execution/evaluator/Decisions.h"
#include "execution/reference/InputRanges.h"
#include "program/Program.h"
#include <cstdint>

namespace mlirgym::reference {

/// Numbers for which a program may take another branch than for random ones.
enum class Numbers : uint8_t {
  /// Constants of the program, numbers far beyond and next to them, and zero.
  Near,
  /// Powers of ten; sums, differences, products and quotients of constants: for
  /// what is computed before it is compared.
  Far,
  NaN,
  Infinite,
};

struct Planting {
  Numbers numbers = Numbers::Near;
  /// Each turn takes others of the numbers, and other places. Arguments of
  /// equal size hold them in the same places: the same numbers in even turns.
  unsigned turn = 0;
};

/// Overwrites a few elements of the argument with this number: a quarter, or
/// one per eight reductions of `terms` elements, and at most 64. `sources` has
/// the constants. False if there is no such number of the argument's type and
/// range.
bool plant(const Argument &argument, unsigned number, const InputHint &hint,
           bool smallIntegers, double terms, const Sources &sources,
           Planting how, uint64_t seed, char *target);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_PLANTING_H
