//===- lowering/vector/MatrixTiles.cpp ------------------------------------===//
#include "lowering/buffer/Buffers.h"
#include "lowering/module/Rewrite.h"
#include "lowering/vector/DotProducts.h"
#include "lowering/vector/Passes.h"
#include "lowering/vector/Strip.h"
#include "lowering/vector/StripBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_MATRIXTILES
#include "lowering/vector/Passes.h.inc"

namespace {

// A register has up to 16 rows of 64 bytes, which are 16 columns of 32 bits.
constexpr int64_t mostRows = 16, columnsOfTile = 16;
constexpr int numRegisters = 8;

/// Rows and bytes of a row of each register, 0 if it is not used. The registers
/// of a block are named here, since LLVM gives a register one shape per
/// function, and fails where there are more shapes than registers.
struct Shapes {
  std::array<int64_t, numRegisters> rows = {}, rowBytes = {};

  void set(int tile, int64_t numRows, int64_t bytes) {
    rows[tile] = numRows;
    rowBytes[tile] = bytes;
  }
  /// Adds the shapes of `other`; false, without changes, if a register has
  /// another one there.
  bool merge(const Shapes &other);
  /// The memory operand of `ldtilecfg`: palette 1 (Intel, Software Developer's
  /// Manual, "TILECFG").
  std::array<char, 64> bytes() const;
};

bool Shapes::merge(const Shapes &other) {
  Shapes both = *this;
  for (int tile = 0; tile < numRegisters; ++tile) {
    if (other.rows[tile] == 0)
      continue;
    if (rows[tile] != 0 && (rows[tile] != other.rows[tile] ||
                            rowBytes[tile] != other.rowBytes[tile]))
      return false;
    both.set(tile, other.rows[tile], other.rowBytes[tile]);
  }
  *this = both;
  return true;
}

std::array<char, 64> Shapes::bytes() const {
  constexpr size_t firstRowBytes = 16, firstRows = 48;
  std::array<char, 64> result = {1};
  for (size_t tile = 0; tile < numRegisters; ++tile) {
    result[firstRowBytes + 2 * tile] = char(rowBytes[tile]);
    result[firstRows + tile] = char(rows[tile]);
  }
  return result;
}

void callTiles(OpBuilder &at, Location loc, StringRef name,
               ValueRange operands) {
  LLVM::CallIntrinsicOp::create(at, loc, at.getStringAttr("llvm.x86." + name),
                                operands);
}

Value tileNumber(OpBuilder &at, Location loc, int tile) {
  return arith::ConstantOp::create(at, loc, at.getI8IntegerAttr(tile));
}

Value pointerTo(OpBuilder &at, Location loc, Value address) {
  Value word = arith::IndexCastOp::create(at, loc, at.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      at, loc, LLVM::LLVMPointerType::get(at.getContext()), word);
}

/// Elements of a buffer that are tiles of a vector: rows of the tile are
/// `stride` elements apart, and its columns side by side.
struct TiledBuffer {
  Value buffer;
  /// Of the vector's first element.
  SmallVector<Value> indices;
  /// Dimension of the buffer for each of the vector; -1 if all elements along
  /// it are the same.
  SmallVector<int64_t> dims;
  int64_t stride = 0;

