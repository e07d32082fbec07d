//===- tests/agents/guided/UniformPolicy.h - A policy without a network ---===//
#ifndef MLIRGYM_TESTS_AGENTS_GUIDED_UNIFORMPOLICY_H
#define MLIRGYM_TESTS_AGENTS_GUIDED_UNIFORMPOLICY_H

#include "SyntheticTimings.h"
#include "agents/Policy.h"

namespace mlirgym::testing {

/// What the critic says of finished schedules.
enum class Critic {
  Knows,          ///< their synthetic timings
  IsWrong,        ///< that the slow ones are fast
  MustNotBeAsked, ///< an error: it does not rank schedules
};

struct UniformPolicyOptions {
  Critic critic = Critic::Knows;
  /// What the critic says of a finished schedule is its log speedup by
  /// syntheticNs(), times this.
  double scale = 1;
  /// And of every other state.
  double partialValue = 0;
  EnvOptions env = tinyOptions();
};

/// A policy to which all legal decisions are equally likely.
std::shared_ptr<const Policy>
uniformPolicy(const UniformPolicyOptions &options = {});
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_AGENTS_GUIDED_UNIFORMPOLICY_H
