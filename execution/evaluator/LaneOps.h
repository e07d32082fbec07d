//===- execution/evaluator/LaneOps.h - Scalar operations on lanes ---------===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_LANEOPS_H
#define MLIRGYM_EXECUTION_EVALUATOR_LANEOPS_H

#include "execution/evaluator/Lanes.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <tuple>

namespace mlir {
class Operation;
class Type;
} // namespace mlir

namespace mlirgym::reference {

struct LaneRun;

/// One scalar operation of arith or math, on registers.
struct LaneInstruction {
  using Run = void (*)(const LaneRun &);
  Run run = nullptr;
  /// The format of a floating-point result, otherwise that of the operand.
  Format format = Format::F32, sourceFormat = Format::F32;
  /// Bits of integers: of the result, and of the operands.
  unsigned width = 64, sourceWidth = 64;
  int64_t predicate = 0;
  llvm::SmallVector<unsigned, 3> operands;
  llvm::SmallVector<unsigned, 2> results;
};

/// One run of an instruction.
struct LaneRun {
  const LaneInstruction &instruction;
  Register *registers;
  int lanes;

  const Register &operand(unsigned i) const {
    return registers[instruction.operands[i]];
  }
  Register &result() const { return registers[instruction.results[0]]; }
  Format format() const { return instruction.format; }
  // The operands and the result.
  std::tuple<const Register &, Register &> unary() const {
    return {operand(0), result()};
  }
  std::tuple<const Register &, const Register &, Register &> binary() const {
    return {operand(0), operand(1), result()};
  }
};

/// The instruction for `op`, without operands and results; none if the
/// operation is not supported.
std::optional<LaneInstruction> laneInstructionFor(mlir::Operation *op);

/// The format of f64, f32, f16 or bf16; none for another type.
std::optional<Format> formatOf(mlir::Type type);
/// Width of an integer of at most 64 bits or an index; 0 for another type.
unsigned integerWidth(mlir::Type type);
/// `number` truncated to `width` bits and sign-extended.
int64_t wrap(int64_t number, unsigned width);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_LANEOPS_H
