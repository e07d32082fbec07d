//===- execution/reference/Planting.h - Inputs for rare branches *- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_PLANTING_H
#define MLIRGYM_EXECUTION_REFERENCE_PLANTING_H

#include "execution/evaluator/Decisions.h"
#include "execution/reference/InputRanges.h"
#include "program/Program.h"
#include <cstdint>

namespace mlirgym::reference {

/// Numbers for which a program may take a branch that random inputs do not
/// take.
enum class Numbers : uint8_t {
  /// Constants of the program, numbers far beyond and next to them, and zero.
  Near,
  /// Powers of ten; sums, differences, products and quotients of constants: for
  /// values that are computed before they are compared.
  Far,
  NaN,
  Infinite,
};

struct Planting {
  Numbers numbers = Numbers::Near;
  /// Each turn uses other numbers and other positions. Arguments of equal size
  /// get them at the same positions, and in even turns the same numbers.
  unsigned turn = 0;
};

/// Overwrites a few elements of the argument with this number: a quarter of
/// them, or one per eight reductions of `terms` elements, and at most 64.
/// `sources` has the constants. False if there is no such number of the
/// argument's type and range.
bool plant(const Argument &argument, unsigned number, const InputHint &hint,
           bool smallIntegers, double terms, const Sources &sources,
           Planting how, uint64_t seed, char *target);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_PLANTING_H
