#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "actions/rules/FusionGroup.h"
#include "actions/rules/OperandSlice.h"
#include "actions/rules/Tiling.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <string>

namespace mlirgym {
namespace {
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

TileLoop::Kind loopKind(ActionKind kind) {
  return makesThreads(kind)          ? TileLoop::Kind::Threads
         : traitsOf(kind).isParallel ? TileLoop::Kind::Forall
                                     : TileLoop::Kind::For;
}

int64_t tilesOf(const Loop &loop, int64_t size) {
  return size == 0 ? 1 : int64_t(llvm::divideCeil(loop.tripCount, size));
}

/// Of the first loops, if there are fewer sizes than loops.
int64_t tilesOf(const LoopNest &nest, llvm::ArrayRef<int64_t> sizes) {
  int64_t tiles = 1;
  for (auto [loop, size] : llvm::zip(nest.loops, sizes))
    tiles *= tilesOf(loop, size);
  return tiles;
}

/// "[#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]": the last loop is
/// contiguous. "" if the loops are for processors.
std::string mappingText(ActionKind kind, unsigned numLoops) {
  if (!isForGpu(kind))
    return "";
  const char *place = kind == ActionKind::GpuWarps ? "warp"
                      : makesThreads(kind)         ? "thread"
                                                   : "block";
  llvm::SmallVector<std::string, 4> places;
  for (unsigned i = numLoops; i-- > 0;)
    places.push_back(llvm::formatv("#gpu.{0}<linear_dim_{1}>", place, i));
  return "[" + llvm::join(places, ", ") + "]";
}

/// Rows, columns and depth of the tiles that tensor cores multiply.
constexpr int64_t tensorTile = 16;
/// Registers of a block, of which a thread has several at once, and those of a
/// thread besides its results: as many as ptxas wants with wgmma.
constexpr int64_t registersOfBlock = 65536, registersAtOnce = 8,
                  otherRegisters = 26;

bool isTileOfTensors(const Loop &loop, int64_t size) {
  return size == 0 || (size % tensorTile == 0 && loop.tripCount % size == 0);
}

/// True for the product of two matrices of f16 or bf16 in local buffers.
bool isForTensorCores(const ScheduleState &state) {
  const Operation &op = state.operation();
  const LoopNest &nest = state.nest();
  return op.inputs.size() == 2 && nest.loops.size() == 3 &&
         op.counts.mul == 1 && op.counts.add == 1 &&
         llvm::count_if(nest.loops,
                        [](const Loop &loop) {
                          return loop.iterator == IteratorType::Parallel;
                        }) == 2 &&
         llvm::all_of(op.inputs,
                      [](const Operand &input) {
                        return input.shape.size() == 2 &&
                               (input.elementType == ElementType::F16 ||
                                input.elementType == ElementType::BF16);
                      }) &&
         (nest.buffered & 3) == 3 &&
         llvm::all_of(nest.loops, [](const Loop &loop) {
           return loop.isStatic && loop.tripCount % tensorTile == 0;
         });
}
} // namespace

bool LoopTiling::hasPlace(const LoopNest &nest) const {
  if (!isParallel())
    return true;
  return makesThreads(kind) ? nest.isParallel && !nest.isInThread
                            : nest.tileLoops.empty();
}

llvm::Error LoopTiling::verifyPlace(const ScheduleState &state) const {
  if (hasPlace(state.nest()))
    return llvm::Error::success();
  const std::string &tag = state.operation().tag;
  if (!makesThreads(kind))
    return actionError("{0}: {1} inside other loops; put it before every other "
                       "tiling of this operation and its consumers",
                       tag, name());
  return state.nest().isInThread
             ? actionError("{0}: {1} inside a thread; use tile", tag, name())
             : actionError("{0}: {1} outside of blocks; put gpu_blocks before "
                           "it",
                           tag, name());
}

LegalParameters LoopTiling::legalParameters(const ScheduleState &state) const {
  const LoopNest &nest = state.nest();
  if (nest.isShaped() || isTileOfWarp(state) || !hasPlace(nest) ||
      (kind == ActionKind::GpuWarps && !isForTensorCores(state)))
    return {};
  if (fuses())
    return {.loops = FusionGroup(state).tileable()};
  if (!canBeTiled(state.operation()))
    return {};
  uint64_t bits =
      isParallel() ? loopBits(nest, IteratorType::Parallel) : loopBits(nest);
  return {.loops = {.allowed = bits, .useful = bits}};
}

bool LoopTiling::isLegalSize(const ScheduleState &state, const Loop &loop,
                             int64_t size) const {
  // A remainder is fine: the lowering peels it off. size == tripCount would
  // only add a loop of one iteration.
  if (size == 0)
    return true;
  if (kind == ActionKind::GpuWarps && !isTileOfTensors(loop, size))
    return false;
  return size > 0 && size < loop.tripCount &&
         (!makesThreads(kind) || !state.options().limits.hasBlocks ||
          isBlock(state, tilesOf(loop, size)));
}

bool LoopTiling::isBlock(const ScheduleState &state, int64_t tiles) const {
  const int64_t threads = tiles * threadsPerTile();
  return threads <= state.options().limits.blockThreads &&
         registersOf(state, threads) <= registersOfBlock;
}

int64_t LoopTiling::registersOf(const ScheduleState &state,
                                int64_t threads) const {
  if (kind != ActionKind::GpuWarps)
    return 0;
  int64_t results = 1;
  for (const Loop &loop : state.nest().loops)
    if (loop.iterator == IteratorType::Parallel)
      results *= loop.tripCount;
  return threads * int64_t(llvm::alignTo(llvm::divideCeil(results, threads) +
                                             otherRegisters,
                                         registersAtOnce));
}

bool LoopTiling::fits(const ScheduleState &state,
                      llvm::ArrayRef<int64_t> chosen,
                      const SizesLeft &left) const {
  const ScheduleLimits &limits = state.options().limits;
  if (!limits.hasBlocks)
    return true;
  if (!makesThreads(kind)) {
    if (blocksAcross(state, chosen) > ScheduleLimits::mostBlocksAcross)
      return false;
    if (!makesBuffers(state))
      return true;
    llvm::SmallVector<int64_t, 8> sizes(chosen);
    llvm::append_range(sizes, left.smallest);
    const FusionGroup group(state);
    return group.hasStaticResults(sizes) &&
           group.sharedBytes(sizes) <= limits.sharedBytes;
  }
  // The other loops may stay whole, except that one of them must be useful.
  const int64_t tiles = tilesOf(state.nest(), chosen);
  if (!fuses() || left.largest.empty())
    return isBlock(state, tiles);
  const LoopSet loops = FusionGroup(state).tileable();
  int64_t fewest = 0;
  for (auto [i, loop] : llvm::enumerate(state.nest().loops)) {
    const int64_t size =
        i < chosen.size() ? chosen[i] : left.largest[i - chosen.size()];
    if (size == 0 || !loops.isUseful(i))
      continue;
    const int64_t count = i < chosen.size() ? 1 : tilesOf(loop, size);
    fewest = fewest == 0 ? count : std::min(fewest, count);
  }
  return isBlock(state, tiles * std::max<int64_t>(fewest, 1));
}

int64_t LoopTiling::blocksAcross(const ScheduleState &state,
                                 llvm::ArrayRef<int64_t> sizes) const {
  if (!isForGpu(kind) || makesThreads(kind))
    return 0;
  while (!sizes.empty() && sizes.back() == 0)
    sizes = sizes.drop_back();
  return tilesOf(state.nest(), sizes.drop_back(sizes.empty() ? 0 : 1));
}

bool LoopTiling::makesBuffers(const ScheduleState &state) const {
  return fuses() && !makesThreads(kind) && !state.nest().isInThread &&
         (state.nest().isParallel || isParallel());
}

llvm::Error LoopTiling::verify(const ScheduleState &state,
                               llvm::ArrayRef<int64_t> sizes) const {
  MLIRGYM_TRY_TO(verifySizes(state, sizes));
  if (numCut(sizes) == 0)
    return llvm::Error::success();
  MLIRGYM_TRY_TO(verifyNotShaped(state, name()));
  MLIRGYM_TRY_TO(verifyPlace(state));
  if (kind == ActionKind::GpuWarps) {
    if (!isForTensorCores(state))
      return actionError("{0}: {1} needs a product of two promoted matrices of "
                         "f16 or bf16, not of batches of them, in tiles that "
                         "divide the loops and are multiples of {2}; choose "
                         "such tiles, or use gpu_threads",
                         state.operation().tag, name(), tensorTile);
    for (auto [loop, size] : llvm::zip_equal(state.nest().loops, sizes))
      if (!isTileOfTensors(loop, size))
        return actionError("{0}: {1}: a tile of {2} in a loop of {3}; choose "
                           "multiples of {4} that divide the loops",
                           state.operation().tag, name(), size, loop.tripCount,
                           tensorTile);
  }
  if (isParallel() || fuses())
    MLIRGYM_TRY_TO(verifyOnlyParallel(state, name(), sizes));
  if (fuses())
    MLIRGYM_TRY_TO(FusionGroup(state).verify(kind, sizes));
  return verifyFit(state, sizes);
}

llvm::Error LoopTiling::verifyFit(const ScheduleState &state,
                                  llvm::ArrayRef<int64_t> sizes) const {
  if (fits(state, sizes, {}))
    return llvm::Error::success();
  const ScheduleLimits &limits = state.options().limits;
  const std::string &tag = state.operation().tag;
  if (makesThreads(kind)) {
    const int64_t threads = tilesOf(state.nest(), sizes) * threadsPerTile();
    if (threads > limits.blockThreads)
      return actionError("{0}: {1} needs {2} threads, and a block has at most "
                         "{3}; choose larger tiles",
                         tag, name(), threads, limits.blockThreads);
    return actionError("{0}: {1} needs {2} registers for {3} threads and their "
                       "results, and a block has {4}; choose smaller blocks, "
                       "or larger tiles",
                       tag, name(), registersOf(state, threads), threads,
                       registersOfBlock);
  }
  if (const int64_t blocks = blocksAcross(state, sizes);
      blocks > ScheduleLimits::mostBlocksAcross)
    return actionError("{0}: {1} makes {2} blocks besides those along the last "
                       "loop, more than {3}; choose larger tiles",
                       tag, name(), blocks, ScheduleLimits::mostBlocksAcross);
  const llvm::StringRef twin = nameOf(*traitsOf(kind).unfusedTwin);
  const FusionGroup group(state);
  if (!group.hasStaticResults(sizes))
    return actionError("{0}: {1} keeps results of producers in shared memory, "
                       "where buffers have one size; choose tile sizes that "
                       "divide the loops, or {2}",
                       tag, name(), twin);
  return actionError("{0}: {1} keeps {2} bytes of the results of producers and "
                     "of copies in the shared memory of a block, more than "
                     "{3}; choose smaller tiles, or {4}",
                     tag, name(), group.sharedBytes(sizes), limits.sharedBytes,
                     twin);
}

void LoopTiling::apply(ScheduleState &state,
                       llvm::ArrayRef<int64_t> sizes) const {
  LoopNest &nest = state.nest();
  nest.isInThread |= makesThreads(kind);
  if (fuses())
    FusionGroup(state).cut(state, sizes, loopKind(kind));
  else
    cutLoops(nest, sizes, loopKind(kind));
}

void LoopTiling::emit(const ScheduleState &state, llvm::ArrayRef<int64_t> sizes,
                      TransformScript &script) const {
  TransformScript::Handle target = script.match(state.operation().tag);
  const unsigned numLoops = isParallel() ? 1 : numCut(sizes);
  const char *form =
      fuses()
          ? "transform.structured.fuse {0} tile_sizes {1} {{apply_cleanup{2}}"
          : "transform.structured.tile_using_for{2} {0} tile_sizes {1}";
  const char *parallel = fuses() ? ", use_forall" : "all";
  TransformScript::Handle tiled = script.apply(
      llvm::formatv(form, target, listText(sizes), isParallel() ? parallel : "")
          .str(),
      1, 1 + numLoops);
  if (const std::string mapping = mappingText(kind, numCut(sizes));
      !mapping.empty())
    script.setAttribute(TransformScript::resultOf(tiled, 1), "mapping",
                        mapping);
  // Producers that are no longer used, and equal copies, whose tags would
  // match twice.
  if (fuses())
    script.removeDeadAndEqual();
}

MLIRGYM_RULE(LoopTiling)
} // namespace mlirgym
