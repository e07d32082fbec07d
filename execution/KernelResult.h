//===- execution/KernelResult.h - The outcome of one call -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_KERNELRESULT_H
#define MLIRGYM_EXECUTION_KERNELRESULT_H

#include "outcome/Measurement.h"
#include <vector>

namespace mlirgym {

/// The result of a kernel on the caller's inputs.
struct KernelResult {
  Measurement measurement;
  /// Bytes of each argument that the program writes, in argument order, row
  /// major; empty unless the status is Ok.
  std::vector<std::vector<char>> outputs;
  /// Nanoseconds per call of each timed repeat, in order. Repeats that another
  /// process disturbed are included, but do not count for the median.
  std::vector<double> timesNs = {};
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELRESULT_H
