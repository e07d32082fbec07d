//===- lowering/buffer/PrepareConstants.cpp -------------------------------===//
#include "lowering/buffer/Buffers.h"
#include "lowering/buffer/Passes.h"
#include "lowering/module/Marks.h"
#include "lowering/module/Rewrite.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <optional>
#include <string>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_PREPARECONSTANTS
#include "lowering/buffer/Passes.h.inc"

namespace {

constexpr int64_t bytesPerLine = 64;
/// Of all copies of one buffer.
constexpr int64_t mostBytes = int64_t(256) << 20;

/// The induction variable of a loop whose bounds are constants.
struct Counter {
  BlockArgument variable;
  int64_t first, end, step;

  int64_t trips() const { return llvm::divideCeil(end - first, step); }
};

std::optional<Counter> counterOf(Value variable) {
  auto argument = dyn_cast<BlockArgument>(variable);
  if (!argument)
    return std::nullopt;
  auto loop = dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  auto variables = loop ? loop.getLoopInductionVars() : std::nullopt;
  auto firsts = loop ? loop.getLoopLowerBounds() : std::nullopt;
  auto ends = loop ? loop.getLoopUpperBounds() : std::nullopt;
  auto steps = loop ? loop.getLoopSteps() : std::nullopt;
  if (!variables || !firsts || !ends || !steps)
    return std::nullopt;
  for (auto [i, each] : llvm::enumerate(*variables)) {
    if (each != variable)
      continue;
    auto first = getConstantIntValue((*firsts)[i]);
    auto end = getConstantIntValue((*ends)[i]);
    auto step = getConstantIntValue((*steps)[i]);
    if (!first || !end || !step || *step <= 0 || *end <= *first)
      return std::nullopt;
    return Counter{argument, *first, *end, *step};
  }
  return std::nullopt;
}

bool isConstantData(Value buffer) {
  auto get = originOf(buffer).getDefiningOp<memref::GetGlobalOp>();
  auto global = get ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
                          get, get.getNameAttr())
                    : memref::GlobalOp();
  return global && global.getConstant();
}

bool isView(Operation *op) {
  return isa<ViewLikeOpInterface>(op) && isMemoryEffectFree(op);
}

/// The innermost block with all of `ops`; null if there is none.
Block *commonBlock(ArrayRef<Operation *> ops) {
  Block *block = ops.front()->getBlock();
  while (block && !llvm::all_of(ops, [&](Operation *op) {
           return block->findAncestorOpInBlock(*op) != nullptr;
         }))
    block = block->getParentOp() ? block->getParentOp()->getBlock() : nullptr;
  return block;
}

/// False for a block that may be skipped by a condition: what it reads may not
/// be there then.
bool isInLoopsAlone(Block *block) {
  for (Operation *parent = block->getParentOp(); !isa<func::FuncOp>(parent);
       block = parent->getBlock(), parent = block->getParentOp())
    if (!isa<LoopLikeOpInterface>(parent) || isa<scf::WhileOp>(parent))
      return false;
  return block->getParent()->hasOneBlock();
}

/// A buffer that is written by operations which read constants alone, and is
/// only read afterwards.
class PromotedConstant {
public:
  /// Nothing for any other buffer.
  static std::optional<PromotedConstant> of(memref::AllocOp buffer);

  int64_t bytes() { return numParts * bytesOfPart(); }
  memref::AllocOp allocation() const { return buffer; }
  /// Whether only the copies use another buffer.
  bool owns(memref::AllocOp other);
  /// Clones the copies, for all iterations of the loops on which they depend,
  /// to one array.
  void prepare(OpBuilder &at, memref::GlobalOp array);
  /// Replaces buffer and copies by parts of the array.
  void replace(memref::GlobalOp array);

private:
  explicit PromotedConstant(memref::AllocOp buffer) : buffer(buffer) {}

  bool collectCopies();
  bool readsOnlyConstants();
  bool need(Value value, Operation *outside);
  bool needAll(Operation *copy);
  int64_t bytesOfPart() {
    MemRefType type = buffer.getType();
    return llvm::alignTo(type.getNumElements() * type.getElementTypeBitWidth() /
                             8,
                         bytesPerLine);
  }
  bool isCopying(Operation *op) {
    return llvm::is_contained(copies, block->findAncestorOpInBlock(*op));
  }
  bool isAfterPart(Operation *op) {
    Operation *ancestor = block->findAncestorOpInBlock(*op);
    return ancestor && !ancestor->isBeforeInBlock(copies.front());
  }
  Value partOf(OpBuilder &at, memref::GlobalOp array,
               const IRMapping &variables);
  Value viewOfPart(Value view, Value part, OpBuilder &at, IRMapping &views);

  memref::AllocOp buffer;
  Block *block = nullptr;
  /// In this order in `block`.
  SmallVector<Operation *> copies;
  /// Operations without effects and buffers of copies from elsewhere, each
  /// after its operands.
  llvm::SetVector<Operation *> needed;
  /// The outermost first.
  SmallVector<Counter> counters;
  int64_t numParts = 1;
};

