//===- observation/OperationClass.h - Classes of operations -----*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_OPERATIONCLASS_H
#define MLIRGYM_OBSERVATION_OPERATIONCLASS_H

#include "program/Program.h"

namespace mlirgym {

/// Coarse classes of operations with similar good schedules. Part of the
/// observation: append only.
enum class OperationClass : uint8_t {
  Matmul,
  BatchMatmul,
  Convolution,
  DepthwiseConvolution,
  Pooling,
  Contraction, ///< products of two inputs or more, summed
  Reduction,   ///< anything else with a reduction loop
  Elementwise, ///< no reduction loop
};
inline constexpr unsigned numOperationClasses = 8;

/// The class by name for named operations, by loops and arithmetic for a
/// linalg.generic.
OperationClass classOf(const Operation &operation);

/// Floating point and integer operations of one execution: trip counts times
/// arithmetic of the body; an op without arithmetic (copy, transpose) counts 0.
double flopsOf(const Operation &operation);
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_OPERATIONCLASS_H
