#include "agents/ppo/rollout/Drawing.h"
#include "agents/Policy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cmath>

using namespace mlirgym;

size_t mlirgym::drawAction(llvm::ArrayRef<float> logProbabilities,
                           Drawing drawing) {
  if (!drawing.random)
    return likeliest(logProbabilities);
  // Without epsilon no random number is drawn here: the results of a seed are
  // as before the option existed.
  if (drawing.epsilon > 0 && drawing.random->chance(drawing.epsilon)) {
    llvm::SmallVector<size_t, 32> legal;
    for (size_t i = 0; i < logProbabilities.size(); ++i)
      if (!std::isinf(logProbabilities[i]))
        legal.push_back(i);
    if (!legal.empty())
      return drawing.random->pick(llvm::ArrayRef(legal));
  }
  return sampleAction(logProbabilities, drawing.random->uniform());
}

bool mlirgym::drawEntries(
    const EntryLogits &from, Drawing drawing,
    llvm::function_ref<void(llvm::ArrayRef<int64_t>,
                            llvm::MutableArrayRef<int8_t>)>
        maskNext,
    llvm::MutableArrayRef<int64_t> action, llvm::MutableArrayRef<int8_t> mask) {
  const bool isUniform = drawing.random && drawing.epsilon > 0 &&
                         drawing.random->chance(drawing.epsilon);
  llvm::SmallVector<size_t, 32> legal;
  llvm::SmallVector<float, 32> logits;
  const auto choose = [&]() -> size_t {
    if (legal.size() == 1)
      return 0;
    if (!drawing.random)
      return likeliest(logits);
    if (isUniform)
      return drawing.random->below(legal.size());
    return sampleAction(logits, drawing.random->uniform());
  };
  size_t start = 0;
  for (size_t entry = 0; entry < from.entries.size(); ++entry) {
    const auto size = static_cast<size_t>(from.entries[entry]);
    const auto legalHere = mask.slice(start, size);
    maskNext(action.take_front(entry), legalHere);
    legal.clear();
    logits.clear();
    for (size_t choice = 0; choice < size; ++choice)
      if (legalHere[choice]) {
        legal.push_back(choice);
        logits.push_back(from.logits[start + choice]);
      }
    if (legal.empty())
      return false;
    action[entry] = static_cast<int64_t>(legal[choose()]);
    start += size;
  }
  return true;
}
