//===- agents/policy/NetPolicy.h - A network as a policy --------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_POLICY_NETPOLICY_H
#define MLIRGYM_AGENTS_POLICY_NETPOLICY_H

#include "agents/Policy.h"
#include "agents/policy/PolicySpec.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {
class PolicyNet;

/// Creates a Policy from `net`, a network for the layout of `spec`, like
/// loadPolicy() from a file. A policy of the joint encoding is adapted to flat
/// decisions with the same probabilities of actions, so that every agent can
/// use it. Trainers use it to evaluate their networks; the weights must not
/// change while another thread evaluates.
std::shared_ptr<const Policy> makePolicy(PolicySpec spec,
                                         std::shared_ptr<const PolicyNet> net);

/// The contents of a checkpoint. Errors: those of loadPolicy().
struct SpecAndNet {
  PolicySpec spec;
  std::shared_ptr<const PolicyNet> net;
};
llvm::Expected<SpecAndNet> loadNet(llvm::StringRef checkpoint);
/// A policy with random weights, determined by `seed`, for benchmarks and
/// tests. Errors: too little memory.
llvm::Expected<std::shared_ptr<const Policy>>
makeUntrainedPolicy(const PolicySpec &spec, uint64_t seed);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETPOLICY_H
