#include "lowering/vector/DotProducts.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/ShortProducts.h"
#include "lowering/vector/Strip.h"
#include "lowering/vector/StripBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/iterator_range.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// True if all elements along dimension `dim` are the same.
bool isRepeated(Value value, int dim) {
  auto read = value.getDefiningOp<vector::TransferReadOp>();
  return read && !isa<AffineDimExpr>(read.getPermutationMap().getResult(dim));
}

/// 2^7 in each byte.
Value topBits(OpBuilder &at, Location loc, int64_t count) {
  auto type = VectorType::get({count}, at.getI8Type());
  return arith::ConstantOp::create(
      at, loc, DenseElementsAttr::get(type, static_cast<int8_t>(-128)));
}
} // namespace

bool readsGroups(vector::TransferReadOp read, int dim) {
  auto type = dyn_cast<MemRefType>(read.getBase().getType());
  if (!type || type.getRank() < 2 || read.getMask() || read.hasOutOfBoundsDim())
    return false;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  auto buffer =
      dyn_cast<AffineDimExpr>(read.getPermutationMap().getResult(dim));
  const int64_t last = type.getRank() - 1;
  return buffer && buffer.getPosition() + 1 == unsigned(last) &&
         isGroup(type.getElementType(), type.getDimSize(last)) &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides[last] == 1 && strides[last - 1] == type.getDimSize(last);
}

/// True if `op` adds a group of products to a sum.
static bool addsGroup(Operation &op) {
  if (auto sum = dyn_cast<arith::AddIOp>(op))
    return sum.getRhs().getDefiningOp<LLVM::CallIntrinsicOp>() != nullptr;
  return isa<LLVM::CallIntrinsicOp>(op) &&
         op.getOperand(0).getType() == op.getResult(0).getType();
}

/// The operation to whose result `sum` adds products.
static Operation *previousOf(Operation *sum) {
  Operation *from = sum->getOperand(0).getDefiningOp();
  while (isa_and_nonnull<vector::ScalableInsertOp, vector::ScalableExtractOp>(
      from))
    from = from->getOperand(0).getDefiningOp();
  return from;
}

void orderByGroups(Block::iterator begin, Operation *end,
                   const VectorUnit &unit) {
  // AArch64 selects instructions by place, and 16 registers have no room for
  // the factors of several groups.
  if (!unit.dots.arm && unit.registers > 16)
    return;
  SmallVector<Operation *> all;
  SmallVector<SmallVector<Operation *>> groups;
  llvm::DenseMap<Operation *, size_t> numbers;
  for (Operation &op : llvm::make_range(begin, end->getIterator())) {
    if (op.getNumRegions() > 0) // it may use what is no operand
      return;
    all.push_back(&op);
    if (!addsGroup(op))
      continue;
    auto before = numbers.find(previousOf(&op));
    const size_t number = before == numbers.end() ? 0 : before->second + 1;
    numbers[&op] = number;
    groups.resize(std::max(groups.size(), number + 1));
    groups[number].push_back(&op);
  }
  // Registers for the factors, too.
  if (groups.size() < 2 ||
      int64_t(groups.front().size()) > int64_t(unit.registers) - 4)
    return;
  llvm::DenseSet<Operation *> left(all.begin(), all.end());
  auto place = [&](Operation *op, auto &self) -> void {
    if (!left.erase(op))
      return;
    for (Value operand : op->getOperands())
      if (Operation *from = operand.getDefiningOp())
        self(from, self);
    op->moveBefore(end);
  };
  for (const SmallVector<Operation *> &group : groups)
    for (Operation *sum : group)
      place(sum, place);
  for (Operation *op : all)
    place(op, place);
}

/// Sets the factors from the product of two extended vectors.
bool DotProducts::readFactors(Value product) {
  Operation *op = product.getDefiningOp();
  if (!isa_and_nonnull<arith::MulIOp, arith::MulFOp>(op))
    return false;
  const std::array factors = {&left, &right};
  for (auto [factor, value] : llvm::zip_equal(factors, op->getOperands())) {
    Operation *extension = value.getDefiningOp();
    if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(
            extension))
      return false;
    *factor = {.value = extension->getOperand(0),
               .isSigned = !isa<arith::ExtUIOp>(extension)};
  }
  return cast<VectorType>(left.value.getType()).getShape() ==
         cast<VectorType>(right.value.getType()).getShape();
}

