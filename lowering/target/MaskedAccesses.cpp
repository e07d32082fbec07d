//===- lowering/target/MaskedAccesses.cpp ---------------------------------===//
#include "lowering/target/LlvmRewrites.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/Alignment.h"
#include <numeric>
#include <optional>

using namespace llvm;

namespace mlirgym::lowering {
namespace {

/// The number of lanes that a constant mask selects, if it selects the first
/// ones and no others.
std::optional<unsigned> firstLanes(const Value *mask) {
  auto *constant = dyn_cast<Constant>(mask);
  if (!constant)
    return std::nullopt;
  const unsigned lanes =
      cast<FixedVectorType>(constant->getType())->getNumElements();
  unsigned selected = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    auto *bit =
        dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    if (!bit || (bit->isOne() && selected != lane))
      return std::nullopt;
    selected += bit->isOne();
  }
  return selected;
}

/// A part of an access: `count` lanes, a power of two, from lane `first`.
struct Piece {
  unsigned first, count;
};

/// The two pieces of an access to the lanes of `mask`.
std::optional<std::pair<Piece, Piece>>
piecesOf(const Value *mask, VectorType *type, const DataLayout &layout) {
  const std::optional<unsigned> lanes = firstLanes(mask);
  Type *element = type->getElementType();
  if (!lanes || llvm::popcount(*lanes) != 2 ||
      layout.getTypeStoreSizeInBits(element) !=
          layout.getTypeSizeInBits(element))
    return std::nullopt;
  const unsigned first = llvm::bit_floor(*lanes);
  return std::pair(Piece{0, first}, Piece{first, *lanes - first});
}

/// The address of a piece of an access to `base`.
struct Place {
  Value *pointer;
  Align align;
};

Place placeOf(Piece piece, Value *base, Align align, Type *element,
              IRBuilder<> &builder, const DataLayout &layout) {
  const uint64_t offset = piece.first * layout.getTypeStoreSize(element);
  return {builder.CreatePtrAdd(base, builder.getInt64(offset)),
          commonAlignment(align, offset)};
}

void splitStore(CallInst &store) {
  Value *vector = store.getArgOperand(0);
  auto *type = cast<VectorType>(vector->getType());
  const DataLayout &layout = store.getDataLayout();
  auto pieces = piecesOf(store.getArgOperand(2), type, layout);
  if (!pieces)
    return;
  IRBuilder<> builder(&store);
  for (Piece piece : {pieces->first, pieces->second}) {
    const Place place = placeOf(piece, store.getArgOperand(1),
                                store.getParamAlign(1).valueOrOne(),
                                type->getElementType(), builder, layout);
    SmallVector<int, 32> from(piece.count);
    std::iota(from.begin(), from.end(), static_cast<int>(piece.first));
    builder
        .CreateAlignedStore(builder.CreateShuffleVector(vector, from),
                            place.pointer, place.align)
        ->copyMetadata(store);
  }
  store.eraseFromParent();
}

void splitLoad(CallInst &load) {
  auto *type = cast<FixedVectorType>(load.getType());
  const DataLayout &layout = load.getDataLayout();
  auto pieces = piecesOf(load.getArgOperand(1), type, layout);
  if (!pieces)
    return;
  IRBuilder<> builder(&load);
  Value *result = load.getArgOperand(2);
  const int lanes = static_cast<int>(type->getNumElements());
  for (Piece piece : {pieces->first, pieces->second}) {
    const Place place = placeOf(piece, load.getArgOperand(0),
                                load.getParamAlign(0).valueOrOne(),
                                type->getElementType(), builder, layout);
    LoadInst *part = builder.CreateAlignedLoad(
        FixedVectorType::get(type->getElementType(), piece.count),
        place.pointer, place.align);
    part->copyMetadata(load);
    SmallVector<int, 32> widen(lanes, PoisonMaskElem), into(lanes);
    std::iota(widen.begin(), widen.begin() + piece.count, 0);
    std::iota(into.begin(), into.end(), 0);
    const auto at = into.begin() + piece.first;
    std::iota(at, at + piece.count, lanes);
    result = builder.CreateShuffleVector(
        result, builder.CreateShuffleVector(part, widen), into);
  }
  load.replaceAllUsesWith(result);
  load.eraseFromParent();
}
} // namespace

void splitMaskedAccesses(Function &function) {
  for (Instruction &instruction :
       llvm::make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      if (call->getIntrinsicID() == Intrinsic::masked_store)
        splitStore(*call);
      else if (call->getIntrinsicID() == Intrinsic::masked_load)
        splitLoad(*call);
    }
}
} // namespace mlirgym::lowering
