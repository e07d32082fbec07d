#include "actions/ParameterRules.h"
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/ActionKinds.h"
#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {
namespace {
bool isPrefixOfIdentity(llvm::ArrayRef<int64_t> chosen) {
  for (auto [i, loop] : llvm::enumerate(chosen))
    if (loop != int64_t(i))
      return false;
  return true;
}
} // namespace

ParameterRules::ParameterRules(const ScheduleState &current, ActionKind which,
                               const EncodingOptions &encoding)
    : state(current), options(encoding), rule(ruleOf(which)),
      parameterKind(traitsOf(which).parameters) {
  if (!options.allows(which) || !isFor(which, state.options().limits))
    return;
  stateAllows = state.legalParameters(which);
  restrict();
}

ParameterRules::ParameterRules(const ScheduleState &current, ActionKind which,
                               const EncodingOptions &encoding,
                               const LegalParameters &allowed)
    : state(current), options(encoding), rule(ruleOf(which)),
      parameterKind(traitsOf(which).parameters), stateAllows(allowed) {
  restrict();
}

/// Leaves out the parameters for which the encoding has no choice.
void ParameterRules::restrict() {
  const size_t numLoops = state.nest().loops.size();
  const bool isShort = numLoops <= options.maxLoops;
  switch (parameterKind) {
  case ParameterKind::None:
    legal = stateAllows.isLegal;
    return;
  case ParameterKind::Permutation:
    legal = isShort && stateAllows.isLegal;
    count = unsigned(numLoops);
    return;
  case ParameterKind::Input:
    inputs = stateAllows.inputs;
    if (options.maxLoops < 32)
      inputs &= (uint32_t(1) << options.maxLoops) - 1;
    legal = inputs != 0;
    count = 1;
    return;
  case ParameterKind::TileSizes:
    break;
  }
  if (!isShort)
    return;
  loops = stateAllows.loops;
  count = unsigned(numLoops);
  const bool hasBlocks = state.options().limits.hasBlocks;
  // A loop counts only if the list has a size for it.
  for (auto [i, loop] : llvm::enumerate(state.nest().loops)) {
    auto isLegal = [&, &cut = loop](int64_t size) {
      return size != 0 && options.offers(size) &&
             rule.isLegalSize(state, cut, size);
    };
    const auto *first = loops.allows(i)
                            ? llvm::find_if(options.tileSizes, isLegal)
                            : options.tileSizes.end();
    const bool hasSize = first != options.tileSizes.end();
    if (!hasSize)
      loops.allowed &= ~(uint64_t(1) << i);
    if (!hasBlocks)
      continue;
    smallest.push_back(hasSize ? *first : 0);
    auto last = llvm::find_if(llvm::reverse(options.tileSizes), isLegal);
    largest.push_back(hasSize ? *last : 0);
  }
  loops.useful &= loops.allowed;
  legal = loops.useful != 0 && fits({});
}

bool ParameterRules::fits(llvm::ArrayRef<int64_t> chosen) const {
  if (smallest.empty())
    return true;
  return rule.fits(state, chosen,
                   {llvm::ArrayRef(smallest).drop_front(chosen.size()),
                    llvm::ArrayRef(largest).drop_front(chosen.size())});
}

llvm::Error checkPlaces(const Program &program, const EncodingOptions &options,
                        const StateOptions &stateOptions) {
  const Operation *deepest = llvm::max_element(
      program.operations(), [](const Operation &a, const Operation &b) {
        return a.numLoops() < b.numLoops();
      });
  if (deepest->numLoops() <= options.maxLoops)
    return llvm::Error::success();
  // Such an operation may be flattened, and others may have fewer loops.
  const std::shared_ptr<const Program> unowned(std::shared_ptr<void>(),
                                               &program);
  for (ScheduleState state(unowned, stateOptions); !state.finished();
       state.applyLegal(ActionKind::Done))
    for (ActionKind kind : options.kinds)
      if (kind != ActionKind::Done &&
          ParameterRules(state, kind, options).isLegal())
        return llvm::Error::success();
  return actionError("program {0}: {1} has {2} loops, and the encoding has "
                     "places for {3}, so that there is nothing to search; make "
                     "an encoding with maxLoops (max_loops) {2}, or search "
                     "without a policy",
                     program.name(), deepest->tag, deepest->numLoops(),
                     options.maxLoops);
}

bool ParameterRules::isLegalSize(size_t loop, int64_t size) const {
  if (size == 0)
    return true;
  if (!legal || !loops.allows(loop) || !options.offers(size))
    return false;
  return rule.isLegalSize(state, state.nest().loops[loop], size);
}

bool ParameterRules::isLegalNext(llvm::ArrayRef<int64_t> chosen,
                                 int64_t value) const {
  if (!legal || chosen.size() >= count)
    return false;
  switch (parameterKind) {
  case ParameterKind::None:
    return false;
  case ParameterKind::Input:
    return value >= 0 && value < 32 && (inputs >> value & 1);
  case ParameterKind::Permutation:
    if (value < 0 || value >= int64_t(count) ||
        llvm::is_contained(chosen, value))
      return false;
    // Two loops are left: in their old order they would give the identity.
    return !(chosen.size() + 2 == count && value == int64_t(chosen.size()) &&
             isPrefixOfIdentity(chosen));
  case ParameterKind::TileSizes:
    break;
  }
  size_t loop = chosen.size();
  if (!smallest.empty()) {
    llvm::SmallVector<int64_t, 8> sizes(chosen);
    sizes.push_back(value);
    if (!fits(sizes))
      return false;
  }
  if (value != 0)
    return isLegalSize(loop, value);
  for (auto [i, size] : llvm::enumerate(chosen))
    if (size != 0 && loops.isUseful(i))
      return true;
  return loop + 1 < 64 && (loops.useful >> (loop + 1)) != 0;
}

} // namespace mlirgym