std::optional<DotProducts> DotProducts::of(StripBuilder &builder,
                                           vector::MultiDimReductionOp op,
                                           int dim, int64_t lanes) {
  DotProducts dots(builder, op);
  dots.lanes = lanes;
  const VectorUnit &unit = builder.unit();
  const int64_t bits = lanes * 32;
  if (op.getKind() != vector::CombiningKind::ADD ||
      (bits != 128 && bits != 256 && bits != 512) || bits > unit.bits ||
      // Registers of SVE hold vectors of one length, those of NEON 128 bits.
      (unit.dots.arm && bits != 128 && bits != unit.bits) ||
      !dots.readFactors(op.getSource()))
    return std::nullopt;
  Type to = op.getSourceVectorType().getElementType();
  // One of the factors may be a copy of i8 in i16.
  dots.length =
      groupOf(getElementTypeOrSelf(dots.left.value.getType()), to, unit.dots);
  if (dots.length == 0 ||
      dots.length != groupOf(getElementTypeOrSelf(dots.right.value.getType()),
                             to, unit.dots))
    return std::nullopt;
  // The factor that many lanes share is the one that is shifted, if there is no
  // instruction for factors of their signedness.
  if ((dots.length == 4 || unit.dots.arm) && isRepeated(dots.right.value, dim))
    std::swap(dots.left, dots.right);
  dots.left.isShifted =
      dots.length == 4 &&
      unit.dots.needsShift(dots.left.isSigned == dots.right.isSigned);
  return dots;
}

/// i16 in place of i8 where pairs are multiplied.
Value DotProducts::widened(OpBuilder &at, const Factor &from, Value part) {
  auto type = cast<VectorType>(part.getType());
  if (length == 4 || !type.getElementType().isInteger(8))
    return part;
  auto wide = VectorType::get(type.getShape(), at.getI16Type());
  if (from.isSigned)
    return arith::ExtSIOp::create(at, part.getLoc(), wide, part);
  return arith::ExtUIOp::create(at, part.getLoc(), wide, part);
}

/// `count` groups that are adjacent in memory.
Value DotProducts::loadGroups(OpBuilder &at, vector::TransferReadOp read,
                              const Strip &first, int64_t count) {
  strips.noteRead(read, first);
  Location loc = read.getLoc();
  auto type = cast<MemRefType>(read.getBase().getType());
  SmallVector<Value> indices;
  for (Value index : read.getIndices())
    indices.push_back(strips.get(index, Strip()));
  for (auto [dim, expr] :
       llvm::enumerate(read.getPermutationMap().getResults()))
    if (auto buffer = dyn_cast<AffineDimExpr>(expr))
      indices[buffer.getPosition()] = strips.offsetIndex(
          at, indices[buffer.getPosition()], first.position[dim]);
  SmallVector<ReassociationIndices> joined;
  for (int64_t dim = 0, e = type.getRank() - 1; dim < e; ++dim)
    joined.push_back({dim});
  joined.back().push_back(type.getRank() - 1);
  Value flat = memref::CollapseShapeOp::create(
      at, loc, strips.get(read.getBase(), Strip()), joined);
  indices.pop_back();
  indices.back() = arith::MulIOp::create(
      at, loc, indices.back(),
      arith::ConstantIndexOp::create(at, loc, type.getShape().back()));
  return vector::LoadOp::create(
      at, loc,
      VectorType::get({count * type.getShape().back()}, type.getElementType()),
      flat, indices);
}

