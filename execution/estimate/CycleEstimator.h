//===- execution/estimate/CycleEstimator.h - Cycles of in-order cores -----===//
#ifndef MLIRGYM_EXECUTION_ESTIMATE_CYCLEESTIMATOR_H
#define MLIRGYM_EXECUTION_ESTIMATE_CYCLEESTIMATOR_H

#include "execution/estimate/CodeBlock.h"
#include "execution/lowering/target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// Raise it with any change of the estimates for the same code and the same
/// LLVM: it is part of the identity of devices that estimate.
inline constexpr unsigned estimateVersion = 1;

/// What llvm-mca computes, by the same library: the cycles of an in-order
/// processor, simulated with LLVM's scheduling model. Each block is simulated
/// as the body of a loop, and its cycles are those of an iteration in the
/// steady state: what precedes and follows it is executed in the same way. All
/// loads hit the first cache, and all branches are predicted. A call or a
/// return takes one cycle: what is called is a block of its own.
///
/// LLVM's simulation may end the process on code that its authors never saw: a
/// worker process is to run it (worker/EstimateWorker.h). One thread at a time.
class CycleEstimator {
public:
  /// Errors: text: LLVM has no scheduling model of the target's processor, or
  /// it executes out of order.
  static llvm::Expected<std::unique_ptr<CycleEstimator>>
  create(const Target &target);
  ~CycleEstimator();

  /// Errors: text: the simulation cannot go on.
  llvm::Expected<BlockEstimate> estimate(const CodeBlock &block);

  /// The in-order processors of an architecture with a scheduling model, but
  /// for generic ones, in alphabetical order. `triple`: as TargetName::triple.
  static std::vector<std::string> processors(llvm::StringRef triple);

private:
  struct Impl;
  explicit CycleEstimator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Success if create() can be. Cheap.
llvm::Error checkEstimable(const Target &target);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_ESTIMATE_CYCLEESTIMATOR_H
