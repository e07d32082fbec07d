//===- actions/VectorCost.h - The cost of vectorisation ---------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_VECTORCOST_H
#define MLIRGYM_ACTIONS_VECTORCOST_H

#include "actions/LoopNest.h"
#include "actions/ScheduleLimits.h"
#include "program/Program.h"
#include <string>

namespace mlirgym {

/// Size of the straight-line code that vectorising an operation makes, on
/// vectors of the given width. Compile time grows faster than linearly with it
/// (256 vector operations of a matmul: 0.8 s, 1024: 17 s), and more
/// accumulators than registers spill.
struct VectorCost {
  /// Number of vector operations: iterations times operations of the body; a
  /// multiply-add counts once. The lane loop is counted in vectors, or in
  /// quarters of vectors if an input must be shuffled into lanes. Four products
  /// of i8 that are added in i32 count once, as do two of bf16 in f32; where
  /// limits have `matrixTiles`, ten times as many. Each dynamic loop doubles
  /// the number, since its remainder is a copy of the code.
  int64_t operations = 1;
  /// Vectors of results that stay in registers; 0 if nothing is accumulated.
  /// Of sums of short products four count once where limits have `matrixTiles`.
  int64_t accumulators = 0;
  /// Position in LoopNest::loops of the loop that becomes lanes: the innermost
  /// output dimension that is longer than 1. -1 if every loop has one
  /// iteration.
  int laneLoop = -1;

  bool isSmall(const ScheduleLimits &limits) const {
    return operations <= limits.operations &&
           accumulators <= limits.accumulators;
  }
};

/// Products that an instruction for short elements adds to a lane, on
/// processors that have one: four of i8 in i32, two of bf16 in f32; 1 for other
/// operations.
int64_t productsAtOnce(const Operation &op);

/// The cost of vectorising `op`; a dynamic loop counts with its upper bound.
VectorCost vectorCost(const Operation &op, const LoopNest &nest,
                      const ScheduleLimits &limits);

/// "op0: vectorize makes 16384 vector operations, more than 128; tile loop 2 to
/// 1 first". Requires: !cost.isSmall(limits).
std::string describeExcess(const Operation &op, const LoopNest &nest,
                           const VectorCost &cost,
                           const ScheduleLimits &limits);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_VECTORCOST_H
