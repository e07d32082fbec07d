//===- agents/guided/PolicySearch.h - Agents with a policy ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_POLICYSEARCH_H
#define MLIRGYM_AGENTS_GUIDED_POLICYSEARCH_H

#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/search/SampleBudget.h"
#include "execution/Execution.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <utility>

namespace mlirgym {

/// One search of a program with a policy.
struct PolicySearchTask {
  const Policy &policy;
  BoundPolicy &bound; ///< to the program and the number of threads
  std::shared_ptr<const Program> program;
  const Target &target;   ///< what runs the kernels
  unsigned threads;       ///< of the kernels
  double vectorsPerCycle; ///< for its estimates
  SampleBudget &budget;
  const SearchOptions &options;
  llvm::ArrayRef<Sample> starts; ///< the legal SearchOptions::starts, measured
};

/// An agent with a policy, which is the same for all programs.
class PolicySearch : public Agent {
public:
  explicit PolicySearch(std::shared_ptr<const Policy> searchPolicy)
      : policy(std::move(searchPolicy)) {}

  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) final;

protected:
  /// Spends the budget, or a part of it if the search ends earlier. Errors:
  /// those of BoundPolicy and SampleBudget::run().
  virtual llvm::Error search(const PolicySearchTask &task) = 0;

  const std::shared_ptr<const Policy> policy;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_POLICYSEARCH_H
