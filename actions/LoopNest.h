//===- actions/LoopNest.h - One operation's loops, without IR ---*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_LOOPNEST_H
#define MLIRGYM_ACTIONS_LOOPNEST_H

#include "actions/Action.h"
#include "program/Program.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlirgym {

/// A current loop of the operation, inside its tiles.
struct Loop {
  /// Iterations; an upper bound where !isStatic.
  int64_t tripCount = 0;
  IteratorType iterator = IteratorType::Parallel;
  /// False if some tile has fewer iterations (the size did not divide the
  /// loop), so that the shape in the IR is dynamic.
  bool isStatic = true;
  /// Index of this loop in Operation::tripCounts (interchange moves loops).
  unsigned source = 0;

  friend bool operator==(const Loop &, const Loop &) = default;
};

/// A loop around the operation, created by tiling.
struct TileLoop {
  /// Threads: a forall whose iterations are the threads of a block of a GPU.
  enum class Kind : uint8_t { For, Forall, Threads };
  Kind kind = Kind::For;
  /// Extent of the tiled loop, and tile size: ceil(extent / step) iterations.
  int64_t extent = 0, step = 0;
  /// False if `extent` is only an upper bound.
  bool isStatic = true;
  /// The tiled loop (index in Operation::tripCounts of `owner`).
  unsigned source = 0;
  /// The tiled operation; a fused producer is inside loops of its consumer.
  unsigned owner = 0;

  bool isForall() const { return kind != Kind::For; }

  friend bool operator==(const TileLoop &, const TileLoop &) = default;
};

/// The current loops of one operation, as in its IR. A value.
struct LoopNest {
  /// Index in Program::operations().
  unsigned op = 0;
  /// Loops of the operation inside all its tiles, outermost first.
  llvm::SmallVector<Loop, 8> loops;
  /// Loops around it, outermost first.
  llvm::SmallVector<TileLoop, 8> tileLoops;
  /// Index in tileLoops of the first loop of the innermost level, which the
  /// last tiling made.
  unsigned levelStart = 0;
  /// Number of tile loops around its fill (`opK.init`), if it has one.
  unsigned initDepth = 0;
  /// Bit i: input i was promoted at the innermost level.
  uint32_t promoted = 0;
  /// Bit i: input i was promoted at any level: it is in a local buffer, in the
  /// order in which lanes read it.
  uint32_t buffered = 0;
  /// Bytes of these buffers at all levels.
  int64_t copiedBytes = 0;
  /// Operation whose tile it was last fused into, -1 if none.
  int fusedInto = -1;
  bool isParallel = false;   ///< is in a forall
  bool isInThread = false;   ///< a thread of a GPU computes a tile
  bool isGeneric = false;    ///< was generalised (interchange)
  bool isPartial = false;    ///< tile_reduction was applied
  bool isVectorized = false; ///< computed in vectors
  bool isRewritten = false;  ///< replaced by ScheduleState::rewrite()
  /// Bit k: an action of kind k marked the operation for the lowering, by the
  /// attribute `mlirgym.<name of the kind>`.
  uint32_t marks = 0;
  /// The action that put the operation between reshapes, which prevent fusion.
  std::optional<ActionKind> reshapedBy = {};

  bool isMarkedBy(ActionKind kind) const { return marks >> unsigned(kind) & 1; }
  void markBy(ActionKind kind) {
    static_assert(numActionKinds <= 32);
    marks |= uint32_t(1) << unsigned(kind);
  }
  /// True if only an action that ends the operation may follow.
  bool isShaped() const { return isPartial || isMarkedBy(ActionKind::Stream); }
  /// The reason why any other is illegal.
  static constexpr llvm::StringLiteral shapedObstacle =
      "after tile_reduction or stream; only vectorize or done may follow";
  /// True after flatten: one loop over all elements, which counts as the
  /// innermost loop of Operation::tripCounts.
  bool isFlat() const { return reshapedBy == ActionKind::Flatten; }

  friend bool operator==(const LoopNest &, const LoopNest &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_LOOPNEST_H
