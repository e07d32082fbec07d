#include "lowering/vector/StripBuilder.h"

#include "lowering/target/VectorUnit.h"
#include "lowering/vector/DotProducts.h"
#include "lowering/vector/RegisterGroups.h"
#include "lowering/vector/Strip.h"
#include "lowering/vector/StripFrame.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

StripKey keyOf(Value value, const Strip &strip) {
  auto type = dyn_cast<VectorType>(value.getType());
  int64_t linear = type && !strip.position.empty()
                       ? linearIndex(type.getShape(), strip.position)
                       : 0;
  return {value, {linear, (int64_t(strip.dim) + 1) << 32 | strip.count}};
}

/// Keys of a whole vector, and of `index + offset`: no strip has a negative
/// second number, and those of once() are lower.
StripKey wholeKey(Value value) { return {value, {0, -1}}; }
StripKey offsetKey(Value index, int64_t offset) {
  return {index, {offset, -2}};
}

/// Part of a 1-D vector.
Value lanesOf(OpBuilder &at, Value vector, int64_t first, int64_t count) {
  return vector::ShuffleOp::create(
      at, vector.getLoc(), vector, vector,
      llvm::to_vector(llvm::seq<int64_t>(first, first + count)));
}

Value concatenate(OpBuilder &at, Value left, Value right) {
  int64_t count = cast<VectorType>(left.getType()).getNumElements() +
                  cast<VectorType>(right.getType()).getNumElements();
  return vector::ShuffleOp::create(
      at, left.getLoc(), left, right,
      llvm::to_vector(llvm::seq<int64_t>(0, count)));
}
} // namespace

bool readsMemoryOnly(Operation *op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [](const auto &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect());
         });
}

StripBuilder::StripBuilder(const VectorUnit &unit) : vectorUnit(unit) {}
StripBuilder::~StripBuilder() = default;

StripBuilder::Sink::Sink(StripBuilder &builder, Operation *root,
                         std::function<bool(Operation *)> mayMove,
                         std::function<void(Operation *, const Strip &)> onRead)
    : builder(builder) {
  auto frame = std::make_unique<Frame>(OpBuilder(root));
  frame->original = root->getBlock();
  frame->mayMove = std::move(mayMove);
  frame->onRead = std::move(onRead);
  builder.frames.push_back(frame.release());
}

StripBuilder::Sink::~Sink() { delete builder.frames.pop_back_val(); }

bool StripBuilder::onlyReads(scf::ForOp loop) {
  auto [it, isNew] = readOnlyLoops.try_emplace(loop, false);
  if (isNew)
    it->second = readsMemoryOnly(loop);
  return it->second;
}

SmallVector<Strip> StripBuilder::layoutOf(VectorType type) const {
  return stripsAlong(type, lastDim(type), lanesAStrip);
}

/// The frame in which `value` is recomputed; null if it is computed in place.
StripBuilder::Frame *StripBuilder::frameOf(Value value) {
  if (defined.contains(value))
    return nullptr;
  Block *block = value.getParentBlock();
  for (Frame *frame : llvm::reverse(frames)) {
    if (frame->original != block)
      continue;
    if (frame->isLoop())
      return frame;
    if (isa<OpResult>(value) && isa<VectorType>(value.getType()) &&
        frame->mayMove(value.getDefiningOp()))
      return frame;
  }
  return nullptr;
}

llvm::DenseMap<StripKey, Value> &StripBuilder::stripsOf(Frame *frame) {
  return frame ? frame->strips : inPlace;
}

Value StripBuilder::get(Value value, const Strip &strip) {
  Frame *frame = frameOf(value);
  // Scalars are copied only into the bodies of new loops.
  if (!isa<VectorType>(value.getType()) && !(frame && frame->isLoop()))
    return value;
  StripKey key = keyOf(value, strip);
  if (Value known = stripsOf(frame).lookup(key))
    return known;
  Value made;
  if (frame) {
    made = compute(value, strip, frame);
  } else {
    // Values that are computed in place must not use values that move below
    // them.
    SmallVector<Frame *> hidden;
    std::swap(hidden, frames);
    made = compute(value, strip, nullptr);
    std::swap(hidden, frames);
  }
  stripsOf(frame)[key] = made;
  return made;
}

