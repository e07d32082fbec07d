#include "lowering/buffer/LineBuffer.h"
#include "lowering/buffer/Buffers.h"

#include "lowering/module/Marks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// The number of lines that are stored at once. A line is loaded from the small
/// buffer only after the stores that filled it have left the store queue, where
/// they wait for earlier lines. With more lines the queue exceeds the
/// processor's window (rows of 57 f32 on AMD Zen 4: 41, 46, 44, 27 and 30 GB/s
/// with 8, 16, 32, 64 and 128 lines).
constexpr int64_t mostLinesAtOnce = 16;

/// Stores across a page boundary are slow: if the buffer of rows of 57 f32
/// crosses one, a bias runs at a quarter of its speed (AMD Zen 4).
constexpr int64_t pageBytes = 4096;

Value allocate(OpBuilder &at, Location loc, MemRefType type,
               int64_t alignment) {
  return memref::AllocaOp::create(at, loc, type,
                                  at.getI64IntegerAttr(alignment));
}
} // namespace

int64_t Run::mostElements() const { return llvm::product_of(shape); }

int64_t Run::strideOf(unsigned dim) const {
  return llvm::product_of(ArrayRef(shape).drop_front(dim + 1));
}

int64_t Run::extent() const {
  int64_t last = 0;
  auto vector = cast<VectorType>(write->getOperand(0).getType());
  for (auto [dim, size] : llvm::enumerate(vector.getShape()))
    last += (size - 1) * strideOf(static_cast<unsigned>(dim));
  return last + 1;
}

bool LineBuffer::supports(MemRefType type) {
  return isPlainArray(type) && type.getRank() > 0;
}

int64_t LineBuffer::lineOf(MemRefType type) {
  return cacheLineBytes * 8 / type.getElementTypeBitWidth();
}

LineBuffer::LineBuffer(OpBuilder &at, Value whole, int64_t roomFor)
    : loc(whole.getLoc()) {
  auto type = cast<MemRefType>(whole.getType());
  line = lineOf(type);
  target = whole;
  if (type.getRank() > 1)
    target = memref::CollapseShapeOp::create(
        at, loc, whole,
        ArrayRef<ReassociationIndices>{
            llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()))});
  // One more line for the remainder of a run.
  const int64_t rows = llvm::alignTo(roomFor, line) + line;
  const int64_t left = pageBytes / cacheLineBytes - rows / line;
  linesAtOnce = std::clamp<int64_t>(left, 1, mostLinesAtOnce);
  const int64_t room = rows + linesAtOnce * line;
  const int64_t bytes = room / line * cacheLineBytes;
  buffer = allocate(
      at, loc, MemRefType::get({room}, type.getElementType()),
      std::min<int64_t>(pageBytes, static_cast<int64_t>(llvm::bit_ceil(
                                       static_cast<uint64_t>(bytes)))));
  for (Value *cell : {&origin, &begin, &next}) {
    *cell = allocate(at, loc, MemRefType::get({}, at.getIndexType()),
                     /*alignment=*/8);
    store(at, index(at, 0), *cell);
  }
}

Value LineBuffer::index(OpBuilder &at, int64_t number) {
  return arith::ConstantIndexOp::create(at, loc, number);
}

Value LineBuffer::load(OpBuilder &at, Value cell) {
  return memref::LoadOp::create(at, loc, cell);
}

void LineBuffer::store(OpBuilder &at, Value value, Value cell) {
  memref::StoreOp::create(at, loc, value, cell);
}

Value LineBuffer::roundDown(OpBuilder &at, Value position) {
  return arith::AndIOp::create(at, loc, position, index(at, -line));
}

Value LineBuffer::roundUp(OpBuilder &at, Value position) {
  return roundDown(
      at, arith::AddIOp::create(at, loc, position, index(at, line - 1)));
}

void LineBuffer::ifTrue(OpBuilder &at, Value condition,
                        function_ref<void(OpBuilder &)> body) {
  auto branch = scf::IfOp::create(at, loc, condition);
  OpBuilder inside = branch.getThenBodyBuilder();
  body(inside);
}

