//===- execution/Peak.h - The most this machine does ------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PEAK_H
#define MLIRGYM_EXECUTION_PEAK_H

#include "execution/Execution.h"

namespace mlirgym {

/// What the best of simple kernels reaches with the threads of an execution.
struct MachinePeak {
  /// Floating-point operations a nanosecond; a multiply-add is two.
  double gflops = 0;
  /// Bytes read and written a nanosecond, by arrays that are larger than the
  /// caches; as in STREAM, lines that are fetched to be written do not count.
  double gbytesPerSecond = 0;
};

/// Measured like any program, in a worker, and kept in the exec data: the
/// better of a chain of multiply-adds on vectors that stay in registers and of
/// a small matmul, and a sum of two large arrays. By the shortest times. f64
/// for F64, else f32: other types have no peak of their own. Takes some seconds
/// the first time. Errors: as Execution::execute(), and ExecutionError if
/// neither can be measured (replay).
llvm::Expected<MachinePeak> measurePeak(Execution &execution,
                                        ElementType type = ElementType::F32);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_PEAK_H
