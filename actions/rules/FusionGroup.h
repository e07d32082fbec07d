//===- actions/rules/FusionGroup.h - The operations of a fused tile -------===//
#ifndef MLIRGYM_ACTIONS_RULES_FUSIONGROUP_H
#define MLIRGYM_ACTIONS_RULES_FUSIONGROUP_H

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
/// current operation (the root): all direct and indirect producers that a tile
/// needs only in part. MLIR copies a producer once per slice. A loop belongs to
/// the group only if all copies along it are the same and no operation outside
/// the tile reads the producer, so that one copy per tile remains.
///
/// Every tile of every operation is an affine function of the root's loops.
/// The legality of tiling a root loop therefore depends neither on the tile
/// size nor on the other loops: masks need one analysis.
class FusionGroup {
public:
  explicit FusionGroup(const ScheduleState &state);

  /// Parallel loops of the root that may be tiled; none if the root is
  /// reshaped.
  LoopSet tileable() const;

  /// Errors: ActionError naming the action and the operation that prevents
  /// tiling one of the loops with a size. Requires: one size per loop, 0 for
  /// reduction loops, not all 0.
  llvm::Error verify(ActionKind action, llvm::ArrayRef<int64_t> sizes) const;

  /// Tiles the root's loops and moves the producers into the tile. Requires:
  /// verify() succeeds, `state` is as at construction.
  void cut(ScheduleState &state, llvm::ArrayRef<int64_t> sizes,
           TileLoop::Kind kind) const;

  /// Bytes of the shared memory of the block after cut(). Requires: one size
  /// per loop.
  int64_t sharedBytes(llvm::ArrayRef<int64_t> sizes) const;
  /// True if the results of all producers that cut() moves into the tile have
  /// the same size in each tile. Requires: one size per loop.
  bool hasStaticResults(llvm::ArrayRef<int64_t> sizes) const;

private:
  /// Masks are computed in every step. Operations of at most this many loops
  /// need no allocation; those with more are not fused.
  static constexpr size_t maxRootLoops = 16;

  /// The range of one loop of an operation, as a function of the root's tile.
  struct LoopImage {
    /// Factor of each root loop, in current order.
    std::array<int64_t, maxRootLoops> factors{};
    /// Extent if no root loop is tiled, and whether the part of it that does
    /// not depend on root loops is static.
    int64_t extent = 1;
    /// Bit i: factors[i] is not 0.
    uint32_t roots = 0;
    bool isRestStatic = true;
  };
  /// An operation that a tile may reach.
  struct Member {
    unsigned op = 0;
    /// Root loops on which some reader, and on which every reader, depends.
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
    NotAnOperation,  ///< a pad, reshape, ... is between
  };
  /// The reason in words, with advice, for the message.
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
  /// The slice of `operand` that a tile of its reader needs, one image per
  /// dimension; nothing if it is not known.
  std::optional<llvm::SmallVector<LoopImage, 4>>
  sliceOf(const Operand &operand, llvm::ArrayRef<LoopImage> reader) const;
  /// `dynamicLoops`: root loops whose tile has no static size.
  static bool isStatic(const LoopImage &image, uint64_t dynamicLoops) {
    return image.isRestStatic && !(image.roots & dynamicLoops);
  }
  /// Iterations of a loop of a member inside the root's tile.
  int64_t extentInTile(const LoopImage &image,
                       llvm::ArrayRef<int64_t> sizes) const;
  /// `dynamic` after the loops were cut.
  uint64_t dynamicAfter(llvm::ArrayRef<int64_t> sizes) const;
  void block(uint64_t loops, Reason reason, unsigned op);

  const ScheduleState &state;
  const LoopNest &root;
  uint64_t parallel = 0, dynamic = 0, blocked = 0, useful = 0;
  llvm::SmallVector<Member, 4> members; // members[0]: the root
  llvm::SmallVector<Obstacle, 4> obstacles;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_FUSIONGROUP_H
