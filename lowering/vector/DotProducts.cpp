#include "lowering/vector/DotProducts.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/ShortProducts.h"
#include "lowering/vector/Strip.h"
#include "lowering/vector/StripBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
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

/// Element i of each vector in turn.
Value interleave(OpBuilder &at, ArrayRef<Value> parts) {
  const int64_t count =
      cast<VectorType>(parts.front().getType()).getNumElements();
  const auto pieces = static_cast<int64_t>(parts.size());
  auto shuffle = [&](Value a, Value b, auto place) {
    SmallVector<int64_t> mask;
    const int64_t size = cast<VectorType>(a.getType()).getNumElements() * 2;
    for (int64_t i = 0; i < size; ++i)
      mask.push_back(place(i));
    return Value(vector::ShuffleOp::create(at, a.getLoc(), a, b, mask));
  };
  auto interleaved = [&](int64_t i) { return i % pieces * count + i / pieces; };
  if (pieces == 2)
    return shuffle(parts[0], parts[1], interleaved);
  auto joined = [](int64_t i) { return i; };
  return shuffle(shuffle(parts[0], parts[1], joined),
                 shuffle(parts[2], parts[3], joined), interleaved);
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
  return left.value.getType() == right.value.getType();
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
      !dots.readFactors(op.getSource()))
    return std::nullopt;
  Type from = getElementTypeOrSelf(dots.left.value.getType());
  Type to = op.getSourceVectorType().getElementType();
  dots.length = groupOf(from, to, unit.dots);
  if (dots.length == 0)
    return std::nullopt;
  // The instruction multiplies unsigned bytes by signed ones. Of two that are
  // alike, the one that many lanes share is shifted.
  if (dots.length == 4) {
    if (isRepeated(dots.right.value, dim))
      std::swap(dots.left, dots.right);
    dots.left.isShifted = dots.left.isSigned == dots.right.isSigned;
  }
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

/// The groups of all lanes, which are adjacent in memory.
Value DotProducts::loadGroups(OpBuilder &at, vector::TransferReadOp read,
                              const Strip &first) {
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
      VectorType::get({lanes * type.getShape().back()}, type.getElementType()),
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
    return widened(at, from, loadGroups(at, read, first));
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
    Value packed = pack(at, from, first, along);
    if (!from.isShifted)
      return packed;
    Location loc = packed.getLoc();
    return Value(arith::XOrIOp::create(at, loc, packed,
                                       topBits(at, loc, lanes * length)));
  });
}

Value DotProducts::multiplyAdd(OpBuilder &at, Value sum, Value a, Value b) {
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
    for (const Strip &group : groups) {
      Value other = factor(at, right, group, along);
      sum = right.isSigned ? multiplyAdd(at, sum, shift, other)
                           : multiplyAdd(at, sum, other, shift);
    }
    return sum;
  });
}

Value DotProducts::add(OpBuilder &at, Value sum, ArrayRef<Strip> groups,
                       int along) {
  if (groups.empty())
    return sum;
  // Unsigned first. A shifted factor has the other signedness.
  const bool isLeftUnsigned = left.isSigned == left.isShifted;
  for (const Strip &group : groups) {
    Value a = factor(at, left, group, along);
    Value b = factor(at, right, group, along);
    sum = length == 4 && !isLeftUnsigned ? multiplyAdd(at, sum, b, a)
                                         : multiplyAdd(at, sum, a, b);
  }
  if (!left.isShifted)
    return sum;
  return arith::SubIOp::create(at, sum.getLoc(), sum,
                               shiftOf(at, groups, along));
}

} // namespace mlirgym::lowering
