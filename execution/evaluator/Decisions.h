//===- execution/evaluator/Decisions.h - Branches that inputs take --------===//
//
// On inputs that never take a branch, a kernel that omits the branch is
// correct. The evaluator therefore records which outcomes each comparison,
// select, minimum, maximum and clamp had, over all points of all operations.
// For missing outcomes, other inputs are tried (Planting.h); those that remain
// missing are reported.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_DECISIONS_H
#define MLIRGYM_EXECUTION_EVALUATOR_DECISIONS_H

#include "execution/evaluator/LaneOps.h"
#include "execution/evaluator/Lanes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SetVector.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mlirgym::reference {

/// Operations of arith and math that decide between values.
enum class Decision : uint8_t {
  None,
  /// A comparison or classification: it is true; it is false.
  Condition,
  /// A select whose condition is not itself a decision: as Condition.
  Select,
  /// A minimum or maximum: the first operand; the second. Floating-point
  /// operands that are close to each other count as neither, since the result
  /// does not show which was chosen.
  Extremum,
  /// A value between its bounds; at the lower one; at the upper one. A value
  /// close to a bound counts as neither.
  Clamp,
};
Decision decisionOf(mlir::Operation *op);

/// One bit for each outcome, in the order above.
using Outcomes = uint8_t;
Outcomes everyOutcome(Decision decision);
/// A further bit of an extremum: both operands differed from the first and the
/// last number of the type, either of which decides regardless of the other
/// operand.
inline constexpr Outcomes openExtremum = 8;
/// The outcomes in these lanes, after the instruction ran.
Outcomes outcomesOf(Decision decision, const LaneInstruction &instruction,
                    const Register *registers, int lanes);
/// "'arith.cmpi eq' of op0 is true", for one outcome.
std::string describe(mlir::Operation *op, Outcomes outcome);

/// The outcomes of the operations that were run; the addresses of outcomes do
/// not change.
using Decisions = std::map<mlir::Operation *, Outcomes>;

/// The sources from which a value is computed, through any number of
/// operations.
struct Sources {
  /// Arguments of the entry whose contents it depends on.
  llvm::SmallSetVector<unsigned, 4> arguments;
  /// Constants, at most a few.
  std::vector<double> floats;
  std::vector<int64_t> integers;

  void addConstantsOf(const Sources &others);
};
Sources sourcesOf(mlir::ValueRange values);
/// The operands that determine the decision of an operation.
mlir::ValueRange decidingOperands(mlir::Operation *decision);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_DECISIONS_H
