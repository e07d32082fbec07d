//===- execution/estimate/CycleEstimator.h - Cycles of in-order cores -----===//
#ifndef MLIRGYM_EXECUTION_ESTIMATE_CYCLEESTIMATOR_H
#define MLIRGYM_EXECUTION_ESTIMATE_CYCLEESTIMATOR_H

#include "execution/estimate/CodeBlock.h"
#include "lowering/target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// Raise it with every change of the estimates for the same code and LLVM: it
/// is part of the identity of devices that estimate.
inline constexpr unsigned estimateVersion = 1;

/// Estimates the cycles of an in-order processor by LLVM's scheduling model,
/// with the library of llvm-mca. Each block is simulated as the body of a loop,
/// and its cycles are those of one iteration in the steady state, that is, as
/// if the same code preceded and followed it. All loads hit the first cache,
/// and all branches are predicted. A call or a return takes one cycle: the
/// called code consists of other blocks.
///
/// LLVM's simulation may end the process on unusual code: run it in a worker
/// process (worker/EstimateWorker.h). Not thread safe.
class CycleEstimator {
public:
  /// Errors: text, if LLVM has no scheduling model of the target's processor,
  /// or the processor executes out of order.
  static llvm::Expected<std::unique_ptr<CycleEstimator>>
  create(const Target &target);
  ~CycleEstimator();

  /// Errors: text, if the simulation fails.
  llvm::Expected<BlockEstimate> estimate(const CodeBlock &block);

  /// The in-order processors of an architecture with a scheduling model, except
  /// generic ones, in alphabetical order. `triple`: as TargetName::triple.
  static std::vector<std::string> processors(llvm::StringRef triple);

private:
  struct Impl;
  explicit CycleEstimator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Succeeds if create() would. Cheap.
llvm::Error checkEstimable(const Target &target);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_ESTIMATE_CYCLEESTIMATOR_H