  /// Of a read or write of a vector whose rows and columns are these.
  template <typename Transfer>
  static std::optional<TiledBuffer> of(Transfer transfer, int64_t rows,
                                       int64_t columns);
  /// Loads or stores (`tileloadd64`, `tilestored64`) the tile that begins at
  /// `position` in the vector.
  void transfer(OpBuilder &at, Location loc, StringRef name, int tile,
                ArrayRef<int64_t> position) const;
};

template <typename Transfer>
std::optional<TiledBuffer> TiledBuffer::of(Transfer transfer, int64_t rows,
                                           int64_t columns) {
  TiledBuffer result;
  auto type = dyn_cast<MemRefType>(transfer.getBase().getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (!type || transfer.getMask() || transfer.hasOutOfBoundsDim() ||
      failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  for (AffineExpr expr : transfer.getPermutationMap().getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    result.dims.push_back(dim ? int64_t(dim.getPosition()) : -1);
  }
  if (result.dims[rows] < 0 || result.dims[columns] < 0)
    return std::nullopt;
  result.buffer = transfer.getBase();
  llvm::append_range(result.indices, transfer.getIndices());
  result.stride = strides[result.dims[rows]];
  if (ShapedType::isDynamic(result.stride) ||
      strides[result.dims[columns]] != 1)
    return std::nullopt;
  return result;
}

void TiledBuffer::transfer(OpBuilder &at, Location loc, StringRef name,
                           int tile, ArrayRef<int64_t> position) const {
  auto type = cast<MemRefType>(buffer.getType());
  auto number = [&](int64_t value) {
    return arith::ConstantIndexOp::create(at, loc, value).getResult();
  };
  auto add = [&](Value a, Value b) {
    return at.createOrFold<arith::AddIOp>(loc, a, b);
  };
  auto scaled = [&](Value value, Value factor) {
    return at.createOrFold<arith::MulIOp>(loc, value, factor);
  };
  auto metadata = memref::ExtractStridedMetadataOp::create(at, loc, buffer);
  SmallVector<Value> places = indices;
  for (auto [dim, place] : llvm::zip_equal(dims, position))
    if (dim >= 0 && place != 0)
      places[dim] = add(places[dim], number(place));
  Value offset = metadata.getOffset();
  for (auto [place, step] : llvm::zip_equal(places, metadata.getStrides()))
    offset = add(offset, scaled(place, step));
  const int64_t bytes = type.getElementTypeBitWidth() / 8;
  Value address =
      add(memref::ExtractAlignedPointerAsIndexOp::create(at, loc, buffer),
          scaled(offset, number(bytes)));
  Value pointer = pointerTo(at, loc, address);
  Value distance =
      arith::ConstantOp::create(at, loc, at.getI64IntegerAttr(stride * bytes));
  callTiles(at, loc, name, {tileNumber(at, loc, tile), pointer, distance});
}

/// A factor in groups: its buffer, in which the groups of a row are one
/// dimension.
struct Factor {
  vector::TransferReadOp read;
  bool isSigned = true;
  TiledBuffer tiles;
};

/// Tiles of the sums that are in registers at the same time: two by two, up to
/// four of one row, or up to three of one column.
struct SumBlock {
  int64_t firstRow = 0, numRows = 0, firstColumn = 0, numColumns = 0;

  int sumRegister(int64_t row, int64_t column) const {
    return int(numColumns > 2 ? column : numRows > 2 ? row : 2 * row + column);
  }
  int columnRegister(int64_t column) const { return 4 + int(column % 3); }
  int rowRegister(int64_t row) const {
    return int(numColumns > 2 ? 7 : numRows > 2 ? 5 + row : 6 + row);
  }
};

/// A block of code that uses tiles, and their shapes.
struct TileCode {
  Operation *begin = nullptr;
  Shapes shapes;
};

/// A sum of products of short elements, and the loops that carry it.
class TileProduct {
public:
  /// Nothing if the factors are not in groups in memory.
  static std::optional<TileProduct> of(vector::MultiDimReductionOp op);
  /// Appends the code that it makes to `regions`; false, without changes, if
  /// other code may use tiles at the same time.
  bool rewrite(IRRewriter &rewriter, SmallVectorImpl<TileCode> &regions);

private:
  explicit TileProduct(vector::MultiDimReductionOp op)
      : reduction(op), products(op.getSourceVectorType()) {}

  bool readFactors();
  bool findDims();
  bool findLoops();
  Operation *outermost() {
    return loops.empty() ? reduction.getOperation()
                         : loops.back().getOperation();
  }
  bool isAlone();
  SmallVector<SumBlock> blocks() const;
  SmallVector<int64_t> rowTile(int64_t number) const;
  int64_t rowsOf(int64_t number) const;
  int64_t columnsOf(int64_t number) const;
  Shapes shapesOf(const SumBlock &block) const;
  TiledBuffer onStack(OpBuilder &at) const;
  void multiply(OpBuilder &at, const SumBlock &block);
  void dropVectors();

  int64_t size(int64_t dim) const { return products.getDimSize(dim); }
  int64_t inResults(int64_t dim) const {
    return llvm::find(parallel, dim) - parallel.begin();
  }
  /// Tiles along the dimension of rows.
  int64_t partsOfRows() const {
    return std::max<int64_t>(1, llvm::divideCeil(size(row), mostRows));
  }
  /// Groups along the reduction that one instruction multiplies.
  int64_t groupsOfTile() const;

  vector::MultiDimReductionOp reduction;
  VectorType products;
  /// `left` has the rows, `right` the columns.
  Factor left, right;
  /// Dimensions of the products: groups along the reduction, places in a group,
  /// rows, columns, and the dimensions of the results and of the sums.
  int64_t depth = -1, place = -1, row = -1, column = -1;
  SmallVector<int64_t> parallel, reduced;
  /// The loops that carry the sums, the innermost first, and the number of the
  /// sums among what they carry.
  SmallVector<scf::ForOp> loops;
  SmallVector<unsigned> carried;
  Value init, result;
};

bool TileProduct::readFactors() {
  Operation *product = reduction.getSource().getDefiningOp();
  if (reduction.getKind() != vector::CombiningKind::ADD ||
      !isa_and_nonnull<arith::MulIOp, arith::MulFOp>(product) ||
      !isa<VectorType>(reduction.getResult().getType()))
    return false;
  const std::array factors = {&left, &right};
  for (auto [factor, value] :
       llvm::zip_equal(factors, product->getOperands())) {
    Operation *extension = value.getDefiningOp();
    if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(
            extension))
      return false;
    factor->read =
        extension->getOperand(0).getDefiningOp<vector::TransferReadOp>();
    factor->isSigned = !isa<arith::ExtUIOp>(extension);
    if (!factor->read)
      return false;
    Type element = factor->read.getVectorType().getElementType();
    if (!element.isBF16() && !element.isInteger(8))
      return false;
  }
  return left.read.getVectorType() == right.read.getVectorType();
}

bool TileProduct::findDims() {
  for (auto [dim, isReduced] : llvm::enumerate(reduction.getReductionMask()))
    (isReduced ? reduced : parallel).push_back(int64_t(dim));
  if (reduced.size() < 2 || parallel.size() < 2)
    return false;
  place = reduced.back();
  depth = *std::prev(reduced.end(), 2);
  column = parallel.back();
  auto isAlong = [](Factor &factor, int64_t dim) {
    return isa<AffineDimExpr>(factor.read.getPermutationMap().getResult(dim));
  };
  if (isAlong(left, column))
    std::swap(left, right);
  for (int64_t dim : llvm::reverse(parallel)) {
    if (dim == column || size(dim) == 1)
      continue;
    if (isAlong(right, dim)) // a batch
      return false;
    if (row < 0)
      row = dim;
  }
  if (row < 0 || isAlong(left, column))
    return false;
  const int64_t length =
      left.read.getVectorType().getElementType().isBF16() ? 2 : 4;
  for (auto [factor, inner] :
       {std::pair(&left, depth), std::pair(&right, column)}) {
    auto last = dyn_cast<AffineDimExpr>(
        factor->read.getPermutationMap().getResult(place));
    auto type = dyn_cast<MemRefType>(factor->read.getBase().getType());
    if (!last || !type || last.getPosition() + 1 != unsigned(type.getRank()) ||
        size(place) != length || type.getShape().back() != length ||
        !readsGroups(factor->read, int(inner)))
      return false;
    std::optional<TiledBuffer> tiles =
        TiledBuffer::of(factor->read, factor == &left ? row : depth, place);
    if (!tiles)
      return false;
    factor->tiles = *tiles;
  }
  return true;
}

bool TileProduct::findLoops() {
  init = reduction.getAcc();
  result = reduction.getResult();
  while (auto argument = dyn_cast<BlockArgument>(init)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument == loop.getInductionVar() || !argument.hasOneUse() ||
        !result.hasOneUse())
      return false;
    const unsigned number = argument.getArgNumber() - 1;
    if (loop.getYieldedValues()[number] != result)
      return false;
    loops.push_back(loop);
    carried.push_back(number);
    init = loop.getInitArgs()[number];
    result = loop.getResult(number);
  }
  return true;
}

std::optional<TileProduct> TileProduct::of(vector::MultiDimReductionOp op) {
  TileProduct product(op);
  if (!product.readFactors() || !product.findDims() || !product.findLoops())
    return std::nullopt;
  return product;
}

/// The position in the results of the tile with this number among those of all
/// rows.
SmallVector<int64_t> TileProduct::rowTile(int64_t number) const {
  SmallVector<int64_t> position(products.getRank(), 0);
  const int64_t parts = partsOfRows();
  position[row] = number % parts * llvm::divideCeil(size(row), parts);
  number /= parts;
  for (int64_t dim : llvm::reverse(parallel)) {
    if (dim == row || dim == column)
      continue;
    position[dim] = number % size(dim);
    number /= size(dim);
  }
  return position;
}

int64_t TileProduct::rowsOf(int64_t number) const {
  const int64_t each = llvm::divideCeil(size(row), partsOfRows());
  return std::min<int64_t>(each, size(row) - rowTile(number)[row]);
}

int64_t TileProduct::columnsOf(int64_t number) const {
  return std::min(columnsOfTile, size(column) - number * columnsOfTile);
}

/// Two by two sums need the fewest loads; fewer than three wait for each other.
/// Of four in a row, the first and the last have the same register for their
/// columns, of which they must then have the same number.
SmallVector<SumBlock> TileProduct::blocks() const {
  int64_t rows = partsOfRows();
  for (int64_t dim : parallel)
    if (dim != row && dim != column)
      rows *= size(dim);
  const int64_t columns = llvm::divideCeil(size(column), columnsOfTile);
  const int64_t down = columns == 1 ? 3 : 2;
  const int64_t across = rows > 1                           ? 2
                         : size(column) % columnsOfTile > 0 ? 3
                                                            : 4;
  SmallVector<SumBlock> all;
  for (int64_t c = 0; c < columns; c += across)
    for (int64_t r = 0; r < rows; r += down)
      all.push_back(
          {r, std::min(down, rows - r), c, std::min(across, columns - c)});
  return all;
}

int64_t TileProduct::groupsOfTile() const {
  int64_t groups = std::min(size(depth), mostRows);
  while (size(depth) % groups != 0)
    --groups;
  return groups;
}

Shapes TileProduct::shapesOf(const SumBlock &block) const {
  Shapes shapes;
  for (int64_t r = 0; r < block.numRows; ++r) {
    const int64_t rows = rowsOf(block.firstRow + r);
    shapes.set(block.rowRegister(r), rows, groupsOfTile() * 4);
    for (int64_t c = 0; c < block.numColumns; ++c)
      shapes.set(block.sumRegister(r, c), rows,
                 columnsOf(block.firstColumn + c) * 4);
  }
  for (int64_t c = 0; c < block.numColumns; ++c)
    shapes.set(block.columnRegister(c), groupsOfTile(),
               columnsOf(block.firstColumn + c) * 4);
  return shapes;
}

/// Adds all products of a block, at the reduction.
void TileProduct::multiply(OpBuilder &at, const SumBlock &block) {
  Location loc = reduction.getLoc();
  const bool isBf16 = left.read.getVectorType().getElementType().isBF16();
  const auto letter = [](const Factor &factor) {
    return factor.isSigned ? "s" : "u";
  };
  const std::string product =
      isBf16 ? "tdpbf16ps"
             : std::string("tdpb") + letter(left) + letter(right) + "d";
  const int64_t groups = groupsOfTile();
  SmallVector<int64_t> extents;
  for (int64_t dim : ArrayRef(reduced).drop_back(2))
    extents.push_back(size(dim));
  extents.push_back(size(depth) / groups);
  for (int64_t i = 0, e = llvm::product_of(extents); i < e; ++i) {
    SmallVector<int64_t> outer = positionOf(extents, i);
    outer.back() *= groups;
    auto load = [&](const Factor &factor, int tile,
                    SmallVector<int64_t> position) {
      for (auto [dim, index] : llvm::zip(ArrayRef(reduced).drop_back(), outer))
        position[dim] = index;
      factor.tiles.transfer(at, loc, "tileloadd64", tile, position);
    };
    auto loadColumns = [&](int64_t c) {
      SmallVector<int64_t> position(products.getRank(), 0);
      position[column] = (block.firstColumn + c) * columnsOfTile;
      load(right, block.columnRegister(c), position);
    };
    // Only blocks of one row have more columns than registers for them.
    const bool inTurn = block.numColumns > 2;
    for (int64_t c = 0; c < block.numColumns && !inTurn; ++c)
      loadColumns(c);
    for (int64_t r = 0; r < block.numRows; ++r) {
      load(left, block.rowRegister(r), rowTile(block.firstRow + r));
      for (int64_t c = 0; c < block.numColumns; ++c) {
        if (inTurn)
          loadColumns(c);
        callTiles(at, loc, product,
                  {tileNumber(at, loc, block.sumRegister(r, c)),
                   tileNumber(at, loc, block.rowRegister(r)),
                   tileNumber(at, loc, block.columnRegister(c))});
      }
    }
  }
}

/// The loops carry the vectors no more, and nothing computes them.
void TileProduct::dropVectors() {
  for (auto [loop, number] : llvm::zip_equal(loops, carried))
    loop.getBody()->getTerminator()->setOperand(
        number, loop.getRegionIterArgs()[number]);
}

Operation *scopeOf(Operation *op) {
  Operation *scope = op->getParentOp();
  while (!isa<func::FuncOp, scf::ForallOp, scf::ParallelOp>(scope))
    scope = scope->getParentOp();
  return scope;
}

/// A buffer on the stack of the thread, for the results.
TiledBuffer TileProduct::onStack(OpBuilder &at) const {
  auto type = cast<VectorType>(result.getType());
  Location loc = result.getLoc();
  OpBuilder::InsertionGuard guard(at);
  Operation *op = reduction;
  at.setInsertionPointToStart(&scopeOf(op)->getRegion(0).front());
  TiledBuffer buffer;
  buffer.buffer = memref::AllocaOp::create(
      at, loc, MemRefType::get(type.getShape(), type.getElementType()),
      at.getI64IntegerAttr(64));
  Value zero = arith::ConstantIndexOp::create(at, loc, 0);
  buffer.indices.assign(type.getRank(), zero);
  buffer.stride = 1;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    buffer.dims.push_back(dim);
    if (dim > inResults(row))
      buffer.stride *= type.getDimSize(dim);
  }
  return buffer;
}