std::optional<PromotedConstant> PromotedConstant::of(memref::AllocOp buffer) {
  PromotedConstant found(buffer);
  if (!isPlainArray(buffer.getType()) || !found.collectCopies() ||
      !found.readsOnlyConstants())
    return std::nullopt;
  for (Operation *copy : found.copies)
    if (!found.needAll(copy))
      return std::nullopt;
  llvm::sort(found.counters, [](Counter a, Counter b) {
    Region *outer = a.variable.getParentRegion(),
           *inner = b.variable.getParentRegion();
    return outer == inner
               ? a.variable.getArgNumber() < b.variable.getArgNumber()
               : outer->isProperAncestor(inner);
  });
  for (const Counter &counter : found.counters) {
    if (counter.trips() > mostBytes / found.numParts)
      return std::nullopt;
    found.numParts *= counter.trips();
  }
  if (found.bytesOfPart() > mostBytes / found.numParts)
    return std::nullopt;
  return found;
}

/// Sets `block` and `copies`.
bool PromotedConstant::collectCopies() {
  SmallVector<Operation *> users, writers, readers;
  if (!collectUsers(buffer, users))
    return false;
  for (Operation *user : users) {
    if (isView(user))
      continue;
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    if (!effects || isa<memref::DeallocOp>(user))
      return false;
    bool isWriter = false;
    for (Value operand : user->getOperands())
      if (originOf(operand) == buffer.getResult())
        isWriter |=
            effects.getEffectOnValue<MemoryEffects::Write>(operand).has_value();
    (isWriter ? writers : readers).push_back(user);
  }
  if (writers.empty() || readers.empty())
    return false;
  SmallVector<Operation *> all(writers);
  llvm::append_range(all, readers);
  block = commonBlock(all);
  if (!block || !isInLoopsAlone(block))
    return false;
  llvm::SetVector<Operation *> found;
  for (Operation *writer : writers)
    found.insert(block->findAncestorOpInBlock(*writer));
  copies = found.takeVector();
  llvm::sort(copies,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return llvm::all_of(readers, [&](Operation *reader) {
    return copies.back()->isBeforeInBlock(
        block->findAncestorOpInBlock(*reader));
  });
}

bool PromotedConstant::owns(memref::AllocOp other) {
  SmallVector<Operation *> users;
  return other != buffer && collectUsers(other, users) &&
         llvm::all_of(users, [&](Operation *user) {
           return isCopying(user) || isView(user);
         });
}

/// Whether the copies write to the buffer and to buffers of their own alone,
/// read nothing but constants, and have no results that others use.
bool PromotedConstant::readsOnlyConstants() {
  bool readsConstants = false;
  auto isOther = [&](Operation *op) {
    if (isMemoryEffectFree(op) || isa<scf::ForOp>(op))
      return false;
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects)
      return true;
    SmallVector<MemoryEffects::EffectInstance> all;
    effects.getEffects(all);
    for (const MemoryEffects::EffectInstance &effect : all) {
      Value touched = effect.getValue();
      if (!touched)
        return true;
      const bool reads = isa<MemoryEffects::Read>(effect.getEffect()) &&
                         isConstantData(touched);
      const bool writes = isa<MemoryEffects::Write>(effect.getEffect()) &&
                          originOf(touched) == buffer.getResult();
      auto other = originOf(touched).getDefiningOp<memref::AllocOp>();
      if (!reads && !writes && !(other && owns(other)))
        return true;
      readsConstants |= reads;
    }
    return false;
  };
  for (Operation *copy : copies) {
    if (contains(copy, isOther))
      return false;
    for (Operation *user : copy->getUsers())
      if (!isCopying(user))
        return false;
  }
  return readsConstants;
}

bool PromotedConstant::needAll(Operation *copy) {
  return !contains(copy, [&](Operation *op) {
    return !llvm::all_of(op->getOperands(),
                         [&](Value operand) { return need(operand, copy); });
  });
}

/// Adds what defines a value to `needed` or `counters`, unless it is inside of
/// `outside`. False if it cannot be computed ahead.
bool PromotedConstant::need(Value value, Operation *outside) {
  if (value == buffer.getResult() ||
      outside->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op) {
    if (llvm::any_of(counters, [&](const Counter &counter) {
          return counter.variable == value;
        }))
      return true;
    std::optional<Counter> counter = counterOf(value);
    if (counter)
      counters.push_back(*counter);
    return counter.has_value();
  }
  if (needed.contains(op) || llvm::is_contained(copies, op))
    return true;
  auto other = dyn_cast<memref::AllocOp>(op);
  if (!(other ? owns(other) : isPure(op)) || op->getNumRegions() > 0 ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return need(operand, outside); }))
    return false;
  needed.insert(op);
  return true;
}

