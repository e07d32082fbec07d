//===- actions/rules/LoopTiling.h - Tile loops ------------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_LOOPTILING_H
#define MLIRGYM_ACTIONS_RULES_LOOPTILING_H

#include "actions/Action.h"
#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
struct LoopNest;

/// `tile(8,16,0)`: loop i of trip count n_i becomes an scf.for over
/// ceil(n_i / t_i) tiles around a loop of at most t_i iterations; t_i = 0
/// leaves loop i whole. A size need not divide its loop: the loop inside is
/// then dynamic, t_i its upper bound; the lowering peels the remainder off. All
/// loops may be cut if MLIR has slices for the operation (OperandSlice.h).
///
/// `tile_parallel(64,0,0)`: the tiles are iterations of one scf.forall, which
/// threads share. Legal for parallel loops only, and only while no loop
/// surrounds the operation: a forall inside another loop would start its
/// threads in every iteration.
///
/// `tile_fuse(14,32,0)`, `tile_parallel_fuse(64,0,0)`: as these, and all
/// operations that the tile needs (producers, their producers, and the fills)
/// are computed inside the tile. Legal for the parallel loops of the
/// FusionGroup; along at least one of them there must be something to fuse. The
/// producers are visited later, inside the tile, and may be tiled further.
///
/// `gpu_blocks(64,64)` and `gpu_blocks_fuse` are tile_parallel and
/// tile_parallel_fuse for a GPU, whose blocks compute the tiles.
/// `gpu_threads(8,8)` and `gpu_threads_fuse` are legal only inside these, once,
/// and after any other tiling: each tile is computed by one thread of the
/// block. `gpu_warps(64,32,0)` takes their place for a product of two promoted
/// matrices of f16 or bf16: the tensor cores of a warp of 32 threads compute
/// each tile. All its sizes, and the reduction that remains, are multiples of
/// 16.
///
/// On a GPU (ScheduleLimits::hasBlocks) a block has at most blockThreads tiles
/// of threads, and the results of the producers that are computed in it fit its
/// shared memory; those of gpu_warps fit its registers, and no loop of its
/// tiles is cut again.
///
/// An action with all sizes 0 is accepted and changes nothing.
class LoopTiling final : public ActionRule {
public:
  using ActionRule::ActionRule;
  LegalParameters legalParameters(const ScheduleState &state) const override;
  bool isLegalSize(const ScheduleState &state, const Loop &loop,
                   int64_t size) const override;
  bool fits(const ScheduleState &state, llvm::ArrayRef<int64_t> chosen,
            const SizesLeft &left) const override;
  /// Errors: ActionError if there is not one size per loop, a size is not below
  /// the trip count, a loop must not be tiled, or another operation prevents
  /// fusion.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t> sizes) const override;
  /// Moves the operation, and what is fused, to the loops inside the tile.
  void apply(ScheduleState &state,
             llvm::ArrayRef<int64_t> sizes) const override;
  /// `transform.structured.tile_using_for`, `tile_using_forall`, or `fuse`.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t> sizes,
            TransformScript &script) const override;

private:
  /// True if such loops may be made around the loops of `nest`.
  bool hasPlace(const LoopNest &nest) const;
  llvm::Error verifyPlace(const ScheduleState &state) const;
  /// True if a block has room for so many tiles of threads.
  bool isBlock(const ScheduleState &state, int64_t tiles) const;
  /// Registers of a block for the results of gpu_warps; 0 for other kinds.
  int64_t registersOf(const ScheduleState &state, int64_t threads) const;
  llvm::Error verifyFit(const ScheduleState &state,
                        llvm::ArrayRef<int64_t> sizes) const;
  /// Blocks besides those along the last loop; 0 if it makes none.
  int64_t blocksAcross(const ScheduleState &state,
                       llvm::ArrayRef<int64_t> sizes) const;
  /// True if results of producers are kept in the memory of a block.
  bool makesBuffers(const ScheduleState &state) const;
  /// Threads that compute a tile of gpu_threads or gpu_warps.
  int64_t threadsPerTile() const {
    return kind == ActionKind::GpuWarps ? 32 : 1;
  }
  bool isParallel() const { return traitsOf(kind).isParallel; }
  bool fuses() const { return traitsOf(kind).unfusedTwin.has_value(); }
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_LOOPTILING_H
