//===- tests/agents/guided/UniformPolicy.h - A policy without a network ---===//
#ifndef MLIRGYM_TESTS_AGENTS_GUIDED_UNIFORMPOLICY_H
#define MLIRGYM_TESTS_AGENTS_GUIDED_UNIFORMPOLICY_H

#include "SyntheticTimings.h"
#include "agents/Policy.h"

namespace mlirgym::testing {

/// The critic's values of finished schedules.
enum class Critic {
  Knows,          ///< their synthetic timings
  IsWrong,        ///< that the slow ones are fast
  MustNotBeAsked, ///< an error: it does not rank schedules
};

struct UniformPolicyOptions {
  Critic critic = Critic::Knows;
  /// Factor of the critic's value of a finished schedule, its log speedup by
  /// syntheticNs().
  double scale = 1;
  /// The critic's value of every other state.
  double partialValue = 0;
  EnvOptions env = tinyOptions();
};

/// A policy to which all legal decisions are equally likely.
std::shared_ptr<const Policy>
uniformPolicy(const UniformPolicyOptions &options = {});
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_AGENTS_GUIDED_UNIFORMPOLICY_H