/// The part of the array that belongs to the current values of the induction
/// variables, as a buffer.
Value PromotedConstant::partOf(OpBuilder &at, memref::GlobalOp array,
                               const IRMapping &variables) {
  Location loc = buffer.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(at, loc, value);
  };
  Value index = constant(0);
  for (const Counter &counter : counters) {
    Value done = arith::SubIOp::create(
        at, loc, variables.lookupOrDefault(counter.variable),
        constant(counter.first));
    Value trip = arith::DivUIOp::create(at, loc, done, constant(counter.step));
    Value before =
        arith::MulIOp::create(at, loc, index, constant(counter.trips()));
    index = arith::AddIOp::create(at, loc, before, trip);
  }
  Value begin = arith::MulIOp::create(at, loc, index, constant(bytesOfPart()));
  Value bytes =
      memref::GetGlobalOp::create(at, loc, array.getType(), array.getSymName());
  return memref::ViewOp::create(at, loc, buffer.getType(), bytes, begin,
                                ValueRange());
}

void PromotedConstant::prepare(OpBuilder &at, memref::GlobalOp array) {
  OpBuilder::InsertionGuard guard(at);
  Location loc = buffer.getLoc();
  IRMapping mapping;
  for (const Counter &counter : counters) {
    Value first = arith::ConstantIndexOp::create(at, loc, counter.first);
    Value end = arith::ConstantIndexOp::create(at, loc, counter.end);
    Value step = arith::ConstantIndexOp::create(at, loc, counter.step);
    auto loop = scf::ForOp::create(at, loc, first, end, step);
    mapping.map(counter.variable, loop.getInductionVar());
    at.setInsertionPointToStart(loop.getBody());
  }
  mapping.map(buffer.getResult(), partOf(at, array, mapping));
  for (Operation *op : needed)
    at.clone(*op, mapping);
  for (Operation *copy : copies)
    at.clone(*copy, mapping);
}

/// A view of the buffer as one of its part, which is known from the first copy
/// on. Earlier views are made anew.
Value PromotedConstant::viewOfPart(Value view, Value part, OpBuilder &at,
                                   IRMapping &views) {
  if (view == buffer.getResult())
    return part;
  if (Value known = views.lookupOrNull(view))
    return known;
  Operation *op = view.getDefiningOp();
  if (isAfterPart(op))
    return view;
  auto viewLike = cast<ViewLikeOpInterface>(op);
  views.map(viewLike.getViewSource(),
            viewOfPart(viewLike.getViewSource(), part, at, views));
  return at.clone(*op, views)->getResult(0);
}

void PromotedConstant::replace(memref::GlobalOp array) {
  OpBuilder at(copies.front());
  Value part = partOf(at, array, IRMapping());
  IRMapping views;
  SmallVector<Operation *> users;
  collectUsers(buffer, users);
  for (Operation *user : users) {
    if (!isAfterPart(user) || isCopying(user))
      continue;
    for (OpOperand &operand : user->getOpOperands())
      if (originOf(operand.get()) == buffer.getResult())
        operand.set(viewOfPart(operand.get(), part, at, views));
  }
  for (Operation *copy : llvm::reverse(copies))
    copy->erase();
}

struct PrepareConstants final : impl::PrepareConstantsBase<PrepareConstants> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      prepare(function);
  }

private:
  void prepare(func::FuncOp function);
};

void PrepareConstants::prepare(func::FuncOp function) {
  SmallVector<PromotedConstant> found;
  function.walk([&](memref::AllocOp buffer) {
    if (llvm::any_of(found, [&](PromotedConstant &constant) {
          return constant.owns(buffer);
        }))
      return;
    std::optional<PromotedConstant> constant = PromotedConstant::of(buffer);
    if (!constant)
      return;
    llvm::erase_if(found, [&](PromotedConstant &earlier) {
      return constant->owns(earlier.allocation());
    });
    found.push_back(std::move(*constant));
  });
  if (found.empty())
    return;
  numPrepared += found.size();
  const Location loc = function.getLoc();
  const std::string name = function.getName().str();
  OpBuilder symbols = OpBuilder::atBlockBegin(getOperation().getBody());
  auto preparing = func::FuncOp::create(symbols, loc, name + ".prepare",
                                        symbols.getFunctionType({}, {}));
  preparing.setPrivate();
  preparing->setAttr(onceMark, symbols.getUnitAttr());
  OpBuilder at = OpBuilder::atBlockBegin(preparing.addEntryBlock());
  for (auto [i, constant] : llvm::enumerate(found)) {
    auto array = memref::GlobalOp::create(
        symbols, loc, name + ".prepared" + std::to_string(i),
        /*sym_visibility=*/symbols.getStringAttr("private"),
        MemRefType::get(constant.bytes(), symbols.getI8Type()),
        /*initial_value=*/symbols.getUnitAttr(), /*constant=*/false,
        /*alignment=*/symbols.getI64IntegerAttr(bytesPerLine));
    constant.prepare(at, array);
    constant.replace(array);
  }
  func::ReturnOp::create(at, loc);
  at.setInsertionPointToStart(&function.getBody().front());
  func::CallOp::create(at, loc, preparing);
}
} // namespace
} // namespace mlirgym::lowering
