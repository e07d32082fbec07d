//===- lowering/target/WholeLines.cpp -------------------------------------===//
#include "lowering/target/LlvmRewrites.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <bitset>
#include <map>
#include <optional>

using namespace llvm;

namespace mlirgym::lowering {
namespace {

constexpr int64_t lineBytes = 64;

/// One byte in this many may be in a partial line. Ordinary stores between
/// others wait for their lines in order: tiles of 8 x 64 of rows of 88 f32,
/// half of whose rows begin within a line, ran at 0.7 of the speed of ordinary
/// stores alone (AMD Zen 4).
constexpr int64_t mostMixed = 16;

/// A store and its first byte, relative to the first store of its group.
struct Streamed {
  StoreInst *store;
  int64_t begin, size;

  bool isAligned() const {
    return store->getAlign().value() >= static_cast<uint64_t>(size);
  }
  int64_t firstLine(int64_t origin) const {
    return (begin - origin) / lineBytes;
  }
  int64_t lastLine(int64_t origin) const {
    return (begin + size - 1 - origin) / lineBytes;
  }
};

bool isStreamed(const Instruction &instruction) {
  return isa<StoreInst>(instruction) &&
         instruction.hasMetadata(LLVMContext::MD_nontemporal);
}

void makeOrdinary(StoreInst &store) {
  store.setMetadata(LLVMContext::MD_nontemporal, nullptr);
}

/// The stores of one block, grouped by addresses with constant differences.
SmallVector<SmallVector<Streamed>> collect(BasicBlock &block,
                                           ScalarEvolution &evolution) {
  const DataLayout &layout = block.getDataLayout();
  SmallVector<SmallVector<Streamed>> groups;
  auto addressOf = [&](StoreInst &store) {
    return evolution.getSCEV(store.getPointerOperand());
  };
  for (Instruction &instruction : block) {
    if (!isStreamed(instruction))
      continue;
    auto &store = cast<StoreInst>(instruction);
    const auto size = static_cast<int64_t>(
        layout.getTypeStoreSize(store.getValueOperand()->getType())
            .getFixedValue());
    bool isAdded = false;
    for (SmallVector<Streamed> &group : groups) {
      std::optional<APInt> apart = evolution.computeConstantDifference(
          addressOf(store), addressOf(*group.front().store));
      if (!apart)
        continue;
      group.push_back({&store, apart->getSExtValue(), size});
      isAdded = true;
      break;
    }
    if (!isAdded)
      groups.push_back({{&store, 0, size}});
  }
  return groups;
}

void keepWholeLines(ArrayRef<Streamed> group) {
  // A store that is aligned to a cache line determines where lines begin.
  const Streamed *anchor = llvm::find_if(group, [](const Streamed &streamed) {
    return streamed.store->getAlign().value() >= lineBytes;
  });
  if (anchor == group.end()) {
    for (const Streamed &streamed : group)
      makeOrdinary(*streamed.store);
    return;
  }
  // Line numbers must not be negative.
  int64_t origin = anchor->begin;
  for (const Streamed &streamed : group)
    if (streamed.begin < origin)
      origin -= llvm::alignTo<lineBytes>(origin - streamed.begin);
  std::map<int64_t, std::bitset<lineBytes>> written;
  for (const Streamed &streamed : group)
    if (streamed.isAligned())
      for (int64_t byte = streamed.begin - origin;
           byte < streamed.begin - origin + streamed.size; ++byte)
        written[byte / lineBytes].set(static_cast<size_t>(byte % lineBytes));
  auto isWhole = [&](const Streamed &streamed) {
    bool isWhole = streamed.isAligned();
    for (int64_t line = streamed.firstLine(origin);
         isWhole && line <= streamed.lastLine(origin); ++line)
      isWhole = written[line].all();
    return isWhole;
  };
  int64_t bytes = 0, wholeBytes = 0;
  for (const Streamed &streamed : group) {
    bytes += streamed.size;
    wholeBytes += isWhole(streamed) ? streamed.size : 0;
  }
  const bool isMixed = (bytes - wholeBytes) * mostMixed > bytes;
  for (const Streamed &streamed : group)
    if (isMixed || !isWhole(streamed))
      makeOrdinary(*streamed.store);
}
} // namespace

void streamWholeLines(Function &function,
                      function_ref<ScalarEvolution &(Function &)> evolutionOf) {
  if (llvm::none_of(instructions(function), isStreamed))
    return;
  ScalarEvolution &evolution = evolutionOf(function);
  for (BasicBlock &block : function)
    for (ArrayRef<Streamed> group : collect(block, evolution))
      keepWholeLines(group);
}
} // namespace mlirgym::lowering
