//===- lowering/gpu/team/Division.h - Among threads -------------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_TEAM_DIVISION_H
#define MLIRGYM_LOWERING_GPU_TEAM_DIVISION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <cstdint>

namespace mlirgym::lowering {

inline constexpr int64_t warpSize = 32;
/// Threads of a block: the default, and the maximum on every GPU.
inline constexpr int64_t usualThreads = 256, mostThreads = 1024;
/// Threads that keep a large GPU busy: 132 processors of 2,048 threads.
inline constexpr int64_t threadsOfGpu = int64_t(1) << 18;

/// How threads divide the iterations of a structured operation on buffers. A
/// *point* is an iteration of its parallel loops. A thread computes `lanes`
/// neighbouring points, or a group of `threadsPerPoint` threads computes one.
/// A value.
struct Division {
  /// Elements of one access, which are neighbours in memory: along the last
  /// parallel loop, or along the last reduction loop if a group of threads
  /// computes a point.
  int64_t lanes = 1;
  /// A power of two, at most usualThreads.
  int64_t threadsPerPoint = 1;
  /// Threads that have something to do; 0 if the sizes are not constant.
  int64_t threads = 0;

  /// `numThreads` is the number of threads that are to have something to do.
  /// Groups are as large as needed for that. Only operations whose inputs are
  /// contiguous along a reduction get groups: neighbouring threads then read
  /// neighbouring elements.
  static Division of(mlir::linalg::LinalgOp op, int64_t numThreads);
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_TEAM_DIVISION_H
