//===- execution/evaluator/Tensor.h - Values with error bounds --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_TENSOR_H
#define MLIRGYM_EXECUTION_EVALUATOR_TENSOR_H

#include "execution/evaluator/Lanes.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <vector>

namespace mlirgym::reference {

Format formatOfElement(ElementType type);

/// The values of Registers as a tensor in row-major order. Redundant parts are
/// empty: `narrow` if it equals `value`, `bound` if it is boundOfExact(value),
/// `other` if it equals `number`.
struct Tensor {
  llvm::SmallVector<int64_t, 4> shape;
  ElementType type = ElementType::F32;
  /// See Register::epsilon.
  double epsilon = 0;
  std::vector<double> value, narrow, bound;
  std::vector<int64_t> number, other;

  /// A tensor filled with placeholders: NaN, or 0 for integers.
  static Tensor make(llvm::ArrayRef<int64_t> shape, ElementType type);
  /// A tensor from bytes in the format of the type.
  static Tensor fromBytes(llvm::ArrayRef<int64_t> shape, ElementType type,
                          const char *bytes);

  bool isFloat() const { return mlirgym::isFloat(type); }
  size_t size() const { return isFloat() ? value.size() : number.size(); }
  double narrowAt(size_t i) const {
    return narrow.empty() ? value[i] : narrow[i];
  }
  double boundAt(size_t i) const {
    return bound.empty() ? boundOfExact(value[i]) : bound[i];
  }
  int64_t otherAt(size_t i) const {
    return other.empty() ? number[i] : other[i];
  }

  /// Fills all redundant parts, so that they can be written.
  void expandParts();
  /// Requires: expandParts() if floating point.
  void copyElement(size_t to, const Tensor &source, size_t from);
};
using SharedTensor = std::shared_ptr<const Tensor>;

/// The row-major stride of each dimension, in elements.
llvm::SmallVector<int64_t, 4> stridesOf(llvm::ArrayRef<int64_t> shape);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_TENSOR_H