/// The elements of `first` and of the next places along `along`, those of a
/// lane side by side. Of lanes along that dimension: as they are there.
Value DotProducts::pack(OpBuilder &at, const Factor &from, const Strip &first,
                        int along) {
  Location loc = from.value.getLoc();
  Strip run = first;
  run.dim = along;
  if (first.dim == along) {
    run.count = lanes * length;
    return widened(at, from, strips.get(from.value, run));
  }
  auto read = from.value.getDefiningOp<vector::TransferReadOp>();
  if (read && readsGroups(read, first.dim) &&
      cast<MemRefType>(read.getBase().getType()).getShape().back() == length)
    return widened(at, from, loadGroups(at, read, first, lanes));
  if (!isRepeated(from.value, first.dim)) {
    SmallVector<Value> parts;
    for (int64_t i = 0; i < length; ++i) {
      Strip each = first;
      each.position[along] += i;
      parts.push_back(widened(at, from, strips.get(from.value, each)));
    }
    return interleave(at, parts);
  }
  run.count = length;
  Value part = widened(at, from, strips.get(from.value, run));
  auto one = VectorType::get({1}, at.getI32Type());
  Value bits = vector::ExtractOp::create(
      at, loc, vector::BitCastOp::create(at, loc, one, part), int64_t(0));
  Value all = vector::BroadcastOp::create(
      at, loc, VectorType::get({lanes}, at.getI32Type()), bits);
  auto packed = VectorType::get(
      {lanes * length}, cast<VectorType>(part.getType()).getElementType());
  return vector::BitCastOp::create(at, loc, packed, all);
}

Value DotProducts::factor(OpBuilder &at, const Factor &from, Strip first,
                          int along) {
  for (auto [dim, index] : llvm::enumerate(first.position))
    if (isRepeated(from.value, static_cast<int>(dim)))
      index = 0;
  return strips.once(reduction, &from == &left ? 0 : 1, first, [&] {
    if (std::optional<Run> run = runOf(from, first, along))
      return loadRun(at, *run);
    return shifted(at, from, pack(at, from, first, along));
  });
}

/// With inverted top bits, if the factor is shifted.
Value DotProducts::shifted(OpBuilder &at, const Factor &from, Value part) {
  if (!from.isShifted)
    return part;
  Location loc = part.getLoc();
  return arith::XOrIOp::create(
      at, loc, part,
      topBits(at, loc, cast<VectorType>(part.getType()).getNumElements()));
}

/// Of the groups of 128 or 64 bits around the one at `first`.
std::optional<DotProducts::Run>
DotProducts::runOf(const Factor &from, const Strip &first, int along) const {
  if (!strips.unit().dots.arm || &from != &left || first.dim == along ||
      !isRepeated(from.value, first.dim))
    return std::nullopt;
  auto read = from.value.getDefiningOp<vector::TransferReadOp>();
  Run run;
  int dim = along;
  for (int other = 0; other < lastDim(read.getVectorType()); ++other)
    if (readsGroups(read, other) &&
        cast<MemRefType>(read.getBase().getType()).getShape().back() == length)
      dim = other;
  run.isInGroups = dim != along;
  const int64_t size = run.isInGroups ? 1 : length;
  const int64_t index = first.position[dim] / size;
  for (int64_t groups : {4, 2}) {
    const int64_t begin = index / groups * groups;
    if ((begin + groups) * size > read.getVectorType().getDimSize(dim) ||
        (groups == 2 && lanes > 4)) // not on SVE
      continue;
    run.strip = first;
    run.strip.position[dim] = begin * size;
    run.strip.dim = dim;
    run.strip.count = groups * size;
    run.groups = groups;
    run.place = index - begin;
    return run;
  }
  return std::nullopt;
}

/// For NEON, the group in all lanes, which the back end folds into the
/// instruction; for SVE, the run in each 128 bits.
Value DotProducts::loadRun(OpBuilder &at, const Run &run) {
  auto read = left.value.getDefiningOp<vector::TransferReadOp>();
  Value part = strips.once(reduction, 0, run.strip, [&] {
    return shifted(at, left,
                   run.isInGroups ? loadGroups(at, read, run.strip, run.groups)
                                  : strips.get(left.value, run.strip));
  });
  SmallVector<int64_t> mask;
  for (int64_t i = 0; i < lanes * length; ++i)
    mask.push_back(lanes > 4 ? i % (run.groups * length)
                             : run.place * length + i % length);
  return vector::ShuffleOp::create(at, part.getLoc(), part, part, mask);
}