void LineBuffer::copy(OpBuilder &at, Value from, Value to, int64_t lanes) {
  auto loop = scf::ForOp::create(at, loc, from, to, index(at, lanes));
  OpBuilder inside = OpBuilder::atBlockTerminator(loop.getBody());
  Value position = loop.getInductionVar();
  Value place =
      arith::SubIOp::create(inside, loc, position, load(inside, origin));
  auto type = VectorType::get(
      {lanes}, cast<MemRefType>(buffer.getType()).getElementType());
  const bool isLine = lanes == line;
  Value part = vector::LoadOp::create(inside, loc, type, buffer, place);
  vector::StoreOp::create(
      inside, loc, part, target, position, /*nontemporal=*/isLine,
      isLine ? llvm::MaybeAlign(cacheLineBytes) : llvm::MaybeAlign());
}

/// Stores all whole lines, and moves the rest to the begin of the buffer.
/// Requires: there is a whole line.
void LineBuffer::drain(OpBuilder &at) {
  Value first = load(at, begin);
  Value firstLine = roundUp(at, first);
  Value last = roundDown(at, load(at, next));
  copy(at, first, firstLine, /*lanes=*/1);
  copy(at, firstLine, last, line);
  auto type = VectorType::get(
      {line}, cast<MemRefType>(buffer.getType()).getElementType());
  Value place = arith::SubIOp::create(at, loc, last, load(at, origin));
  Value rest = vector::LoadOp::create(at, loc, type, buffer, place);
  vector::StoreOp::create(at, loc, rest, buffer, index(at, 0));
  store(at, last, origin);
  store(at, last, begin);
}

void LineBuffer::flush(OpBuilder &at) {
  Value first = load(at, begin);
  Value end = load(at, next);
  Value firstLine = arith::MinSIOp::create(at, loc, roundUp(at, first), end);
  Value lastLine =
      arith::MaxSIOp::create(at, loc, roundDown(at, end), firstLine);
  copy(at, first, firstLine, /*lanes=*/1);
  copy(at, firstLine, lastLine, line);
  copy(at, lastLine, end, /*lanes=*/1);
  store(at, end, begin);
}

Value LineBuffer::moveTo(OpBuilder &at, Value first) {
  Value isElsewhere = arith::CmpIOp::create(at, loc, arith::CmpIPredicate::ne,
                                            first, load(at, next));
  ifTrue(at, isElsewhere, [&](OpBuilder &inside) {
    flush(inside);
    store(inside, roundDown(inside, first), origin);
    store(inside, first, begin);
  });
  return arith::SubIOp::create(at, loc, first, load(at, origin));
}

void LineBuffer::replace(const Run &run, Value first, Value place) {
  vector::TransferWriteOp write = run.write;
  OpBuilder at(write);
  // Rows are consecutive, and the next row overwrites masked elements.
  VectorType type = write.getVectorType();
  SmallVector<OpFoldResult> sizes, strides;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    sizes.push_back(at.getIndexAttr(size));
    strides.push_back(
        at.getIndexAttr(run.strideOf(static_cast<unsigned>(dim))));
  }
  Value view = memref::ReinterpretCastOp::create(
      at, loc, buffer, OpFoldResult(place), sizes, strides);
  SmallVector<Value> zeros(type.getRank(), index(at, 0));
  auto inside = vector::TransferWriteOp::create(
      at, loc, write.getValueToStore(), view, zeros,
      SmallVector<bool>(type.getRank(), true));
  inside->setAttr(rowByRowMark, at.getUnitAttr());

  Value length = run.length ? run.length : index(at, run.mostElements());
  Value end = arith::AddIOp::create(at, loc, first, length);
  store(at, end, next);
  Value held = arith::SubIOp::create(at, loc, end, load(at, origin));
  Value isEnough = arith::CmpIOp::create(at, loc, arith::CmpIPredicate::sge,
                                         held, index(at, linesAtOnce * line));
  ifTrue(at, isEnough, [&](OpBuilder &inner) { drain(inner); });
  write.erase();
}

} // namespace mlirgym::lowering
