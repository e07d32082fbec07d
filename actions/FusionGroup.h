//===- actions/FusionGroup.h - What a fused tile would hold -----*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_FUSIONGROUP_H
#define MLIRGYM_ACTIONS_FUSIONGROUP_H

#include "actions/Action.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>

namespace mlirgym {
class ScheduleState;

/// The operations that `transform.structured.fuse` puts into a tile of the
/// current operation (the root): all producers, directly or through others, of
/// which a tile needs a part only. MLIR copies a producer once for each slice
/// of it; this holds only for loops along which every copy is the same and
/// nobody else needs the producer, so that one copy a tile remains.
///
/// Every tile of every operation is an affine function of the root's loops, so
/// whether a root loop may be cut does not depend on the tile size, nor on
/// which others are cut: masks need one analysis.
class FusionGroup {
public:
  explicit FusionGroup(const ScheduleState &state);

  /// Parallel loops of the root that may be cut; none of a reshaped one.
  LoopSet tileable() const;

  /// Errors: ActionError naming the action and the operation that stands in the
  /// way of one of the loops with a size. Requires: one size a loop, reduction
  /// loops 0, not all 0.
  llvm::Error verify(ActionKind action, llvm::ArrayRef<int64_t> sizes) const;

  /// Cuts the root's loops and moves the producers into the tile. Requires:
  /// verify() succeeds, `state` is as at construction.
  void cut(ScheduleState &state, llvm::ArrayRef<int64_t> sizes,
           TileLoop::Kind kind) const;

private:
  /// Masks are asked for in every step: no allocation for operations of up to
  /// so many loops, no fusing for those of more.
  static constexpr size_t maxRootLoops = 16;

  /// Where one loop of an operation lies, as a function of the root's tile.
  struct LoopImage {
    /// Factor of each root loop, in current order.
    std::array<int64_t, maxRootLoops> factors{};
    /// Extent while no root loop is cut, and whether all of it that does not
    /// come from root loops is static.
    int64_t extent = 1;
    /// Bit i: factors[i] is not 0.
    uint32_t roots = 0;
    bool isRestStatic = true;
  };
  /// An operation that a tile may reach.
  struct Member {
    unsigned op = 0;
    /// Root loops that some, and that every reader of it depends on.
    uint64_t someReader = 0, everyReader = ~uint64_t(0);
    /// Shape [Operation::numLoops()]; empty while no reader depends on any.
    llvm::SmallVector<LoopImage, 8> loops;
  };
  enum class Reason : uint8_t {
    OtherLoops,      ///< is not in the same loops as the root
    OtherReaders,    ///< is read by an operation outside the tile
    DifferentTiles,  ///< its readers need different parts
    SeveralResults,  ///< or a result that is no permutation of its loops
    NotAnalysable,   ///< is read through an access that is not affine
    WholeButDynamic, ///< is read whole, and its size is not known
    CannotBeTiled,   ///< has an index that MLIR cannot slice
    NotAnOperation,  ///< a pad, reshape, ... stands between
  };
  /// What the message says of the operation, and how to mend it.
  static llvm::StringRef explain(Reason reason);
  struct Obstacle {
    uint64_t loops = 0;
    Reason reason = Reason::OtherLoops;
    unsigned op = 0;
  };

  void analyse();
  void visitOperands(size_t reader);
  void visit(size_t readerIndex, const Operand &operand);
  void checkReaders(const Member &member);
  int find(unsigned op) const;
  /// The slice of `operand` that a tile of its reader needs, one image a
  /// dimension; nothing if it cannot be told.
  std::optional<llvm::SmallVector<LoopImage, 4>>
  sliceOf(const Operand &operand, llvm::ArrayRef<LoopImage> reader) const;
  /// `dynamicLoops`: root loops whose tile has no static size.
  static bool isStatic(const LoopImage &image, uint64_t dynamicLoops) {
    return image.isRestStatic && !(image.roots & dynamicLoops);
  }
  void block(uint64_t loops, Reason reason, unsigned op);

  const ScheduleState &state;
  const LoopNest &root;
  uint64_t parallel = 0, dynamic = 0, blocked = 0, useful = 0;
  llvm::SmallVector<Member, 4> members; // members[0]: the root
  llvm::SmallVector<Obstacle, 4> obstacles;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_FUSIONGROUP_H