/// True if nothing else in the loops may use tiles: no other sum, and no
/// intrinsic, all of which are of this pass until strips are made.
bool TileProduct::isAlone() {
  return !contains(outermost(), [&](Operation *op) {
    auto sum = dyn_cast<vector::MultiDimReductionOp>(op);
    return (sum && sum != reduction && TileProduct::of(sum)) ||
           isa<LLVM::CallIntrinsicOp>(op);
  });
}

/// True if no operation after `from` and before `to` writes memory or adds up
/// vectors, or with `orReads` reads memory. False if they are not in one block
/// in this order.
bool nothingWritesBetween(Operation *from, Operation *to, bool orReads) {
  if (from->getBlock() != to->getBlock())
    return false;
  for (Operation *op = from->getNextNode(); op != to; op = op->getNextNode())
    if (!op || isa<vector::MultiDimReductionOp>(op) ||
        !(isMemoryEffectFree(op) || (!orReads && readsMemoryOnly(op))))
      return false;
  return true;
}

bool TileProduct::rewrite(IRRewriter &rewriter,
                          SmallVectorImpl<TileCode> &regions) {
  Location loc = reduction.getLoc();
  auto type = cast<VectorType>(result.getType());
  const SmallVector<SumBlock> all = blocks();
  Operation *const first = outermost();
  // Each block has loops of its own, and shapes are set at the begin of the
  // scope.
  if (!isAlone() || !scopeOf(first)->getRegion(0).hasOneBlock() ||
      (all.size() > 1 && !loops.empty() && !readsMemoryOnly(first)))
    return false;
  const int64_t rows = inResults(row), columns = inResults(column);
  auto positionOfSum = [&](int64_t number, int64_t c) {
    SmallVector<int64_t> position, whole = rowTile(number);
    whole[column] = c * columnsOfTile;
    for (int64_t dim : parallel)
      position.push_back(whole[dim]);
    return position;
  };

  // The sums end where the vector is written, or on the stack.
  std::optional<TiledBuffer> from, to;
  vector::TransferWriteOp write;
  if (result.hasOneUse())
    write = dyn_cast<vector::TransferWriteOp>(*result.user_begin());
  if (write && write.getValueToStore() == result &&
      nothingWritesBetween(first, write, /*orReads=*/true) &&
      (all.size() == 1 || (!mayOverlap(write.getBase(), left.read.getBase()) &&
                           !mayOverlap(write.getBase(), right.read.getBase()))))
    to = TiledBuffer::of(write, rows, columns);
  Operation *const end = to ? write.getOperation() : first->getNextNode();
  if (!to)
    to = onStack(rewriter);
  // They begin with 0, or with a vector in memory.
  const bool isZero =
      matchPattern(init, m_Zero()) || matchPattern(init, m_AnyZeroFloat());
  if (!isZero) {
    auto read = init.getDefiningOp<vector::TransferReadOp>();
    if (read && nothingWritesBetween(read, first, /*orReads=*/false))
      from = TiledBuffer::of(read, rows, columns);
    if (!from) {
      from = onStack(rewriter);
      rewriter.setInsertionPoint(first);
      vector::TransferWriteOp::create(rewriter, loc, init, from->buffer,
                                      from->indices,
                                      SmallVector<bool>(type.getRank(), true));
    }
  }

  for (const SumBlock &block : all) {
    auto forEachSum = [&](auto visit) {
      for (int64_t r = 0; r < block.numRows; ++r)
        for (int64_t c = 0; c < block.numColumns; ++c)
          visit(block.sumRegister(r, c),
                positionOfSum(block.firstRow + r, block.firstColumn + c));
    };
    // One block takes the place of the vectors; several follow one another.
    Operation *at = all.size() == 1 ? first : end;
    rewriter.setInsertionPoint(at);
    Operation *begin = arith::ConstantIndexOp::create(rewriter, loc, 0);
    regions.push_back({begin, shapesOf(block)});
    forEachSum([&](int tile, ArrayRef<int64_t> position) {
      if (isZero)
        callTiles(rewriter, loc, "tilezero", tileNumber(rewriter, loc, tile));
      else
        from->transfer(rewriter, loc, "tileloadd64", tile, position);
    });
    if (all.size() == 1)
      rewriter.setInsertionPoint(reduction);
    if (all.size() == 1 || loops.empty()) {
      multiply(rewriter, block);
    } else {
      IRMapping mapping;
      rewriter.clone(*first, mapping);
      std::optional<TileProduct> copy = of(cast<vector::MultiDimReductionOp>(
          mapping.lookup(reduction.getOperation())));
      rewriter.setInsertionPoint(copy->reduction);
      copy->multiply(rewriter, block);
      copy->dropVectors();
    }
    rewriter.setInsertionPoint(end);
    forEachSum([&](int tile, ArrayRef<int64_t> position) {
      to->transfer(rewriter, loc, "tilestored64", tile, position);
    });
  }
  if (end == write) {
    rewriter.eraseOp(write);
  } else {
    rewriter.setInsertionPoint(end);
    Value whole = vector::TransferReadOp::create(
        rewriter, loc, type, to->buffer, to->indices, std::nullopt,
        SmallVector<bool>(type.getRank(), true));
    rewriter.replaceAllUsesWith(result, whole);
  }
  dropVectors();
  return true;
}

