//===- lowering/target/Extrema.cpp ----------------------------------------===//
#include "lowering/target/LlvmRewrites.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/FPEnv.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;

namespace mlirgym::lowering {
namespace {

/// A tree of calls in one block that computes the maximum, or the minimum, of
/// many values.
struct Extremum {
  IntrinsicInst *root;
  SmallVector<Value *, 16> operands;
};

bool isExtremum(const IntrinsicInst &call) {
  // For scalars the test for NaN would become a branch.
  auto *type = dyn_cast<FixedVectorType>(call.getType());
  return type && type->getNumElements() > 1 &&
         (type->getElementType()->isFloatTy() ||
          type->getElementType()->isDoubleTy()) &&
         (call.getIntrinsicID() == Intrinsic::maximum ||
          call.getIntrinsicID() == Intrinsic::minimum) &&
         call.hasNoSignedZeros();
}

/// The call of the same kind that is the only user of this call; null if there
/// is none.
IntrinsicInst *consumer(IntrinsicInst &call) {
  if (!call.hasOneUse())
    return nullptr;
  auto *user = dyn_cast<IntrinsicInst>(*call.user_begin());
  return user && user->getIntrinsicID() == call.getIntrinsicID() &&
                 user->getParent() == call.getParent() && isExtremum(*user)
             ? user
             : nullptr;
}

/// True for the neutral element: -inf for a maximum, +inf for a minimum.
bool isNeutral(const Value *value, Intrinsic::ID id) {
  const APFloat *constant;
  return PatternMatch::match(value, PatternMatch::m_APFloat(constant)) &&
         constant->isInfinity() &&
         constant->isNegative() == (id == Intrinsic::maximum);
}

Extremum collect(IntrinsicInst &root) {
  SmallVector<IntrinsicInst *, 16> calls{&root};
  Extremum result{&root, {}};
  for (size_t i = 0; i < calls.size(); ++i)
    for (Value *operand : calls[i]->args()) {
      auto *call = dyn_cast<IntrinsicInst>(operand);
      if (call && isExtremum(*call) && consumer(*call) == calls[i])
        calls.push_back(call);
      else if (!isNeutral(operand, root.getIntrinsicID()))
        result.operands.push_back(operand);
    }
  return result;
}

/// A shuffle of two vectors, split into a shuffle that keeps every element in
/// its 128-bit lane and a permutation of the elements of the result.
struct LaneWise {
  SmallVector<int, 16> shuffle, permutation;
};

std::optional<LaneWise> splitIntoLanes(const Value *value) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(value);
  auto *type = dyn_cast<FixedVectorType>(value->getType());
  if (!shuffle || !type || shuffle->getOperand(0)->getType() != type)
    return std::nullopt;
  const int count = static_cast<int>(type->getNumElements());
  const int inLane = 128 / static_cast<int>(type->getScalarSizeInBits());
  if (count <= inLane || count % inLane != 0)
    return std::nullopt;
  LaneWise result;
  result.permutation.assign(count, -1);
  for (int lane = 0; lane < count; lane += inLane)
    for (int first : {lane, count + lane})
      for (auto [to, from] : enumerate(shuffle->getShuffleMask()))
        if (from >= first && from < first + inLane) {
          result.permutation[to] = static_cast<int>(result.shuffle.size());
          result.shuffle.push_back(from);
        }
  // Each 128-bit lane must receive exactly as many elements as fit into it.
  for (auto [to, from] : enumerate(result.shuffle))
    if (from % count / inLane != static_cast<int>(to) / inLane)
      return std::nullopt;
  if (static_cast<int>(result.shuffle.size()) != count ||
      ShuffleVectorInst::isIdentityMask(result.permutation, count))
    return std::nullopt;
  return result;
}

/// NaN as the mask of a comparison that is true: it needs no other constant.
Constant *nanOf(Type *type) {
  const APFloat allOnes(type->getScalarType()->getFltSemantics(),
                        APInt::getAllOnes(type->getScalarSizeInBits()));
  return ConstantFP::get(type, allOnes);
}

/// The greater value for a maximum, the smaller one for a minimum; `second` if
/// one of them is NaN.
Value *better(Value *first, Value *second, bool isMaximum,
              IRBuilder<> &builder) {
  return builder.CreateSelect(
      builder.CreateFCmp(isMaximum ? CmpInst::FCMP_OGT : CmpInst::FCMP_OLT,
                         first, second),
      first, second);
}

/// The extremum of one or more values.
Value *combine(ArrayRef<Value *> values, Intrinsic::ID id,
               IRBuilder<> &builder) {
  if (values.size() == 1)
    return values.front();
  const bool isMaximum = id == Intrinsic::maximum;
  // A single chain of many values would wait for each operation.
  const size_t numChains = values.size() > 16 ? 4 : 1;
  SmallVector<Value *> chains(values.take_front(numChains));
  for (auto [i, value] : enumerate(values.drop_front(numChains).drop_back()))
    chains[i % numChains] =
        better(chains[i % numChains], value, isMaximum, builder);
  Value *best = chains[0], *isNan = nullptr;
  for (Value *chain : ArrayRef(chains).drop_front())
    best = better(best, chain, isMaximum, builder);
  // A NaN in the last position remains.
  best = better(best, values.back(), isMaximum, builder);
  for (size_t i = 1; i < values.size(); i += 2) {
    Value *pair = builder.CreateFCmpUNO(values[i - 1], values[i]);
    isNan = isNan ? builder.CreateOr(isNan, pair) : pair;
  }
  return builder.CreateSelect(isNan, nanOf(best->getType()), best);
}

/// Creates all operations in front of the root: at the operands, parts of many
/// extrema would be live in registers at once.
void rewrite(const Extremum &extremum) {
  IRBuilder<> builder(extremum.root);
  const Intrinsic::ID id = extremum.root->getIntrinsicID();
  // Operands with the common permutation, and all others.
  SmallVector<Value *, 16> permuted, operands;
  SmallVector<int, 16> permutation;
  for (Value *operand : extremum.operands) {
    const std::optional<LaneWise> split = splitIntoLanes(operand);
    if (!split || (!permuted.empty() && split->permutation != permutation)) {
      operands.push_back(operand);
      continue;
    }
    permutation = split->permutation;
    auto *shuffle = cast<ShuffleVectorInst>(operand);
    permuted.push_back(builder.CreateShuffleVector(
        shuffle->getOperand(0), shuffle->getOperand(1), split->shuffle));
  }
  if (!permuted.empty())
    operands.push_back(builder.CreateShuffleVector(
        combine(permuted, id, builder), permutation));
  extremum.root->replaceAllUsesWith(combine(operands, id, builder));
  RecursivelyDeleteTriviallyDeadInstructions(extremum.root);
}

/// True for the maximum, or the minimum, of the elements of a vector.
bool isReduction(const IntrinsicInst &call) {
  if ((!call.getType()->isFloatTy() && !call.getType()->isDoubleTy()) ||
      !call.hasNoSignedZeros())
    return false;
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id != Intrinsic::vector_reduce_fmaximum &&
      id != Intrinsic::vector_reduce_fminimum)
    return false;
  auto *type = dyn_cast<FixedVectorType>(call.getArgOperand(0)->getType());
  return type && type->getNumElements() > 1 &&
         isPowerOf2_32(type->getNumElements());
}

