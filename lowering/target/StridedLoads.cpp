//===- lowering/target/StridedLoads.cpp -----------------------------------===//
#include "lowering/target/LlvmRewrites.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;

namespace mlirgym::lowering {
namespace {

/// Every second element from an address on, one per lane: the second load
/// begins at the last element of the first one.
struct EverySecond {
  ShuffleVectorInst *shuffle;
  LoadInst *low, *high;
  Value *base;
  int64_t offset;
};

std::optional<EverySecond> match(Instruction &instruction,
                                 const DataLayout &layout) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!shuffle || !type || shuffle->getOperand(0)->getType() != type)
    return std::nullopt;
  const int lanes = static_cast<int>(type->getNumElements());
  for (auto [lane, from] : enumerate(shuffle->getShuffleMask()))
    if (const int element = 2 * static_cast<int>(lane);
        from != (element < lanes ? element : element + 1))
      return std::nullopt;
  auto *low = dyn_cast<LoadInst>(shuffle->getOperand(0));
  auto *high = dyn_cast<LoadInst>(shuffle->getOperand(1));
  if (!low || !high)
    return std::nullopt;
  int64_t lowOffset = 0, highOffset = 0;
  Value *base = GetPointerBaseWithConstantOffset(low->getPointerOperand(),
                                                 lowOffset, layout);
  const int64_t bytes = type->getScalarSizeInBits() / 8;
  if (base != GetPointerBaseWithConstantOffset(high->getPointerOperand(),
                                               highOffset, layout) ||
      highOffset - lowOffset != (lanes - 1) * bytes)
    return std::nullopt;
  return EverySecond{shuffle, low, high, base, lowOffset};
}

/// Replaces both shuffles by shuffles of the first load of `even` and the
/// second load of `odd`, which are adjacent. Requires: no write between them.
void share(const EverySecond &even, const EverySecond &odd) {
  ShuffleVectorInst *first =
      even.shuffle->comesBefore(odd.shuffle) ? even.shuffle : odd.shuffle;
  IRBuilder<> builder(first);
  auto available = [&](LoadInst *load, int64_t offset) -> Value * {
    if (load->comesBefore(first))
      return load;
    return builder.CreateAlignedLoad(
        load->getType(),
        builder.CreatePtrAdd(even.base, builder.getInt64(offset)),
        load->getAlign());
  };
  const auto lanes =
      static_cast<int64_t>(even.shuffle->getShuffleMask().size());
  Value *low = available(even.low, even.offset);
  Value *high =
      available(odd.high, even.offset + lanes * (odd.offset - even.offset));
  for (const EverySecond *one : {&even, &odd}) {
    SmallVector<int, 16> mask;
    for (int lane = 0; lane < lanes; ++lane)
      mask.push_back(2 * lane + (one == &odd));
    one->shuffle->replaceAllUsesWith(
        builder.CreateShuffleVector(low, high, mask));
  }
}

/// Requires: no write between the members of the group.
void shareNeighbours(MutableArrayRef<EverySecond> group) {
  llvm::sort(group, [](const EverySecond &a, const EverySecond &b) {
    return a.offset < b.offset;
  });
  for (size_t i = 0; i + 1 < group.size(); ++i) {
    const int64_t element =
        group[i].shuffle->getType()->getScalarSizeInBits() / 8;
    if (group[i + 1].offset - group[i].offset == element) {
      share(group[i], group[i + 1]);
      ++i;
    }
  }
}
} // namespace

void shareStridedLoads(Function &function) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  for (BasicBlock &block : function) {
    // Grouped by base address; a group ends at an instruction that writes or
    // may not return.
    MapVector<std::pair<Value *, Type *>, SmallVector<EverySecond>> groups;
    DenseSet<LoadInst *> loads;
    SmallVector<WeakTrackingVH> replaced;
    auto finish = [&] {
      for (auto &[key, group] : groups) {
        shareNeighbours(group);
        for (const EverySecond &one : group)
          replaced.push_back(one.shuffle);
      }
      groups.clear();
      loads.clear();
    };
    for (Instruction &instruction : block) {
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && load->isSimple())
        loads.insert(load);
      else if (instruction.mayWriteToMemory() ||
               !isGuaranteedToTransferExecutionToSuccessor(&instruction))
        finish();
      else if (std::optional<EverySecond> one = match(instruction, layout);
               one && loads.contains(one->low) && loads.contains(one->high))
        groups[{one->base, one->shuffle->getType()}].push_back(*one);
    }
    finish();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  }
}
} // namespace mlirgym::lowering