/// A constant with the shapes of all registers.
Value configuration(OpBuilder &at, Location loc, const Shapes &shapes) {
  const std::array<char, 64> bytes = shapes.bytes();
  auto type = VectorType::get({int64_t(bytes.size())}, at.getI8Type());
  return arith::ConstantOp::create(
      at, loc,
      DenseElementsAttr::getFromRawBuffer(type, ArrayRef<char>(bytes)));
}

/// Sets the shapes of registers at the beginning of `scope`, which the thread
/// runs, if they are the same in all of its regions; else before each region.
void configure(Operation *scope, ArrayRef<TileCode> regions) {
  Location loc = scope->getLoc();
  mlir::Block &body = scope->getRegion(0).front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  // In memory that is written once, where the stack of the thread begins.
  Value buffer = memref::AllocaOp::create(
      builder, loc, MemRefType::get({64}, builder.getI8Type()),
      builder.getI64IntegerAttr(64));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto set = [&](const Shapes &shapes) {
    vector::StoreOp::create(builder, loc, configuration(builder, loc, shapes),
                            buffer, zero);
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
    callTiles(builder, loc, "ldtilecfg", pointerTo(builder, loc, address));
  };
  Shapes all;
  if (llvm::all_of(regions, [&](const TileCode &region) {
        return all.merge(region.shapes);
      }))
    set(all);
  else
    for (const TileCode &region : regions) {
      builder.setInsertionPoint(region.begin);
      set(region.shapes);
    }
  builder.setInsertionPoint(body.getTerminator());
  callTiles(builder, loc, "tilerelease", {});
}

struct MatrixTiles final : impl::MatrixTilesBase<MatrixTiles> {
  using MatrixTilesBase::MatrixTilesBase;
  void runOnOperation() override;
};
} // namespace

void MatrixTiles::runOnOperation() {
  SmallVector<vector::MultiDimReductionOp> sums;
  getOperation().walk(
      [&](vector::MultiDimReductionOp op) { sums.push_back(op); });
  IRRewriter rewriter(&getContext());
  SmallVector<TileCode> regions;
  for (vector::MultiDimReductionOp op : sums)
    if (std::optional<TileProduct> product = TileProduct::of(op))
      numTiled += product->rewrite(rewriter, regions);
  if (regions.empty())
    return;
  llvm::MapVector<Operation *, SmallVector<TileCode>> scopes;
  for (const TileCode &region : regions)
    scopes[scopeOf(region.begin)].push_back(region);
  for (const auto &[scope, inScope] : scopes)
    configure(scope, inScope);
  // Loops still carry the vectors, which nothing uses.
  RewritePatternSet patterns(&getContext());
  scf::ForOp::getCanonicalizationPatterns(patterns, &getContext());
  applyAll(getOperation(), std::move(patterns));
}
} // namespace mlirgym::lowering
