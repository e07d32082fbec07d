//===- execution/evaluator/Body.h - A region's scalars as steps -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_BODY_H
#define MLIRGYM_EXECUTION_EVALUATOR_BODY_H

#include "execution/evaluator/Decisions.h"
#include "execution/evaluator/LaneOps.h"
#include "execution/evaluator/Lanes.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Value.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::reference {

/// The current values of a function's scalars and tensors.
struct Environment {
  llvm::DenseMap<mlir::Value, SharedTensor> tensors;
  /// One element per scalar.
  llvm::DenseMap<mlir::Value, SharedTensor> scalars;
  /// Outcomes of the operations that were run.
  Decisions *decisions = nullptr;
};

/// The reason why the evaluator cannot compute a program.
struct Problem {
  enum class Kind : uint8_t {
    Unknown,    ///< an operation that the evaluator does not support
    ReadOutside ///< an index out of bounds, on these inputs
  };
  Kind kind = Kind::Unknown;
  std::string message;
};
using MaybeProblem = std::optional<Problem>;

/// The body of a structured op, or one scalar operation, run on lanes: the
/// registers of its block arguments are filled by the caller.
class Body {
public:
  /// Translates all operations of `block` to steps. nullopt and `problem` if
  /// one is not supported. `environment` must outlive this.
  static std::optional<Body>
  ofBlock(mlir::Block &block, const Environment &environment, Problem &problem);
  /// For an operation between structured ones.
  static std::optional<Body> ofOperation(mlir::Operation *op,
                                         const Environment &environment,
                                         Problem &problem);

  /// The register of `value`; null if nothing in the body reads it.
  Register *find(mlir::Value value);
  unsigned registerOf(mlir::Value value) { return indices.lookup(value); }
  Register &at(unsigned index) { return registers[index]; }
  /// Register `second` needs the `linalg.index` of loop `first`.
  llvm::ArrayRef<std::pair<unsigned, unsigned>> loopIndices() const {
    return loops;
  }
  /// Registers of the terminator's operands.
  llvm::ArrayRef<unsigned> yielded() const { return results; }
  /// True if each run computes the register.
  bool isComputed(unsigned index) const { return computed[index]; }
  size_t numSteps() const { return steps.size(); }

  MaybeProblem run(int lanes);
  /// Exchanges the contents of two registers.
  void swap(unsigned a, unsigned b) { std::swap(registers[a], registers[b]); }

private:
  struct Extract {
    SharedTensor tensor;
    llvm::SmallVector<unsigned, 4> indices;
    unsigned result = 0;
  };
  struct Step {
    std::optional<LaneInstruction> instruction;
    Extract extract;
    Decision decision = Decision::None;
    Outcomes *met = nullptr; ///< of the decision
  };
  explicit Body(const Environment &values) : environment(&values) {}
  bool add(mlir::Operation *op, Problem &problem);
  /// The register of `value`, created here if it is from outside. nullopt if
  /// the type is not supported.
  std::optional<unsigned> use(mlir::Value value);
  std::optional<unsigned> makeRegister(mlir::Type type);
  void fill(unsigned index, const Tensor &scalar);
  MaybeProblem runExtract(const Extract &extract, int lanes);

  const Environment *environment;
  std::vector<Register> registers;
  std::vector<bool> computed;
  std::vector<std::unique_ptr<double[]>> floats;
  std::vector<std::unique_ptr<int64_t[]>> integers;
  llvm::DenseMap<mlir::Value, unsigned> indices;
  std::vector<std::pair<unsigned, unsigned>> loops;
  std::vector<Step> steps;
  llvm::SmallVector<unsigned, 2> results;
};

/// A constant of a supported type; null otherwise.
SharedTensor constantOf(mlir::Operation *constant);
/// The type itself if tensors may have it, else the smallest integer that holds
/// it (index: i64).
std::optional<ElementType> storageOf(mlir::Type type);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_BODY_H
