//===- lowering/vector/StripBuilder.h -------------------------------------===//
#ifndef MLIRGYM_LOWERING_VECTOR_STRIPBUILDER_H
#define MLIRGYM_LOWERING_VECTOR_STRIPBUILDER_H

#include "lowering/target/VectorUnit.h"
#include "lowering/vector/Strip.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>

namespace mlirgym::lowering {

/// The key by which the strip of a value is cached.
using StripKey = std::pair<mlir::Value, std::pair<int64_t, int64_t>>;

/// Rebuilds computations on vectors of any rank and size from strips that fit
/// into a register. For a strip of a value it creates the ops that compute only
/// that strip, from the strips of the operands, and so on up to reads,
/// constants and loop-carried values; the result is cached. Existing ops are
/// not changed; they are dead once all their uses are rebuilt.
///
/// New ops are inserted
/// - in front of the op whose result the strip is a part of;
/// - or, for ops that a Sink may move, where the strip is used, so that few
///   strips are live at a time;
/// - or in a new loop: strips of the result of an scf.for that only reads
///   memory come from a copy of that loop that carries one group of strips
///   (registerGroups()). This is legal since the memory that such loops read
///   does not change between them. If there are more accumulators than
///   registers, the loop becomes several loops, each of which keeps its
///   accumulators in registers.
class StripBuilder {
public:
  explicit StripBuilder(const VectorUnit &unit);
  ~StripBuilder();

  /// Sets the number of elements of the strips requested from now on.
  void setLanes(int64_t lanes) { lanesAStrip = lanes; }
  int64_t lanes() const { return lanesAStrip; }
  const VectorUnit &unit() const { return vectorUnit; }

  /// The strip of `value`; the empty strip for a scalar. Always succeeds: an op
  /// without a rule is used whole and the strip extracted.
  mlir::Value get(mlir::Value value, const Strip &strip);

  /// A value that belongs to a strip of what `op` reduces: `make` makes it at
  /// the first request. `part` tells values of one strip apart.
  mlir::Value once(mlir::vector::MultiDimReductionOp op, unsigned part,
                   const Strip &strip, llvm::function_ref<mlir::Value()> make);

  /// Reports that `strip` of a read is loaded, to those who let it move.
  void noteRead(mlir::vector::TransferReadOp op, const Strip &strip);

  /// Rebuilds a scalar that is computed from vectors, in front of its op; null
  /// if there is no rule for that op.
  mlir::Value rebuild(mlir::OpResult scalar);

  /// Declares that `strips[i]` of `value`, which cover it, are `parts[i]`.
  void define(mlir::Value value, llvm::ArrayRef<Strip> strips,
              mlir::ValueRange parts);

  /// Lets ops of one block move down to `root` during its lifetime.
  class Sink {
  public:
    /// `mayMove`: true if an op in front of `root`, in its block, may be
    /// computed at `root` instead. `onRead` is called with each strip of a read
    /// that moves.
    Sink(StripBuilder &builder, mlir::Operation *root,
         std::function<bool(mlir::Operation *)> mayMove,
         std::function<void(mlir::Operation *, const Strip &)> onRead);
    ~Sink();

  private:
    StripBuilder &builder;
  };

  /// `index + offset`, shared by ops that are created at the same place.
  mlir::Value offsetIndex(mlir::OpBuilder &at, mlir::Value index,
                          int64_t offset);

private:
  struct Frame;
  struct Carried {
    unsigned index;
    Strip strip;
  };

  Frame *frameOf(mlir::Value value);
  llvm::DenseMap<StripKey, mlir::Value> &stripsOf(Frame *frame);
  mlir::Value compute(mlir::Value value, const Strip &strip, Frame *frame);
  mlir::Value whole(mlir::Value value);
  mlir::Value copyOp(mlir::OpResult value, Frame &frame);
  bool onlyReads(mlir::scf::ForOp loop);
  llvm::SmallVector<Strip> layoutOf(mlir::VectorType type) const;

  mlir::Value loopResult(mlir::scf::ForOp loop, unsigned index,
                         const Strip &strip, Frame *frame);
  void emitLoop(mlir::scf::ForOp loop, llvm::ArrayRef<Carried> wanted,
                Frame *frame);
  mlir::Value carry(Frame &frame, unsigned index, const Strip &strip);
  llvm::SmallVector<Carried> wantedOf(mlir::scf::ForOp loop, unsigned index,
                                      const Strip &strip, Frame *frame);

  mlir::Value assemble(mlir::OpBuilder &at, mlir::Value value,
                       const Strip &strip, llvm::ArrayRef<Strip> parts);
  mlir::Value extract(mlir::OpBuilder &at, mlir::Value value,
                      const Strip &strip);
  mlir::Value join(mlir::OpBuilder &at, mlir::Value value);

  mlir::Value apply(mlir::OpResult value, const Strip &strip,
                    mlir::OpBuilder &at);
  mlir::Value applyElementwise(mlir::Operation *op, const Strip &strip,
                               mlir::OpBuilder &at);
  mlir::Value applyRead(mlir::vector::TransferReadOp op, const Strip &strip,
                        mlir::OpBuilder &at);
  mlir::Value applyShapeCast(mlir::vector::ShapeCastOp op, const Strip &strip,
                             mlir::OpBuilder &at);
  mlir::Value applyInsert(mlir::Value source, mlir::Value dest,
                          llvm::ArrayRef<int64_t> offsets, const Strip &strip);
  int64_t countSlowReads(mlir::Value value, int dim, int depth);
  mlir::Value applyReduction(mlir::vector::MultiDimReductionOp op,
                             mlir::Value mask, const Strip &strip,
                             mlir::OpBuilder &at);
  mlir::Value reduceLanes(mlir::vector::MultiDimReductionOp op,
                          mlir::Value mask, llvm::ArrayRef<int64_t> position,
                          int along, mlir::OpBuilder &at);
  mlir::Value applyMask(llvm::ArrayRef<mlir::OpFoldResult> bounds,
                        const Strip &strip, mlir::OpBuilder &at);

  VectorUnit vectorUnit;
  int64_t lanesAStrip = 1;
  llvm::DenseMap<StripKey, mlir::Value> inPlace;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Strip>> defined;
  llvm::DenseMap<mlir::Operation *, bool> readOnlyLoops;
  /// Innermost last. Owned by Sink and emitLoop().
  llvm::SmallVector<Frame *> frames;
};

/// True if nothing in the loop writes, allocates or frees memory.
bool readsMemoryOnly(mlir::Operation *op);
/// True if each element of the result depends on that element of the operands.
bool isElementwise(mlir::Operation *op);
/// Mask of a strip of a transfer, in the dimensions of the mask operand.
Strip maskStrip(mlir::AffineMap permutation, const Strip &strip);
/// True if the value is a constant whose bits are all set.
bool isAllTrue(mlir::Value mask);
/// True if adjacent elements along dimension `dim` are adjacent in memory.
bool isContiguous(mlir::Value buffer, unsigned dim);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_VECTOR_STRIPBUILDER_H