/// Tests all elements for NaN at once, and not in each step of the reduction.
void rewriteReduction(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  Value *rest = call.getArgOperand(0);
  Value *isNan = builder.CreateOrReduce(builder.CreateFCmpUNO(rest, rest));
  const bool isMaximum =
      call.getIntrinsicID() == Intrinsic::vector_reduce_fmaximum;
  for (unsigned count =
           cast<FixedVectorType>(rest->getType())->getNumElements() / 2;
       count > 0; count /= 2) {
    auto half = [&](unsigned first) {
      return count == 1
                 ? builder.CreateExtractElement(rest, first)
                 : builder.CreateShuffleVector(
                       rest,
                       to_vector(seq<int>(static_cast<int>(first),
                                          static_cast<int>(first + count))));
    };
    rest = better(half(0), half(count), isMaximum, builder);
  }
  call.replaceAllUsesWith(
      builder.CreateSelect(isNan, nanOf(call.getType()), rest));
  call.eraseFromParent();
}
} // namespace

void shortenExtrema(Function &function) {
  SmallVector<IntrinsicInst *> roots, reductions;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
      if (isExtremum(*call) && !consumer(*call))
        roots.push_back(call);
      else if (isReduction(*call))
        reductions.push_back(call);
    }
  for (IntrinsicInst *root : roots)
    if (const Extremum extremum = collect(*root); extremum.operands.size() > 2)
      rewrite(extremum);
  for (IntrinsicInst *reduction : reductions)
    rewriteReduction(*reduction);
}
} // namespace mlirgym::lowering
