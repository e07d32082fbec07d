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

/// `net`, made for the layout of `spec`, as a Policy: what loadPolicy() gives,
/// for a network in memory. Trainers use it to evaluate what they train; the
/// weights must not change while another thread evaluates.
std::shared_ptr<const Policy> makePolicy(PolicySpec spec,
                                         std::shared_ptr<const PolicyNet> net);

/// What a checkpoint holds. Errors: those of loadPolicy().
struct SpecAndNet {
  PolicySpec spec;
  std::shared_ptr<const PolicyNet> net;
};
llvm::Expected<SpecAndNet> loadNet(llvm::StringRef checkpoint);
/// The same with weights that `seed` decides, for benchmarks and tests. Errors:
/// too little memory.
llvm::Expected<std::shared_ptr<const Policy>>
makeUntrainedPolicy(const PolicySpec &spec, uint64_t seed);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETPOLICY_H
