//===- execution/reference/InputRanges.h - Requirements on inputs ---------===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_INPUTRANGES_H
#define MLIRGYM_EXECUTION_REFERENCE_INPUTRANGES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace mlirgym::reference {

/// Reductions whose result is the same for nearly all inputs: products
/// underflow or become 0 modulo a power of two, `and` becomes 0, `or` all ones.
enum class Saturating : uint8_t { None, Product, And, Or };

/// Requirements of the program on an argument's elements.
struct InputHint {
  /// Minimum and maximum of an integer used as an index, shift or divisor.
  std::optional<std::pair<int64_t, int64_t>> range;
  /// Number of terms of the reduction that reads it first, at least 1.
  double terms = 1;
  /// Fraction of nonzeros in sparse inputs, so that no sum counts more terms
  /// than a narrow type can represent.
  double density = 0.5;
  /// The kind of the reduction that reads it first.
  Saturating reduction = Saturating::None;
};

struct InputHints {
  std::vector<InputHint> arguments;
  /// The program declares integers that do not overflow (nsw, nuw).
  bool smallIntegers = false;
  /// True if f16 or bf16 occurs.
  bool narrowFloats = false;
};

InputHints inputHintsOf(mlir::func::FuncOp entry);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_INPUTRANGES_H