Value StripBuilder::once(vector::MultiDimReductionOp op, unsigned part,
                         const Strip &strip, llvm::function_ref<Value()> make) {
  Frame *frame = frameOf(op.getDest());
  StripKey key = keyOf(op.getSource(), strip);
  key.second.second = -(key.second.second << 8 | 4 | part);
  if (Value known = stripsOf(frame).lookup(key))
    return known;
  Value made = make();
  stripsOf(frame)[key] = made;
  return made;
}

Value StripBuilder::rebuild(OpResult scalar) {
  OpBuilder at(scalar.getOwner());
  return apply(scalar, Strip(), at);
}

void StripBuilder::define(Value value, ArrayRef<Strip> strips,
                          ValueRange parts) {
  defined[value].assign(strips.begin(), strips.end());
  for (auto [strip, part] : llvm::zip_equal(strips, parts))
    inPlace[keyOf(value, strip)] = part;
}

Value StripBuilder::compute(Value value, const Strip &strip, Frame *frame) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (!frame) {
      OpBuilder at = OpBuilder::atBlockBegin(arg.getOwner());
      return extract(at, value, strip);
    }
    unsigned index = arg.getArgNumber() - frame->loop.getNumInductionVars();
    auto type = dyn_cast<VectorType>(value.getType());
    if (!type || llvm::is_contained(layoutOf(type), strip))
      return carry(*frame, index, strip);
    return assemble(frame->at, value, strip, layoutOf(type));
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  OpBuilder at = frame ? frame->at : OpBuilder(op);
  if (auto it = defined.find(value); it != defined.end())
    return assemble(at, value, strip, SmallVector<Strip>(it->second));
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && onlyReads(loop))
    return loopResult(loop, result.getResultNumber(), strip, frame);
  if (Value made = apply(result, strip, at))
    return made;
  if (!isa<VectorType>(value.getType()))
    return copyOp(result, *frame);
  if (!frame)
    at.setInsertionPointAfter(op);
  return extract(at, whole(value), strip);
}

Value StripBuilder::whole(Value value) {
  Frame *frame = frameOf(value);
  if (!frame || !frame->isLoop())
    return value;
  if (!isa<VectorType>(value.getType()))
    return get(value, Strip());
  if (Value known = frame->strips.lookup(wholeKey(value)))
    return known;
  bool isCarried =
      isa<BlockArgument>(value) || isa<scf::ForOp>(value.getDefiningOp());
  Value made = isCarried ? join(frame->at, value)
                         : copyOp(cast<OpResult>(value), *frame);
  frame->strips[wholeKey(value)] = made;
  return made;
}

/// An unchanged copy of the op, with operands of the frame.
Value StripBuilder::copyOp(OpResult value, Frame &frame) {
  Operation *op = value.getOwner();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, whole(operand));
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value capture : captured)
    mapping.map(capture, whole(capture));
  Operation *copy = frame.at.clone(*op, mapping);
  for (auto [before, after] :
       llvm::zip_equal(op->getResults(), copy->getResults()))
    frame.strips[isa<VectorType>(before.getType()) ? wholeKey(before)
                                                   : keyOf(before, Strip())] =
        after;
  return copy->getResult(value.getResultNumber());
}

//===-- loops -------------------------------------------------------------===//

/// Adds a block argument to the loop body under construction.
Value StripBuilder::carry(Frame &frame, unsigned index, const Strip &strip) {
  BlockArgument carried = frame.loop.getRegionIterArg(index);
  Type type = isa<VectorType>(carried.getType())
                  ? strip.typeIn(carried.getType())
                  : carried.getType();
  Value made = frame.body->addArgument(type, carried.getLoc());
  frame.strips[keyOf(carried, strip)] = made;
  frame.carried.push_back({index, strip});
  return made;
}