Value DotProducts::multiplyAddOnArm(OpBuilder &at, Value sum, Value a, Value b,
                                    std::optional<int64_t> place) {
  Location loc = sum.getLoc();
  const bool isSve = lanes > 4;
  const bool isLeftSigned = left.isSigned != left.isShifted;
  std::string name = isSve ? "llvm.aarch64.sve." : "llvm.aarch64.neon.";
  SmallVector<Value> operands = {sum, b, a};
  if (length == 2)
    name += "bfdot";
  else if (isLeftSigned == right.isSigned)
    name += isLeftSigned ? "sdot" : "udot";
  else if (isSve && place && right.isSigned)
    name += "sudot";
  else {
    name += "usdot"; // unsigned first
    if (!place || !isSve)
      operands = isLeftSigned ? SmallVector<Value>{sum, b, a}
                              : SmallVector<Value>{sum, a, b};
  }
  auto call = [&](Type type) {
    return LLVM::CallIntrinsicOp::create(at, loc, type, at.getStringAttr(name),
                                         operands)
        .getResult(0);
  };
  if (!isSve)
    return call(sum.getType());
  if (place)
    name += ".lane";
  for (Value &operand : operands) {
    auto type = cast<VectorType>(operand.getType());
    auto scalable = VectorType::get({type.getNumElements() * 4 / lanes},
                                    type.getElementType(), {true});
    operand = vector::ScalableInsertOp::create(
        at, loc, operand, ub::PoisonOp::create(at, loc, scalable), 0);
  }
  const Type type = operands.front().getType();
  if (place)
    operands.push_back(
        arith::ConstantOp::create(at, loc, at.getI32IntegerAttr(*place)));
  return vector::ScalableExtractOp::create(at, loc, sum.getType(), call(type),
                                           0);
}

/// `a` is of the left factor, `b` of the right one. `place`: of the group, if
/// `a` is a run.
Value DotProducts::multiplyAdd(OpBuilder &at, Value sum, Value a, Value b,
                               std::optional<int64_t> place) {
  if (strips.unit().dots.arm)
    return multiplyAddOnArm(at, sum, a, b, place);
  // Unsigned first. A shifted factor has the other signedness.
  if (length == 4 && left.isSigned != left.isShifted)
    std::swap(a, b);
  const std::string bits = std::to_string(lanes * 32);
  auto call = [&](const std::string &name, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(at, sum.getLoc(), sum.getType(),
                                         at.getStringAttr("llvm.x86." + name),
                                         operands)
        .getResult(0);
  };
  if (length == 4)
    return call("avx512.vpdpbusd." + bits, {sum, a, b});
  if (cast<VectorType>(a.getType()).getElementType().isBF16())
    return call("avx512bf16.dpbf16ps." + bits, {sum, a, b});
  const char *name = lanes == 4   ? "sse2.pmadd.wd"
                     : lanes == 8 ? "avx2.pmadd.wd"
                                  : "avx512.pmaddw.d.512";
  return arith::AddIOp::create(at, sum.getLoc(), sum, call(name, {a, b}));
}

Value DotProducts::zero(OpBuilder &at) {
  auto type = VectorType::get({lanes},
                              reduction.getSourceVectorType().getElementType());
  return arith::ConstantOp::create(at, reduction->getLoc(),
                                   at.getZeroAttr(type));
}

/// The products with the shift of the left factor: of signed factors, it adds
/// 128 to each, and of unsigned ones it takes 128 away.
Value DotProducts::shiftOf(OpBuilder &at, ArrayRef<Strip> groups, int along) {
  Strip first = groups.front();
  for (auto [dim, index] : llvm::enumerate(first.position))
    if (isRepeated(right.value, static_cast<int>(dim)))
      index = 0;
  return strips.once(reduction, 2, first, [&] {
    Location loc = reduction.getLoc();
    Value shift = topBits(at, loc, lanes * length);
    Value sum = zero(at);
    for (const Strip &group : groups)
      sum = multiplyAdd(at, sum, shift, factor(at, right, group, along));
    return sum;
  });
}

Value DotProducts::add(OpBuilder &at, Value sum, ArrayRef<Strip> groups,
                       int along) {
  if (groups.empty())
    return sum;
  for (const Strip &group : groups) {
    Value a = factor(at, left, group, along);
    Value b = factor(at, right, group, along);
    std::optional<Run> run = runOf(left, group, along);
    sum = multiplyAdd(at, sum, a, b,
                      run ? std::optional(run->place) : std::nullopt);
  }
  if (!left.isShifted)
    return sum;
  return arith::SubIOp::create(at, sum.getLoc(), sum,
                               shiftOf(at, groups, along));
}

} // namespace mlirgym::lowering
