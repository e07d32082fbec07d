//===- execution/reference/Draw.h - Random inputs ---------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_DRAW_H
#define MLIRGYM_EXECUTION_REFERENCE_DRAW_H

#include "execution/reference/InputRanges.h"
#include "program/Program.h"

namespace mlirgym::reference {

enum class Draw : uint8_t {
  /// Floating point uniform in [-1, 1), integers over their type's range.
  Plain,
  /// Floating point uniform in [-2, 2), integers in [-7, -2] and [1, 6]; about
  /// one element per reduction is 8 or -8, or the largest or least integer,
  /// signed or unsigned; some at the last index of each dimension are 9 or -9,
  /// or the largest or least integer.
  Planted,
  /// Neutral elements of the reduction that reads them (0; 1 of products, all
  /// ones of `and`) and few others: -1 and 1; -1, 2 and 1/2, or odd integers; a
  /// single bit. The fraction of the other numbers is InputHint::density; some
  /// of them are at the last index of each dimension.
  Sparse,
  /// Uniform in [0.25, 1), [0, 8): for outputs that are NaN or constant with
  /// other inputs.
  Positive,
  /// Uniform in [1/128, 1/64), 0 and 1.
  Small,
  /// Uniform in [2^11, 2^13), or in the upper three quarters of i8.
  Large,
  /// 0, or the number of its range next to it.
  Zero,
};

/// Fills `target` with the elements of `argument`: the same on every machine.
/// `sparsity` scales the density of Sparse.
void draw(const Argument &argument, const InputHint &hint, bool smallIntegers,
          Draw kind, double sparsity, uint64_t seed, char *target);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_DRAW_H