/// The values that a copy of the loop carries if it must produce `strip` of
/// result `index`.
SmallVector<StripBuilder::Carried> StripBuilder::wantedOf(scf::ForOp loop,
                                                          unsigned index,
                                                          const Strip &strip,
                                                          Frame *frame) {
  SmallVector<Carried> wanted;
  auto add = [&](unsigned result, ArrayRef<Strip> strips) {
    for (const Strip &each : strips)
      wanted.push_back({result, each});
  };
  bool isNested = frame && frame->isLoop();
  int64_t groups = 0;
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    auto type = dyn_cast<VectorType>(result.getType());
    if (!type) {
      if (i == index)
        add(i, Strip());
      continue;
    }
    // Inside a loop that carries a group of such vectors, use the same group.
    if (isNested && frame->wanted.contains(type))
      add(i, frame->wanted.lookup(type));
    else
      add(i, layoutOf(type));
    if (!isNested)
      groups += registerGroups(result, lanesAStrip, vectorUnit).size();
  }
  auto vector = dyn_cast<VectorType>(loop.getResult(index).getType());
  // Another vector of that type may have needed other strips.
  bool isAmong = llvm::any_of(wanted, [&](const Carried &each) {
    return each.index == index && each.strip == strip;
  });
  if (!isAmong)
    add(index, strip);
  if (isNested || !vector || groups <= 1)
    return wanted;
  wanted.clear();
  for (const SmallVector<Strip> &group :
       registerGroups(loop.getResult(index), lanesAStrip, vectorUnit))
    if (llvm::is_contained(group, strip))
      add(index, group);
  return wanted;
}

Value StripBuilder::loopResult(scf::ForOp loop, unsigned index,
                               const Strip &strip, Frame *frame) {
  Value value = loop.getResult(index);
  if (auto type = dyn_cast<VectorType>(value.getType())) {
    SmallVector<Strip> layout = layoutOf(type);
    if (!llvm::is_contained(layout, strip)) {
      OpBuilder at = frame ? frame->at : OpBuilder(loop);
      return assemble(at, value, strip, layout);
    }
  }
  emitLoop(loop, wantedOf(loop, index, strip, frame), frame);
  return stripsOf(frame).lookup(keyOf(value, strip));
}

void StripBuilder::emitLoop(scf::ForOp loop, ArrayRef<Carried> wanted,
                            Frame *frame) {
  Location loc = loop.getLoc();
  OpBuilder outside = frame ? frame->at : OpBuilder(loop);
  auto body = std::make_unique<Block>();
  Frame inside(OpBuilder(loop.getContext()));
  inside.at.setInsertionPointToEnd(body.get());
  inside.original = loop.getBody();
  inside.loop = loop;
  inside.body = body.get();
  Value induction = loop.getInductionVar();
  inside.strips[keyOf(induction, Strip())] =
      body->addArgument(induction.getType(), induction.getLoc());
  for (const Carried &each : wanted) {
    carry(inside, each.index, each.strip);
    if (auto type =
            dyn_cast<VectorType>(loop.getResult(each.index).getType())) {
      SmallVector<Strip> &strips = inside.wanted[type];
      if (!llvm::is_contained(strips, each.strip))
        strips.push_back(each.strip);
    }
  }

  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  SmallVector<Value> yielded;
  frames.push_back(&inside);
  // Computing one value may require more values to be carried.
  for (size_t i = 0; i < inside.carried.size(); ++i) {
    Carried each = inside.carried[i];
    yielded.push_back(get(yield.getOperand(each.index), each.strip));
  }
  scf::YieldOp::create(inside.at, loc, yielded);
  frames.pop_back();

  SmallVector<Value> inits;
  for (const Carried &each : inside.carried)
    inits.push_back(get(loop.getInitArgs()[each.index], each.strip));
  auto copy = scf::ForOp::create(
      outside, loc, get(loop.getLowerBound(), Strip()),
      get(loop.getUpperBound(), Strip()), get(loop.getStep(), Strip()), inits);
  copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (auto [made, final] :
       llvm::zip_equal(body->getArguments(), copy.getBody()->getArguments()))
    made.replaceAllUsesWith(final);
  copy.getBody()->getOperations().splice(copy.getBody()->end(),
                                         body->getOperations());
  orderByGroups(copy.getBody()->begin(), copy.getBody()->getTerminator(),
                vectorUnit);
  for (auto [i, each] : llvm::enumerate(inside.carried))
    stripsOf(frame)[keyOf(loop.getResult(each.index), each.strip)] =
        copy.getResult(i);
}

