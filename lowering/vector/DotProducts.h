//===- lowering/vector/DotProducts.h - Sums of short products -------------===//
#ifndef MLIRGYM_LOWERING_VECTOR_DOTPRODUCTS_H
#define MLIRGYM_LOWERING_VECTOR_DOTPRODUCTS_H

#include "lowering/target/VectorUnit.h"
#include "lowering/vector/Strip.h"
#include "lowering/vector/StripBuilder.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>

namespace mlirgym::lowering {

/// True if strips of what `read` reads along dimension `dim` are groups of
/// short elements that are adjacent in memory, one for each lane.
bool readsGroups(mlir::vector::TransferReadOp read, int dim);

/// Orders the sums in front of `end`, from `begin` on, by groups: first all
/// sums of the first group, then those of the second. The factors of a group
/// are then loaded just before, and need few registers at a time. What is
/// stored is stored last, in its order: no load may depend on it. Leaves more
/// sums than fit into registers as they are, and all sums where this does not
/// make code faster.
void orderByGroups(mlir::Block::iterator begin, mlir::Operation *end,
                   const VectorUnit &unit);

/// A sum of products of extended elements, of which one instruction adds
/// several to each lane (VectorUnit::dots). i8 are multiplied exactly; sums of
/// i32 wrap around in any order. bf16 are multiplied exactly, too, but
/// subnormal factors and sums are taken as 0 (VDPBF16PS in Intel's manual), and
/// AArch64's BFDOT rounds sums to odd.
class DotProducts {
public:
  /// For strips of `lanes` results, along dimension `dim` of what is reduced.
  /// Nothing if `op` is another reduction, the processor has no instruction for
  /// it, or none for so many lanes.
  static std::optional<DotProducts> of(StripBuilder &builder,
                                       mlir::vector::MultiDimReductionOp op,
                                       int dim, int64_t lanes);

  /// Products that an instruction adds to each lane.
  int64_t group() const { return length; }

  /// A sum of no products.
  mlir::Value zero(mlir::OpBuilder &at);
  /// `sum` and all groups of products along dimension `along` of the operands;
  /// `groups` are the first strips of each. If they are along that dimension
  /// themselves, any lane may get any of the products.
  mlir::Value add(mlir::OpBuilder &at, mlir::Value sum,
                  llvm::ArrayRef<Strip> groups, int along);

private:
  struct Factor {
    mlir::Value value; // before it is extended
    bool isSigned = true;
    /// Elements with the top bit inverted: those of the other signedness that
    /// are 128 less or more.
    bool isShifted = false;
  };

  /// Groups along the reduction that all lanes share, of which instructions of
  /// AArch64 multiply one: a load for all.
  struct Run {
    Strip strip;
    bool isInGroups = false; ///< in memory
    int64_t groups = 0;
    int64_t place = 0; ///< of the group
  };

  DotProducts(StripBuilder &builder, mlir::vector::MultiDimReductionOp op)
      : strips(builder), reduction(op) {}

  bool readFactors(mlir::Value product);
  mlir::Value factor(mlir::OpBuilder &at, const Factor &from, Strip first,
                     int along);
  mlir::Value pack(mlir::OpBuilder &at, const Factor &from, const Strip &first,
                   int along);
  mlir::Value shifted(mlir::OpBuilder &at, const Factor &from,
                      mlir::Value part);
  mlir::Value loadGroups(mlir::OpBuilder &at, mlir::vector::TransferReadOp read,
                         const Strip &first, int64_t count);
  mlir::Value widened(mlir::OpBuilder &at, const Factor &from,
                      mlir::Value part);
  std::optional<Run> runOf(const Factor &from, const Strip &first,
                           int along) const;
  mlir::Value loadRun(mlir::OpBuilder &at, const Run &run);
  mlir::Value multiplyAdd(mlir::OpBuilder &at, mlir::Value sum,
                          mlir::Value left, mlir::Value right,
                          std::optional<int64_t> place = std::nullopt);
  mlir::Value multiplyAddOnArm(mlir::OpBuilder &at, mlir::Value sum,
                               mlir::Value left, mlir::Value right,
                               std::optional<int64_t> place);
  mlir::Value shiftOf(mlir::OpBuilder &at, llvm::ArrayRef<Strip> groups,
                      int along);

  StripBuilder &strips;
  mlir::vector::MultiDimReductionOp reduction;
  Factor left, right;
  int64_t length = 0, lanes = 0;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_VECTOR_DOTPRODUCTS_H
