//===- lowering/buffer/CombineLines.cpp -----------------------------------===//
#include "lowering/buffer/Buffers.h"
#include "lowering/buffer/LineBuffer.h"
#include "lowering/buffer/LinearOffset.h"
#include "lowering/buffer/Passes.h"
#include "lowering/module/Marks.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <optional>
#include <utility>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_COMBINELINES
#include "lowering/buffer/Passes.h.inc"

namespace {

/// The elements that a write does not mask off; nullopt if they do not begin
/// with the first element, or if only the mask determines their number.
std::optional<Run> runOf(vector::TransferWriteOp write) {
  VectorType type = write.getVectorType();
  Run run = {
      .write = write, .length = {}, .shape = llvm::to_vector(type.getShape())};
  if (type.getRank() == 0 || type.isScalable() || write.hasOutOfBoundsDim() ||
      !write.getPermutationMap().isMinorIdentity())
    return std::nullopt;
  Value mask = write.getMask();
  if (!mask)
    return run;
  if (auto constant = mask.getDefiningOp<vector::ConstantMaskOp>()) {
    run.shape = llvm::to_vector(constant.getMaskDimSizes());
    return run;
  }
  auto dynamic = mask.getDefiningOp<vector::CreateMaskOp>();
  if (!dynamic || type.getNumElements() != type.getShape().back())
    return std::nullopt;
  // One row that is not masked along the other dimensions.
  for (Value size : dynamic.getOperands().drop_back())
    if (getConstantIntValue(size) != 1)
      return std::nullopt;
  run.length = dynamic.getOperands().back();
  return run;
}

/// True if the elements of the run are neighbours in memory.
bool isContiguous(const Run &run) {
  vector::TransferWriteOp write = run.write;
  SmallVector<int64_t> strides;
  int64_t begin = 0;
  auto type = cast<MemRefType>(write.getBase().getType());
  if (failed(type.getStridesAndOffset(strides, begin)))
    return false;
  int64_t inner = 1;
  for (auto [size, stride] :
       llvm::zip(llvm::reverse(run.shape), llvm::reverse(strides))) {
    if (size != 1 && stride != inner)
      return false;
    inner *= size;
  }
  return true;
}

/// A write and its place in the argument.
struct Placed {
  Run run;
  LinearOffset first;
  Operation *scope;
};

/// The outermost loop around an operation in its function, or in the iteration
/// of a parallel loop that one thread computes.
Operation *scopeOf(Operation *op) {
  while (!isa<func::FuncOp, scf::ForallOp, scf::ParallelOp>(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

/// True for an operation that neither accesses a buffer nor makes it accessible
/// elsewhere.
bool isHarmless(Operation *user) {
  return isMemoryEffectFree(user) && !user->hasTrait<OpTrait::IsTerminator>() &&
         llvm::none_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// Operations that use a buffer through views.
SmallVector<Operation *> usersOf(Value buffer) {
  SmallVector<Operation *> users;
  SmallVector<Value> views = {buffer};
  while (!views.empty())
    for (Operation *user : views.pop_back_val().getUsers()) {
      if (isa<ViewLikeOpInterface>(user))
        llvm::append_range(views, user->getResults());
      else if (!isHarmless(user))
        users.push_back(user);
    }
  return users;
}

class Combiner {
public:
  explicit Combiner(Value argument)
      : argument(argument),
        line(LineBuffer::lineOf(cast<MemRefType>(argument.getType()))) {}

  /// Returns the number of writes that were replaced.
  int64_t run();

private:
  bool add(Operation *user);
  bool isWorthwhile(ArrayRef<const Placed *> writes) const;
  bool continuesItself(const Placed &write) const;
  std::optional<int64_t> writtenIn(Block &block) const;
  void combine(Operation *scope, ArrayRef<const Placed *> writes) const;

  Value argument;
  int64_t line;
  llvm::MapVector<Operation *, Placed> placed;
};

bool Combiner::add(Operation *user) {
  auto write = dyn_cast<vector::TransferWriteOp>(user);
  std::optional<Run> run = write ? runOf(write) : std::nullopt;
  std::optional<LinearOffset> first =
      run && isContiguous(*run)
          ? LinearOffset::of(write.getBase(), write.getIndices())
          : std::nullopt;
  if (!first)
    return false;
  placed.insert({user, {*run, *first, scopeOf(user)}});
  return true;
}

/// The number of elements of the argument that a block writes.
std::optional<int64_t> Combiner::writtenIn(Block &block) const {
  int64_t sum = 0;
  for (Operation &op : block) {
    if (auto it = placed.find(&op); it != placed.end()) {
      if (it->second.run.length)
        return std::nullopt;
      sum += it->second.run.mostElements();
      continue;
    }
    const bool writes = llvm::any_of(placed, [&](const auto &each) {
      return op.isProperAncestor(each.first);
    });
    if (!writes)
      continue;
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<APInt> trips =
        loop ? loop.getStaticTripCount() : std::nullopt;
    std::optional<int64_t> inner =
        trips ? writtenIn(*loop.getBody()) : std::nullopt;
    if (!inner)
      return std::nullopt;
    sum += trips->getSExtValue() * *inner;
  }
  return sum;
}

/// True if an iteration of a loop begins where the previous one ended.
bool Combiner::continuesItself(const Placed &write) const {
  for (Operation *op = write.run.write; op != write.scope;
       op = op->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
    std::optional<int64_t> step =
        loop ? getConstantIntValue(loop.getStep()) : std::nullopt;
    std::optional<int64_t> written =
        step ? writtenIn(*loop.getBody()) : std::nullopt;
    if (written &&
        *written == *step * write.first.factorOf(loop.getInductionVar()))
      return true;
  }
  return false;
}

/// True if each row fills whole lines, or if it is a half or a quarter of one
/// in a short loop: mlirgym-hint-loops unrolls such a loop, and
/// streamWholeLines() keeps the stores that fill a line together.
static bool fillsLines(const Placed &write, int64_t line) {
  const int64_t size = write.run.shape.back();
  if (write.run.length)
    return false;
  if (size % line == 0)
    return write.first.divisor() % line == 0;
  auto loop = dyn_cast<scf::ForOp>(write.run.write->getParentOp());
  std::optional<APInt> trips = loop ? loop.getStaticTripCount() : std::nullopt;
  std::optional<int64_t> step =
      loop ? getConstantIntValue(loop.getStep()) : std::nullopt;
  constexpr int64_t mostUnrolled = 16;
  return trips && step && trips->sle(mostUnrolled) && line % size == 0 &&
         write.run.mostElements() == size &&
         write.first.factorOf(loop.getInductionVar()) * *step == size &&
         trips->getSExtValue() * size % line == 0 &&
         write.first.divisorAtBegin(loop) % line == 0;
}

/// Rows of whole lines need no buffer, and runs that end in a gap leave too
/// many partial lines.
bool Combiner::isWorthwhile(ArrayRef<const Placed *> writes) const {
  const bool isWhole = llvm::all_of(
      writes, [&](const Placed *write) { return fillsLines(*write, line); });
  return !isWhole && llvm::any_of(writes, [&](const Placed *write) {
    return continuesItself(*write);
  });
}

/// The first operation of a block before which a write can be prepared. Across
/// branches, read data would have to be kept until it is written.
static Operation *beginOf(const Placed &write,
                          ArrayRef<const Placed *> writes) {
  Operation *begin = write.run.write;
  while (Operation *before = begin->getPrevNode()) {
    const bool isWriting = llvm::any_of(writes, [&](const Placed *each) {
      return before->isAncestor(each->run.write);
    });
    if (isWriting || llvm::any_of(before->getResults(), [&](Value value) {
          return write.first.factorOf(value) != 0;
        }))
      break;
    begin = before;
  }
  return begin;
}

void Combiner::combine(Operation *scope,
                       ArrayRef<const Placed *> writes) const {
  int64_t roomFor = 0;
  for (const Placed *write : writes)
    roomFor = std::max(roomFor, write->run.extent());
  OpBuilder before(scope);
  // Allocas of a function are promoted to registers only in its entry block.
  if (auto func = dyn_cast<func::FuncOp>(scope->getParentOp()))
    before.setInsertionPointToStart(&func.getBody().front());
  LineBuffer lines(before, argument, roomFor);
  // First determine all positions, since they depend on the writes that are
  // then replaced.
  SmallVector<std::pair<Value, Value>> places;
  for (const Placed *write : writes) {
    OpBuilder at(beginOf(*write, writes));
    Value first = write->first.build(at, argument.getLoc());
    places.emplace_back(first, lines.moveTo(at, first));
  }
  for (auto [write, place] : llvm::zip_equal(writes, places))
    lines.replace(write->run, place.first, place.second);
  before.setInsertionPointAfter(scope);
  lines.flush(before);
}

int64_t Combiner::run() {
  SmallVector<Operation *> others;
  for (Operation *user : usersOf(argument))
    if (!add(user))
      others.push_back(user);
  llvm::MapVector<Operation *, SmallVector<const Placed *>> scopes;
  for (const auto &[op, each] : placed)
    scopes[each.scope].push_back(&each);
  scopes.remove_if([&](const auto &entry) {
    const auto &[scope, writes] = entry;
    // Any other use of the argument there could miss a line that is not yet
    // stored.
    auto isElsewhere = [scope = scope](Operation *op) {
      return !scope->isAncestor(op);
    };
    const bool isAlone =
        llvm::all_of(others, isElsewhere) &&
        llvm::all_of(placed, [&, scope = scope](const auto &each) {
          return each.second.scope == scope || isElsewhere(each.first);
        });
    return !isAlone || !isWorthwhile(writes);
  });
  int64_t count = 0;
  for (const auto &[scope, writes] : scopes) {
    combine(scope, writes);
    count += static_cast<int64_t>(writes.size());
  }
  return count;
}

struct CombineLines final : impl::CombineLinesBase<CombineLines> {
  void runOnOperation() override {
    for (BlockArgument argument : getOperation().getArguments())
      if (isStreamed(argument) &&
          LineBuffer::supports(cast<MemRefType>(argument.getType())))
        numCombined += Combiner(argument).run();
  }
};
} // namespace
} // namespace mlirgym::lowering
