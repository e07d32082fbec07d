//===- execution/reference/InputRanges.h - Requirements on inputs ---------===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_INPUTRANGES_H
#define MLIRGYM_EXECUTION_REFERENCE_INPUTRANGES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>
#include <utility>
#include <vector>

namespace mlirgym::reference {

/// Requirements of the program on an argument's elements.
struct InputHint {
  /// Minimum and maximum of an integer that is used as an index, a shift or a
  /// divisor.
  std::optional<std::pair<int64_t, int64_t>> range;
  /// Terms of the reduction that reads it first, at least 1.
  double terms = 1;
  /// Part of the elements that are not 0 in sparse inputs, so that no sum
  /// counts more terms than a narrow type can.
  double density = 0.5;
};

struct InputHints {
  std::vector<InputHint> arguments;
  /// Integers whose overflow the program rules out (nsw, nuw).
  bool smallIntegers = false;
  /// f16 or bf16 anywhere.
  bool narrowFloats = false;
};

InputHints inputHintsOf(mlir::func::FuncOp entry);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_INPUTRANGES_H