//===-- between strips and vectors ----------------------------------------===//

Value StripBuilder::offsetIndex(OpBuilder &at, Value index, int64_t offset) {
  if (offset == 0)
    return index;
  Frame *here = nullptr;
  for (Frame *frame : frames)
    if (frame->at.getInsertionBlock() == at.getInsertionBlock())
      here = frame;
  if (here)
    if (Value known = here->strips.lookup(offsetKey(index, offset)))
      return known;
  Location loc = index.getLoc();
  Value made = at.createOrFold<arith::AddIOp>(
      loc, index, arith::ConstantIndexOp::create(at, loc, offset));
  if (here)
    here->strips[offsetKey(index, offset)] = made;
  return made;
}

/// Extracts a strip from a vector that exists as a whole.
Value StripBuilder::extract(OpBuilder &at, Value value, const Strip &strip) {
  Location loc = value.getLoc();
  auto type = cast<VectorType>(value.getType());
  auto element = [&](int64_t lane) -> Value {
    return vector::ExtractOp::create(at, loc, value,
                                     ArrayRef(strip.lane(lane).position));
  };
  if (strip.isElement())
    return element(0);
  if (strip.dim != lastDim(type)) {
    SmallVector<Value> elements;
    for (int64_t lane = 0; lane < strip.count; ++lane)
      elements.push_back(element(lane));
    return vector::FromElementsOp::create(
        at, loc, cast<VectorType>(strip.typeIn(type)), elements);
  }
  Value row = value;
  if (type.getRank() > 1)
    row = vector::ExtractOp::create(at, loc, value,
                                    ArrayRef(strip.position).drop_back());
  if (strip.count == type.getShape().back())
    return row;
  return lanesOf(at, row, strip.position.back(), strip.count);
}

/// Assembles a strip from `parts`, strips that cover the vector along its last
/// dimension.
Value StripBuilder::assemble(OpBuilder &at, Value value, const Strip &strip,
                             ArrayRef<Strip> parts) {
  Location loc = value.getLoc();
  auto elementOf = [&](const Strip &element) -> Value {
    const Strip *part = llvm::find_if(
        parts, [&](const Strip &each) { return each.overlaps(element); });
    Value whole = get(value, *part);
    if (part->isElement())
      return whole;
    int64_t lane = element.position[part->dim] - part->position[part->dim];
    return vector::ExtractOp::create(at, loc, whole, lane);
  };
  if (strip.isElement())
    return elementOf(strip);
  auto type = cast<VectorType>(value.getType());
  auto stripType = cast<VectorType>(strip.typeIn(type));
  if (strip.dim != lastDim(type)) {
    SmallVector<Value> elements;
    for (int64_t lane = 0; lane < strip.count; ++lane)
      elements.push_back(elementOf(strip.lane(lane)));
    return vector::FromElementsOp::create(at, loc, stripType, elements);
  }
  Value made;
  for (const Strip &part : parts) {
    if (!part.overlaps(strip))
      continue;
    int64_t partBegin = part.position[part.dim];
    int64_t stripBegin = strip.position[strip.dim];
    int64_t begin = std::max(partBegin, stripBegin);
    int64_t end = std::min(partBegin + part.count, stripBegin + strip.count);
    Value piece = get(value, part);
    if (end - begin != part.count)
      piece = lanesOf(at, piece, begin - partBegin, end - begin);
    made = made ? concatenate(at, made, piece) : piece;
  }
  return made;
}

/// Joins the strips of a vector.
Value StripBuilder::join(OpBuilder &at, Value value) {
  Location loc = value.getLoc();
  auto type = cast<VectorType>(value.getType());
  if (type.getRank() == 0)
    return vector::BroadcastOp::create(at, loc, type, get(value, Strip()));
  Value made = ub::PoisonOp::create(at, loc, type);
  for (const Strip &strip : layoutOf(type)) {
    SmallVector<int64_t> strides(1, 1);
    made = vector::InsertStridedSliceOp::create(at, loc, get(value, strip),
                                                made, strip.position, strides);
  }
  return made;
}
} // namespace mlirgym::lowering
