//===- actions/rules/Tiling.h - Shared code of tiling actions ---*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_TILING_H
#define MLIRGYM_ACTIONS_RULES_TILING_H

#include "actions/LoopNest.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {
class ScheduleState;
class TransformScript;

/// Number of loops with a size.
unsigned numCut(llvm::ArrayRef<int64_t> sizes);

/// Bit i for each loop, and for each loop of an iterator type.
uint64_t loopBits(const LoopNest &nest);
uint64_t loopBits(const LoopNest &nest, IteratorType type);

/// Errors: ActionError if there is not one size per loop of the current
/// operation, a size is negative or not below its loop's trip count, or the
/// operation cannot be tiled (OperandSlice.h) and a size is not 0.
llvm::Error verifySizes(const ScheduleState &state,
                        llvm::ArrayRef<int64_t> sizes);

/// Errors: ActionError if a reduction loop has a size.
llvm::Error verifyOnlyParallel(const ScheduleState &state,
                               llvm::StringRef action,
                               llvm::ArrayRef<int64_t> sizes);

/// True for an operation in a tile of gpu_warps on a GPU: tensor cores take the
/// whole tile, and code for parts of it may not exist. Schedules that are read
/// without limits may cut it all the same.
bool isTileOfWarp(const ScheduleState &state);

/// Errors: ActionError if tile_reduction or stream was applied to the current
/// operation, or isTileOfWarp().
llvm::Error verifyNotShaped(const ScheduleState &state, llvm::StringRef action);

/// A handle to the current operation as a linalg.generic: generalises a named
/// operation and restores the tag, which that drops.
std::string matchGeneric(const ScheduleState &state, TransformScript &script);

/// Starts a new level of tile loops: one loop of `kind` for each size above 0,
/// and the loops of the operation shrink to the tile.
void cutLoops(LoopNest &nest, llvm::ArrayRef<int64_t> sizes,
              TileLoop::Kind kind);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_TILING_H
