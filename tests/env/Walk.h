//===- tests/env/Walk.h - Steps through environments ------------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_ENV_WALK_H
#define MLIRGYM_TESTS_ENV_WALK_H

#include "env/Env.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <random>

namespace mlirgym::testing {

/// A random decision that the mask allows; 0 if it allows none.
inline unsigned randomLegal(llvm::ArrayRef<int8_t> mask,
                            std::mt19937_64 &random) {
  std::vector<unsigned> legal;
  for (unsigned action = 0; action < mask.size(); ++action)
    if (mask[action])
      legal.push_back(action);
  return legal.empty() ? 0 : legal[random() % legal.size()];
}

/// A decision that the mask forbids.
inline unsigned someIllegal(llvm::ArrayRef<int8_t> mask) {
  for (unsigned action = 0; action < mask.size(); ++action)
    if (!mask[action])
      return action;
  return mask.size();
}

/// Outcome of a step; an error fails the test.
inline StepOutcome mustStep(Env &env, unsigned action) {
  llvm::Expected<StepOutcome> outcome = env.step(action);
  if (outcome)
    return std::move(*outcome);
  ADD_FAILURE() << llvm::toString(outcome.takeError());
  return {};
}

/// Takes the decisions of one whole action.
inline StepOutcome act(Env &env, const Action &action) {
  FlatEncoding encoding(env.options().encoding);
  auto decisions = encoding.decisions(env.decisionState().schedule, action);
  if (!decisions) {
    ADD_FAILURE() << llvm::toString(decisions.takeError());
    return {};
  }
  StepOutcome last;
  for (unsigned decision : *decisions)
    last = mustStep(env, decision);
  return last;
}
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_ENV_WALK_H
