//===- lowering/target/BackEndFaults.cpp ----------------------------------===//
#include "lowering/target/LlvmRewrites.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/User.h"
#include "llvm/Support/Alignment.h"
#include <optional>

using namespace llvm;

namespace mlirgym::lowering {

/// The only lane that `mask` selects; nullopt if it is not constant, or selects
/// another number of lanes.
static std::optional<unsigned> onlyLane(const Value *mask) {
  auto *constant = dyn_cast<Constant>(mask);
  if (!constant)
    return std::nullopt;
  std::optional<unsigned> only;
  const unsigned lanes =
      cast<FixedVectorType>(constant->getType())->getNumElements();
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const Constant *selected = constant->getAggregateElement(lane);
    if (!selected || !isa<ConstantInt>(selected))
      return std::nullopt;
    if (selected->isNullValue())
      continue;
    if (only)
      return std::nullopt;
    only = lane;
  }
  return only;
}

/// LLVM 22 merges a masked store with the truncation of its operand. If a
/// constant mask selects one lane, it then stores this lane untruncated: 8
/// bytes of an i64 in place of 1 of an i8.
static void storeOneLane(CallInst &store) {
  const std::optional<unsigned> lane = onlyLane(store.getArgOperand(2));
  if (!lane)
    return;
  IRBuilder<> builder(&store);
  Value *element =
      builder.CreateExtractElement(store.getArgOperand(0), uint64_t{*lane});
  const uint64_t offset =
      *lane * store.getDataLayout().getTypeStoreSize(element->getType());
  StoreInst *scalar = builder.CreateAlignedStore(
      element,
      builder.CreatePtrAdd(store.getArgOperand(1), builder.getInt64(offset)),
      commonAlignment(store.getParamAlign(1).valueOrOne(), offset));
  scalar->copyMetadata(store);
  store.eraseFromParent();
}

/// For AVX-512 without FP16, LLVM 22 scales vectors of f16 in f32 by the bits
/// of the exponents instead of by their values. In f32 the product is exact,
/// except where it overflows or vanishes in f16, too.
static void scaleInSinglePrecision(CallInst &ldexp) {
  auto *type = dyn_cast<FixedVectorType>(ldexp.getType());
  if (!type || !type->getElementType()->isHalfTy())
    return;
  IRBuilder<> builder(&ldexp);
  builder.setFastMathFlags(ldexp.getFastMathFlags());
  Type *wide = VectorType::get(builder.getFloatTy(), type);
  Value *exponents = ldexp.getArgOperand(1);
  Value *scaled = builder.CreateIntrinsic(
      Intrinsic::ldexp, {wide, exponents->getType()},
      {builder.CreateFPExt(ldexp.getArgOperand(0), wide), exponents});
  ldexp.replaceAllUsesWith(builder.CreateFPTrunc(scaled, type));
  ldexp.eraseFromParent();
}

/// The type in which a vector of any elements passes a fence: LLVM has fences
/// only for floating-point types. Null if it does not fill vector registers.
static Type *fencedType(VectorType *type) {
  const uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  if (bits == 0 || bits % 128 != 0)
    return nullptr;
  return FixedVectorType::get(Type::getFloatTy(type->getContext()), bits / 32);
}

/// LLVM 22 folds a masked load into an AVX-512 operation with the same mask.
/// If this operation is later split again, the load is no longer masked, and
/// reads past the end of a buffer. A fence between them prevents the folding.
static void keepMaskedLoadApart(CallInst &load) {
  Value *mask = load.getArgOperand(1);
  const bool masksOperations = llvm::any_of(mask->users(), [&](User *user) {
    auto *select = dyn_cast<SelectInst>(user);
    return select && select->getCondition() == mask;
  });
  Type *fenced =
      masksOperations ? fencedType(cast<VectorType>(load.getType())) : nullptr;
  if (!fenced || load.use_empty())
    return;
  IRBuilder<> builder(load.getNextNode());
  Value *bits = builder.CreateBitCast(&load, fenced);
  Value *fence =
      builder.CreateIntrinsic(Intrinsic::arithmetic_fence, fenced, bits);
  Value *apart = builder.CreateBitCast(fence, load.getType());
  load.replaceUsesWithIf(apart, [&](Use &use) {
    return use.getUser() != bits && use.getUser() != fence;
  });
}

void avoidBackEndFaults(Function &function) {
  for (Instruction &instruction :
       llvm::make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      if (call->getIntrinsicID() == Intrinsic::masked_store)
        storeOneLane(*call);
      else if (call->getIntrinsicID() == Intrinsic::masked_load)
        keepMaskedLoadApart(*call);
      else if (call->getIntrinsicID() == Intrinsic::ldexp)
        scaleInSinglePrecision(*call);
    }
}
} // namespace mlirgym::lowering
